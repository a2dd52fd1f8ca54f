import type { Definition } from './definitions';
import { comparesNet } from './loops';

/** What can be told of a function without parsing it: enough to tell that nothing is paid in its own body. */
export interface Glimpse {
  /** Every name in front of a parenthesis, each once: all that it calls, guards and their classes, and more. */
  readonly names: readonly string[];
  /** The netns of something is compared, in a loop perhaps. */
  readonly comparesNet: boolean;
}

/** `quux(`, `->quux(`, `(*ops->quux)(` and, of `guard(mutex)(&lock)`, both `guard` and `mutex`. */
const BEFORE_PARENTHESIS = /([A-Za-z_]\w*)\s*\)?\s*\(/g;

/** @param text of the whole file */
export function glimpse(text: string, { body, end }: Definition): Glimpse {
  const inside = text.slice(body, end);
  const names = new Set(Array.from(inside.matchAll(BEFORE_PARENTHESIS), ([, name]) => name!));
  return { names: [...names], comparesNet: comparesNet(inside) };
}
