/** The rates of every state of contention that a run meets, each probed once. */
import { aloneTime, creationCost } from '../creation';
import type { Scenario } from '../scenario';
import type { Segment } from '../segments';
import { steadyCpu } from '../work';
import { type Activity, probe, type Rates } from './probe';

/** Keeps probed rates between runs of scenarios that differ in seed or program only. Caller-owned. */
export type RateCache = Map<string, Rates>;

/** Times on a grid of 4 % serve as one state: slow drift of a table's fill must not probe for every batch. */
const GRID = 0.04;
const onGrid = (seconds: number): number =>
  seconds > 0 ? Math.exp(Math.round(Math.log(seconds) / GRID) * GRID) : 0;

export class Contention {
  readonly #scenario: Scenario;
  readonly #cache: RateCache;
  readonly #prefix: string;
  readonly #spare: boolean;
  readonly #local = new Map<Segment, { activity: Activity; rates: Rates }>();
  #asleep: Rates | undefined;
  #working: Rates | undefined;

  constructor(scenario: Scenario, cache: RateCache = new Map()) {
    const { machine, workload, jitter } = scenario;
    this.#scenario = { ...scenario, seed: 1 };
    this.#cache = cache;
    this.#spare = machine.cpus > workload.creators;
    this.#prefix = JSON.stringify([
      creationCost(scenario),
      workload.creators,
      machine.cpus,
      machine.prices.lockHandOff,
      jitter,
    ]);
  }

  /** The worker waits for readers, callbacks or work items. */
  get asleep(): Rates {
    this.#asleep ??= this.#probed({ kind: 'asleep' });
    return this.#asleep;
  }

  /** The worker computes without RTNL. With a CPU to spare, creators do not notice. */
  get working(): Rates {
    this.#working ??= this.#spare ? this.asleep : this.#probed({ kind: 'working' });
    return this.#working;
  }

  /**
   * The worker takes RTNL in turns, as the segment says.
   * @param walkTime CPU of one walk over all entries, seconds
   * @param slowness factor on the worker's CPU
   * @returns rates, the turns per second being those of this very hold
   */
  visiting(segment: Segment, walkTime: number, slowness: number): Rates {
    const { held, free } = segment;
    const known = this.#local.get(segment);
    const walking = held.walks > 0 || free.walks > 0;
    if (known && !walking) return known.rates;
    const activity: Activity = {
      kind: 'visiting',
      heldCpu: (steadyCpu(held) + held.walks * walkTime) * slowness,
      heldSleep: held.sleep,
      freeCpu: (steadyCpu(free) + free.walks * walkTime) * slowness,
      freeSleep: free.sleep,
    };
    const rates = this.#probed({
      ...activity,
      heldCpu: walking ? onGrid(activity.heldCpu) : activity.heldCpu,
      freeCpu: walking ? onGrid(activity.freeCpu) : activity.freeCpu,
    });
    this.#local.set(segment, { activity, rates });
    return rates;
  }

  /** Seconds that a creator works on before its next RTNL visit, at most. */
  get visitSpacing(): number {
    const cost = creationCost(this.#scenario);
    return cost.visits > 0 ? (aloneTime(cost) - cost.visits * cost.hold) / cost.visits : Infinity;
  }

  #probed(activity: Activity): Rates {
    const key = this.#prefix + JSON.stringify(activity);
    let rates = this.#cache.get(key);
    if (!rates) {
      rates = probe(this.#scenario, activity);
      this.#cache.set(key, rates);
    }
    return rates;
  }
}
