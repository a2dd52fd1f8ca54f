/** The rates of every state of contention that a run meets, each probed once. */
import { aloneTime, creationCost } from '../creation';
import type { Scenario } from '../scenario';
import type { Segment } from '../segments';
import { steadyCpu } from '../work';
import { type Activity, probe, type Rates, type Visiting } from './probe';

/** Keeps probed rates between runs of scenarios that differ in seed or program only. Caller-owned. */
export type RateCache = Map<string, Rates>;

/** Times on a grid of 4 % serve as one state: slow drift of a table's fill must not probe for every batch. */
const GRID = 0.04;
/** Away for more than this share of a creation between two visits: too rarely seen in a probe's window. */
const AWAY = 0.25;
const onGrid = (seconds: number): number =>
  seconds > 0 ? Math.exp(Math.round(Math.log(seconds) / GRID) * GRID) : 0;

export class Contention {
  readonly #scenario: Scenario;
  readonly #cache: RateCache;
  readonly #prefix: string;
  readonly #spare: boolean;
  /** Seconds of a creation alone, and that a creator works between two RTNL visits. */
  readonly #alone: number;
  readonly #spacing: number;
  readonly #local = new Map<Segment, Rates>();
  #asleep: Rates | undefined;
  #working: Rates | undefined;

  constructor(scenario: Scenario, cache: RateCache = new Map()) {
    const { machine, workload, jitter } = scenario;
    const cost = creationCost(scenario);
    this.#alone = aloneTime(cost);
    this.#spacing = cost.visits > 0 ? (this.#alone - cost.visits * cost.hold) / cost.visits : Infinity;
    this.#scenario = { ...scenario, seed: 1 };
    this.#cache = cache;
    this.#spare = machine.cpus > workload.creators;
    this.#prefix = JSON.stringify([
      cost,
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
    if (known && !walking) return known;
    const activity: Visiting = {
      kind: 'visiting',
      heldCpu: (steadyCpu(held) + held.walks * walkTime) * slowness,
      heldSleep: held.sleep,
      freeCpu: (steadyCpu(free) + free.walks * walkTime) * slowness,
      freeSleep: free.sleep,
    };
    const gridded = {
      ...activity,
      heldCpu: walking ? onGrid(activity.heldCpu) : activity.heldCpu,
      freeCpu: walking ? onGrid(activity.freeCpu) : activity.freeCpu,
    };
    const away = activity.freeCpu + activity.freeSleep;
    const rates = away > AWAY * this.#alone ? this.#rarely(gridded) : this.#probed(gridded);
    this.#local.set(segment, rates);
    return rates;
  }

  /**
   * Seconds of undisturbed work that a creator gets done while the worker holds RTNL for `hold` seconds: it works on
   * until its next visit, so H − H²/2s if H is shorter than the spacing s of its visits, else s/2.
   */
  usedOf(hold: number): number {
    const spacing = this.#spacing;
    return hold < spacing ? hold - (hold * hold) / (2 * spacing) : spacing / 2;
  }

  /** The worker is away long between two visits: creators do as while it sleeps, and stand still for each hold. */
  #rarely({ heldCpu, heldSleep, freeCpu, freeSleep }: Visiting): Rates {
    const { asleep } = this;
    const [hold, away] = [heldCpu + heldSleep, freeCpu + freeSleep + asleep.wait];
    const turn = hold + away;
    return {
      ...asleep,
      creation: (asleep.creation * (away + this.usedOf(hold))) / turn,
      turns: 1 / turn,
      creatorShare: (asleep.creatorShare * away) / turn,
    };
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
