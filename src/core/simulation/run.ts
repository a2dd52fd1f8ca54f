/** What a run of either engine yields. All times are simulated seconds since the first creator started. */
import type { Counts } from './counts';
import type { Percentiles } from './histogram';
import type { Backlog, Holder, TimelineBin } from './timeline';

export interface Batch {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** What one op, or cleanup_net() itself, took of the dismantle, over the whole run. */
export interface Contribution {
  readonly id: string;
  readonly name: string;
  readonly counts: Counts;
  /** CPU without RTNL, walks apart, seconds. */
  readonly cpu: number;
  /** Waiting for RTNL, seconds. */
  readonly rtnlWait: number;
  /** CPU under RTNL, walks apart, seconds. */
  readonly rtnlHold: number;
  /** Grace periods, barriers and waits for work, with or without RTNL, seconds. */
  readonly waits: number;
  /** Table walks, seconds of CPU. */
  readonly walks: number;
}

interface RtnlUse {
  /** Seconds held, by holder. */
  readonly held: Readonly<Record<Holder, number>>;
  /** The longest single hold by the worker, and the op that took the lock. */
  readonly longestHold: { readonly seconds: number; readonly opId: string | undefined };
  /** Waits of creators for one acquisition, seconds. */
  readonly creatorWait: Percentiles;
}

export type Engine = 'events' | 'fluid';

export interface Run {
  readonly engine: Engine;
  readonly seed: number;
  readonly created: number;
  readonly freed: number;
  readonly batches: readonly Batch[];
  /** Exact for `events`; for `fluid` the counts of its fractional batches. */
  readonly counts: Counts;
  readonly contributions: readonly Contribution[];
  /** When the last netns was created, and when the last was freed. */
  readonly creationTime: number;
  readonly drainTime: number;
  readonly peak: Backlog;
  readonly timeline: readonly TimelineBin[];
  readonly rtnl: RtnlUse;
  readonly memory: { readonly bytesPerNet: number; readonly peakBytes: number };
  /** Time of one creation, start to end, seconds. */
  readonly creationLatency: Percentiles;
  /** g = λ·c: namespaces created while the worker dismantles one. Below 1 batches stay steady, above they grow. */
  readonly growth: number;
  /** Steps the engine took: events, or segments. */
  readonly steps: number;
}

/** Namespaces that exist at `time`: what /proc/slabinfo would show. Memory is freed only when a batch ends. */
export function aliveAt({ creationTime, drainTime, created, batches, timeline }: Run, time: number): number {
  if (time >= drainTime) return 0;
  if (time < creationTime) return timeline.findLast(({ from }) => from <= time)?.alive ?? 0;
  return batches.reduce((alive, { end, size }) => (end <= time ? alive - size : alive), created);
}
