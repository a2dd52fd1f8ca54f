/** Creation as a flow: how many namespaces come while the worker spends time, and how long each took. */
import { creationCost, creationVariance } from '../creation';
import type { Random } from '../random';
import type { Recorder } from '../recorder';
import { netsOf, type Scenario } from '../scenario';
import type { Contention } from './contention';
import type { Rates } from './probe';

export class Creation {
  now = 0;
  /** Batches alike that one step stands for: what comes meanwhile is divided among them, and all but one are freed. */
  repeats = 1;
  #blockedSince: number | undefined;
  /** Creators that the last long hold delayed and that have not finished since, and by how much. */
  #late = 0;
  #stall = 0;
  /** Creations that no long hold delayed, by the state of contention they happened in. */
  readonly #made = new Map<Rates, number>();
  readonly #nets: number;
  readonly #creators: number;
  readonly #visits: number;
  readonly #spread: number;
  readonly #keep: boolean;

  constructor(
    scenario: Scenario,
    private readonly books: Recorder,
    private readonly random: Random,
  ) {
    this.#nets = netsOf(scenario.workload);
    this.#creators = scenario.workload.creators;
    const cost = creationCost(scenario);
    this.#visits = cost.visits;
    this.#spread = Math.sqrt(creationVariance(cost, scenario.jitter));
    this.#keep = scenario.workload.release === 'together';
  }

  /** All namespaces exist. */
  get over(): boolean {
    return this.books.created >= this.#nets;
  }

  get blocked(): boolean {
    return this.#blockedSince !== undefined;
  }

  /**
   * Time passes while creators run at `rates`, or not at all without rates.
   * @returns seconds left when creation ended before `seconds` were over, else 0
   */
  advance(seconds: number, rates: Rates | undefined): number {
    if (!rates || this.over) {
      this.#pass(seconds);
      return 0;
    }
    const expected = seconds * rates.creation;
    const noise = this.#spread > 0 ? this.#spread * Math.sqrt(expected) * this.random.normal() : 0;
    const arriving = Math.max(0, expected + noise);
    const ends = arriving >= this.#missing;
    const spent = ends ? seconds * (this.#missing / arriving) : seconds;
    this.#spend(spent, Math.min(arriving, this.#missing), rates);
    return ends ? Math.max(0, seconds - spent) : 0;
  }

  /** Time passes until `count` more namespaces have come, or creation is over. */
  until(count: number, rates: Rates): void {
    const coming = Math.min(count, this.#missing);
    this.#spend(coming / rates.creation, coming, rates);
  }

  /** The worker has taken RTNL for the whole batch. */
  block(): void {
    this.#blockedSince = this.now;
  }

  /**
   * Time passes under that hold; creators work on until their next RTNL visit.
   * @param contention undefined when creators stand still anyhow
   */
  stall(seconds: number, contention: Contention | undefined): void {
    const since = this.now - this.#blockedSince!;
    if (this.over || !contention) {
      this.#pass(seconds);
      return;
    }
    const { asleep } = contention;
    const { repeats } = this;
    const used = contention.usedOf((since + seconds) / repeats) - contention.usedOf(since / repeats);
    const arriving = repeats * used * asleep.creation;
    this.now += seconds;
    this.#arrive(Math.min(arriving, this.#missing), asleep);
    this.books.backlog(this.now);
  }

  /** RTNL is dropped. @returns seconds it was held */
  unblock(): number {
    const seconds = (this.now - this.#blockedSince!) / this.repeats;
    this.#blockedSince = undefined;
    this.#late = this.over ? 0 : this.repeats * this.#creators;
    this.#stall = seconds;
    return seconds;
  }

  #pass(seconds: number): void {
    this.now += seconds;
    this.books.backlog(this.now);
  }

  get #missing(): number {
    return this.#nets - this.books.created;
  }

  #spend(seconds: number, count: number, rates: Rates): void {
    const from = this.now;
    this.now += seconds;
    this.#arrive(count, rates);
    this.books.held('creators', from, this.now, rates.creatorShare);
    this.books.backlog(this.now);
  }

  #arrive(count: number, rates: Rates): void {
    const { books } = this;
    books.created = count >= this.#missing ? this.#nets : books.created + count;
    if (!this.#keep) {
      books.queued += count / this.repeats;
      books.freed += count - count / this.repeats;
    }
    if (this.over) books.creationTime = this.now;
    const late = Math.min(count, this.#late);
    this.#late -= late;
    this.#made.set(rates, (this.#made.get(rates) ?? 0) + count - late);
    if (late > 0) {
      books.creatorWait.add(this.#stall, late);
      books.latency.add(mean(rates.latencies) + this.#stall, late);
    }
  }

  /** Enters the times of all creations into the books, each state's at once. */
  finish(): void {
    for (const [{ latencies, waits }, count] of this.#made) {
      for (const latency of latencies) this.books.latency.add(latency, count / latencies.length);
      for (const wait of waits) this.books.creatorWait.add(wait, (this.#visits * count) / waits.length);
    }
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
