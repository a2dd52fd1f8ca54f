import type { FunctionFacts, Loop } from '../facts';
import type { Per } from './effects';

const RANK: Readonly<Record<Per, number>> = { batch: 0, net: 1, device: 2, entry: 2 };

/** What is paid `per` is paid in each turn of a loop: it can only become more frequent. */
export const times = (per: Per, turns: Per): Per => (RANK[turns] >= RANK[per] ? turns : per);

/** How often something in loop `loop` runs, all loops around it counted; -1: in no loop. A retry is no multiple. */
export function perInLoop(per: Per, { loops }: FunctionFacts, loop: number): Per {
  const turns: Per[] = [];
  for (let at = loop; at >= 0; at = loops[at]!.parent) {
    const { turns: kind } = loops[at]!;
    if (kind !== 'retry') turns.unshift(kind);
  }
  return turns.reduce(times, per);
}

/** Whether loop `loop`, or one around it, walks a list that the function has made. */
export function overOwnList({ loops }: FunctionFacts, loop: number): boolean {
  for (let at = loop; at >= 0; at = loops[at]!.parent) if (loops[at]!.overOwnList) return true;
  return false;
}

/**
 * The outermost loop that is part of one walk over a table: up to, and not including, the loop over the batch. A walk over
 * the buckets of a hash table is two loops and one walk.
 */
export function wholeWalk({ loops }: FunctionFacts, loop: Loop): Loop {
  let outer = loop;
  while (outer.parent >= 0 && loops[outer.parent]!.turns !== 'net') outer = loops[outer.parent]!;
  return outer;
}
