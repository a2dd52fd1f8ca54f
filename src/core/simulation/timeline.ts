/**
 * What happened over time, in a fixed number of bins: who held RTNL, and how many namespaces were allocated.
 * The length of a run is not known beforehand, so bins double in width when time runs past the last.
 */

/** Who holds RTNL: creators, the worker once per netns, or the worker once for a whole batch. */
const HOLDERS = ['creators', 'perNet', 'batch'] as const;
export type Holder = (typeof HOLDERS)[number];

export interface Backlog {
  /** Created and not yet freed: what /proc/slabinfo shows. */
  readonly alive: number;
  /** Released and not yet in the worker's hands: length of cleanup_list. */
  readonly queued: number;
}

export interface TimelineBin extends Backlog, Readonly<Record<Holder, number>> {
  /** Start and end, seconds. `alive` and `queued` are as of the end; the holders have shares of the time, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

const BINS = 512;
const FIRST_WIDTH = 1e-3;
const UNKNOWN = -1;

export class Timeline {
  #width = FIRST_WIDTH;
  readonly #held: Record<Holder, Float64Array> = {
    creators: new Float64Array(BINS),
    perNet: new Float64Array(BINS),
    batch: new Float64Array(BINS),
  };
  readonly #alive = new Float64Array(BINS).fill(UNKNOWN);
  readonly #queued = new Float64Array(BINS).fill(UNKNOWN);

  /** `holder` had RTNL from `from` to `to`, for `share` of that time. */
  held(holder: Holder, from: number, to: number, share = 1): void {
    this.#reach(to);
    const bins = this.#held[holder];
    const first = this.#binAt(from);
    const last = this.#binAt(to);
    if (first === last) {
      bins[first]! += share * (to - from);
      return;
    }
    bins[first]! += share * ((first + 1) * this.#width - from);
    for (let bin = first + 1; bin < last; bin += 1) bins[bin]! += share * this.#width;
    bins[last]! += share * (to - last * this.#width);
  }

  /** The backlog as of `time`, seconds; times never go back. */
  backlog(time: number, { alive, queued }: Backlog): void {
    this.#reach(time);
    const bin = this.#binAt(time);
    this.#alive[bin] = alive;
    this.#queued[bin] = queued;
  }

  /** All bins up to `end`, seconds. */
  bins(end: number): TimelineBin[] {
    this.#reach(end);
    let backlog: Backlog = { alive: 0, queued: 0 };
    return Array.from({ length: this.#binAt(end) + 1 }, (_, bin) => {
      if (this.#alive[bin]! !== UNKNOWN) backlog = { alive: this.#alive[bin]!, queued: this.#queued[bin]! };
      const from = bin * this.#width;
      const to = Math.max(from, Math.min(end, from + this.#width));
      const share = (holder: Holder) => (to > from ? Math.min(1, this.#held[holder][bin]! / (to - from)) : 0);
      return {
        from,
        to,
        ...backlog,
        creators: share('creators'),
        perNet: share('perNet'),
        batch: share('batch'),
      };
    });
  }

  #binAt(time: number): number {
    return Math.min(BINS - 1, Math.floor(time / this.#width));
  }

  #reach(time: number): void {
    while (time >= BINS * this.#width) {
      for (const holder of HOLDERS) fold(this.#held[holder], (a, b) => a + b, 0);
      for (const series of [this.#alive, this.#queued])
        fold(series, (a, b) => (b === UNKNOWN ? a : b), UNKNOWN);
      this.#width *= 2;
    }
  }
}

/** Pairs of bins become one; the upper half is empty again. */
function fold(bins: Float64Array, join: (a: number, b: number) => number, empty: number): void {
  for (let bin = 0; bin < BINS / 2; bin += 1) bins[bin] = join(bins[2 * bin]!, bins[2 * bin + 1]!);
  bins.fill(empty, BINS / 2);
}
