/** Bands: the same scenario with other seeds, and if wanted with prices drawn from the range that was seen. */
import type { RateCache } from './fluid/contention';
import { PRICE_NAMES, PRICES, type PriceName, type Prices } from './prices';
import { between, randomOf } from './random';
import type { Engine, Run } from './run';
import type { Scenario } from './scenario';
import { runOf } from './simulate';

export interface Band {
  readonly p5: number;
  readonly p50: number;
  readonly p95: number;
}

/** `seeds`: chance alone. `prices`: each price not fixed by a calibration is drawn from its range too. */
export const VARIED = ['seeds', 'prices'] as const;
export type Varied = (typeof VARIED)[number];

export interface Bands {
  readonly replications: number;
  /** What differed between them. */
  readonly vary: Varied;
  readonly creationTime: Band;
  readonly drainTime: Band;
  readonly peakAlive: Band;
  readonly peakBytes: Band;
  readonly longestHold: Band;
  readonly growth: Band;
  readonly batches: Band;
  /** Alive at evenly spaced times from 0 to the end of the slowest run, seconds. */
  readonly backlog: readonly (Band & { readonly time: number })[];
}

export interface ReplicateOptions {
  readonly replications: number;
  readonly engine?: Engine;
  readonly vary?: Varied;
  /** Prices that stay as they are. */
  readonly fixed?: readonly PriceName[];
  readonly cancelled?: () => boolean;
  readonly onProgress?: (share: number) => void;
}

/** Points of the backlog band. */
const POINTS = 200;

/** Replications that can be run one by one, so that a caller can answer messages between. */
export interface Replications {
  /** Runs the next one. True when all are done. */
  readonly advance: () => boolean;
  /** Share that is done, 0 to 1. */
  readonly progress: () => number;
  /** The bands; only after `advance` returned true. */
  readonly result: () => Bands;
}

export function startReplications(
  scenario: Scenario,
  {
    replications,
    engine = 'fluid',
    vary = 'seeds',
    fixed = [],
  }: Omit<ReplicateOptions, 'cancelled' | 'onProgress'>,
): Replications {
  const cache: RateCache = new Map();
  const runs: Run[] = [];
  const { machine } = scenario;
  return {
    advance: () => {
      const seed = scenario.seed + runs.length;
      const prices = vary === 'prices' ? drawPrices(machine.prices, fixed, seed) : machine.prices;
      if (runs.length < replications)
        runs.push(runOf({ ...scenario, seed, machine: { ...machine, prices } }, { engine, cache }));
      return runs.length >= replications;
    },
    progress: () => runs.length / replications,
    result: () => bandsOf(runs, vary),
  };
}

/** @returns undefined when cancelled */
export function replicate(scenario: Scenario, options: ReplicateOptions): Bands | undefined {
  const { cancelled, onProgress } = options;
  const replications = startReplications(scenario, options);
  for (let over = false; !over; onProgress?.(replications.progress())) {
    if (cancelled?.()) return undefined;
    over = replications.advance();
  }
  return replications.result();
}

function bandsOf(runs: readonly Run[], vary: Varied): Bands {
  const of = (pick: (run: Run) => number) => band(runs.map(pick));
  const end = Math.max(...runs.map(({ drainTime }) => drainTime));
  const times = Array.from({ length: POINTS + 1 }, (_, index) => (end * index) / POINTS);
  const alive = runs.map(run => aliveAtAll(run, times));
  return {
    replications: runs.length,
    vary,
    creationTime: of(run => run.creationTime),
    drainTime: of(run => run.drainTime),
    peakAlive: of(run => run.peak.alive),
    peakBytes: of(run => run.memory.peakBytes),
    longestHold: of(run => run.rtnl.longestHold.seconds),
    growth: of(run => run.growth),
    batches: of(run => run.batches.length),
    backlog: times.map((time, index) => ({ time, ...band(alive.map(values => values[index]!)) })),
  };
}

/** 5, 50 and 95 % of some values, linear between neighbours. */
export function band(values: readonly number[]): Band {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const low = sorted[below]!;
    const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
    return low + (place - below) * (high - low);
  };
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) };
}

/** Alive at ascending times, from the bins of one run. */
function aliveAtAll({ timeline, drainTime }: Run, times: readonly number[]): number[] {
  let bin = 0;
  return times.map(time => {
    if (time > drainTime) return 0;
    while (bin + 1 < timeline.length && timeline[bin]!.to < time) bin += 1;
    return timeline[bin]!.alive;
  });
}

/** Each price log-uniform within its range; a price that was set outside of it stays. */
function drawPrices(prices: Prices, fixed: readonly PriceName[], seed: number): Prices {
  const random = randomOf(seed);
  const drawn = PRICE_NAMES.map(name => {
    const { low, high } = PRICES[name];
    const value = between(low, high, random);
    const stays = fixed.includes(name) || prices[name] < low || prices[name] > high;
    return [name, stays ? prices[name] : value];
  });
  return Object.fromEntries(drawn) as Prices;
}
