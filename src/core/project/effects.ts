import type { Owner } from '../facts';
import { type EffectKind, isServiceTo, type SlotName } from '../kernel';

/** How often an effect is paid while one batch is dismantled, cheapest first; device and entry cost alike. */
export type Per = 'batch' | 'net' | 'device' | 'entry';

export type Confidence = 'high' | 'medium' | 'low';

/** How the effect is reached: by plain calls, through a function passed as an argument, or by a listed indirect edge. */
export type Via = 'direct' | 'callback' | 'indirect';

/** One function of a call path, and the place in it where the next hop, or at last the primitive, is called. */
export interface Hop {
  readonly function: string;
  /** Relative to the tree root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** One thing an exit path pays for: what, how often, and on which path. */
export interface Effect {
  readonly kind: EffectKind;
  /** The function or loop macro that costs. */
  readonly primitive: string;
  /** The lock's expression without `&`, e.g. `quux_mutex` or `qn->lock`; null where none is involved. */
  readonly lock: string | null;
  readonly lockOwner: Owner | null;
  readonly per: Per;
  /** Length of the path; 1 = the primitive is called in the handler's own body. */
  readonly depth: number;
  /** Some hop stands in a branch, or behind an early return. */
  readonly conditional: boolean;
  /** Paid with RTNL held: in an rtnl slot, or between rtnl_lock() and rtnl_unlock() of a hop. Left out where it is not. */
  readonly underRtnl?: true;
  readonly via: Via;
  readonly confidence: Confidence;
  /** From the handler down to the function that calls the primitive. */
  readonly path: readonly Hop[];
  /** Bytes, for an allocation whose size the code tells; null where unknown or not an allocation. */
  readonly bytes: number | null;
}

/** Paid at least once for every netns of the batch. */
export const perNet = ({ per }: Effect): boolean => per !== 'batch';

/** Paid for every device or table entry. */
export const perItem = ({ per }: Effect): boolean => per === 'device' || per === 'entry';

/**
 * A lock that a function of the kernel's own services takes inside, such as the one around every uevent or the driver core's
 * list of devices: no exit path can take it, however its netns come.
 */
export function isLockOfService({ lock, path }: Pick<Effect, 'lock' | 'path'>): boolean {
  const [handler, taker] = [path[0], path.at(-1)];
  return (
    lock !== null && handler !== undefined && taker !== undefined && isServiceTo(taker.file, handler.file)
  );
}

/** A lock of all netns that the exit path could take itself, and for a batch once. */
export const isLockToShare = (effect: Effect): boolean =>
  effect.kind === 'global-lock' && effect.lockOwner === 'global' && !isLockOfService(effect);

/** A handler in a slot of an ops, and all that it pays. `.init` is included for what it allocates. */
export interface ExitPath {
  readonly slot: SlotName;
  readonly handler: string;
  /** Range of the handler's name in the ops initialiser: where findings about the path are shown. */
  readonly range: Range;
  /** Null where no definition was found; several under #ifdef count, the first is named. */
  readonly definition: { readonly file: string; readonly line: number } | null;
  readonly effects: readonly Effect[];
  /**
   * A handler in an rtnl slot that puts devices on a list and unregisters none itself: it is the list that the core unregisters
   * after all such handlers, in one call. Left out where it does not.
   */
  readonly handsOverDevices?: true;
}

/** 1-based lines and columns; the end is exclusive. Columns count UTF-16 code units. */
export interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A `struct pernet_operations` object with the effects of its handlers. */
export interface Ops {
  readonly file: string;
  /** Line of the object's name, 1-based. */
  readonly line: number;
  readonly name: string;
  /** Every member of the initialiser as it is written: `exit` → `quux_exit_net`, `id` → `&quux_net_id`. */
  readonly members: Readonly<Record<string, string>>;
  /** `register_pernet_subsys`, `register_pernet_device`, `tcf_register_action`, or null where none was found. */
  readonly registeredBy: string | null;
  readonly exitPaths: readonly ExitPath[];
}

/** A device unregistered alone in a loop, in any function: module exit, notifier, dellink. */
export interface UnregisterLoop {
  readonly function: string;
  readonly file: string;
  /** Range of the callee's name. */
  readonly range: Range;
  readonly effect: Effect;
}

/** Something the user should know about the scan itself: a file that could not be read, a broken cache. */
export interface Note {
  readonly file: string | null;
  /** 1-based, or null for the whole file. */
  readonly line: number | null;
  readonly message: string;
}
