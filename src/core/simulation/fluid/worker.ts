/** The netns worker of the fluid engine: spends time on one group of visits, or on one segment, of a batch at once. */
import { jittered, type Random } from '../random';
import type { Recorder } from '../recorder';
import type { Scenario } from '../scenario';
import type { Segment } from '../segments';
import { steadyCpu, type Work } from '../work';
import type { Contention } from './contention';
import type { Creation } from './creation';
import type { Group } from './groups';
import type { Rates } from './probe';

/** Less than this many namespaces, or turns, is rounding error. */
export const NOTHING = 1e-9;

export interface FluidWorld {
  readonly scenario: Scenario;
  readonly books: Recorder;
  readonly contention: Contention;
  readonly creation: Creation;
  readonly random: Random;
}

export class FluidWorker {
  /** Creators stand before net_mutex while the worker has it. */
  excludes = false;
  /** Batches alike that one step stands for. */
  repeats = 1;
  readonly #world: FluidWorld;

  constructor(world: FluidWorld) {
    this.#world = world;
  }

  /** Before 4.17: waits for net_mutex, and has it from now on. */
  takeNetMutex(): void {
    this.#sleep(this.#rates('asleep')?.netMutexWait ?? 0);
    this.excludes = true;
  }

  run(group: Group, batch: number): void {
    const { segment } = group;
    if (segment.turnsPerNet > 0) this.#visit(group, this.repeats * segment.turnsPerNet * batch, batch);
    else for (let turn = 0; turn < segment.turnsPerBatch; turn += 1) this.#turn(segment, batch);
  }

  /** One turn for the whole batch: RTNL, if it is taken here or still held, then what comes after it. */
  #turn(segment: Segment, batch: number): void {
    const { books, creation, contention } = this.#world;
    const { op, takes, releases } = segment;
    if (takes) {
      const wait = this.#rates('asleep')?.wait ?? 0;
      books.rtnlWait[op]! += this.repeats * wait;
      this.#sleep(wait);
      creation.block();
    }
    const held = this.#amount(op, segment.held, segment.heldPerNet, batch);
    if (creation.blocked) {
      const from = creation.now;
      const seconds = this.#vary(held.cpu, batch) + this.#vary(held.sleep, batch);
      creation.stall(seconds, this.excludes ? undefined : contention);
      books.held('batch', from, creation.now);
    }
    if (releases) books.hold(op, creation.unblock());
    const free = this.#amount(op, segment.free, segment.freePerNet, batch);
    this.#compute(free.cpu, batch);
    this.#sleep(free.sleep, batch);
  }

  /** The worker takes RTNL `turns` times; creators run between. */
  #visit({ segment, ops }: Group, turns: number, batch: number): void {
    const { books, creation, contention } = this.#world;
    const { held, free, op } = segment;
    let left = turns;
    while (left > NOTHING) {
      const walking = this.#walkTime(batch / 2);
      const cpu = (steadyCpu(held) + held.walks * walking) * this.#slowness();
      const hold = cpu + held.sleep;
      const alone = hold + (steadyCpu(free) + free.walks * walking) * this.#slowness() + free.sleep;
      const state = this.#undisturbed ? undefined : contention.visiting(segment, walking, this.#slowness());
      const pace = state?.turns ?? 1 / Math.max(alone, Number.MIN_VALUE);
      const from = creation.now;
      const rest = creation.advance(left / pace, state);
      const done = left - rest * pace;
      const time = creation.now - from;
      books.held('perNet', from, creation.now, time > 0 ? (done * hold) / time : 0);
      for (const sharer of ops) books.rtnlWait[sharer]! += (done * (state?.wait ?? 0)) / ops.length;
      books.walks[op]! += done * (held.walks + free.walks) * walking;
      books.hold(op, hold);
      left = rest * pace;
    }
  }

  /** The worker sleeps for `seconds` without RTNL. */
  #sleep(seconds: number, parts = 1): void {
    let left = this.#vary(seconds, parts);
    while (left > 0) left = this.#world.creation.advance(left, this.#rates('asleep'));
  }

  /** The worker needs `seconds` of CPU without RTNL; creation may end meanwhile, which makes it faster. */
  #compute(seconds: number, parts: number): void {
    let left = this.#vary(seconds, parts);
    while (left > 0) {
      const state = this.#rates('working');
      const stretch = state?.stretch ?? 1;
      left = this.#world.creation.advance(left * stretch, state) / stretch;
    }
  }

  /** Linear work of a whole batch: CPU and sleep, walks included, seconds. */
  #amount(op: number, fixed: Work, perNet: Work, batch: number) {
    const meanGone = Math.max(0, batch - 1) / 2;
    const walking = fixed.walks * this.#walkTime(0) + batch * perNet.walks * this.#walkTime(meanGone);
    this.#world.books.walks[op]! += this.repeats * walking;
    return {
      cpu: (steadyCpu(fixed) + batch * steadyCpu(perNet) + walking) * this.#slowness(),
      sleep: fixed.sleep + batch * perNet.sleep,
    };
  }

  /** No creator runs: creation is over, or stands before net_mutex. */
  get #undisturbed(): boolean {
    return this.#world.creation.over || this.excludes;
  }

  #rates(state: 'asleep' | 'working'): Rates | undefined {
    return this.#undisturbed ? undefined : this.#world.contention[state];
  }

  /** Factor on the worker's CPU. */
  #slowness(): number {
    const { creation, scenario } = this.#world;
    return creation.over ? 1 : 1 + scenario.machine.prices.interference;
  }

  /** CPU of one walk over all entries, `gone` namespaces of the batch being unhashed already, seconds. */
  #walkTime(gone: number): number {
    const { books, scenario } = this.#world;
    const entries = scenario.workload.entriesPerNet * Math.max(0, books.alive - gone);
    return entries * scenario.machine.prices.walkEntry;
  }

  /** What `seconds` of each batch come to in all of this step. */
  #vary(seconds: number, parts: number): number {
    const { scenario, random } = this.#world;
    const { repeats } = this;
    return jittered(repeats * seconds, scenario.jitter, random, repeats * Math.max(1, parts));
  }
}
