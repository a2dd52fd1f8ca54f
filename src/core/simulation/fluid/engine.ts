/**
 * The fluid engine: one step per segment and batch, creation going on at the rate of the segment's state of
 * contention. Batches are fractional. For sliders and replications; `events` is the reference.
 */
import { growthFactor } from '../growth';
import { type Plan, planOf } from '../plan';
import { jittered, randomOf } from '../random';
import { Recorder } from '../recorder';
import type { Run } from '../run';
import { netsOf, type Scenario } from '../scenario';
import { steadyCpu, type Work } from '../work';
import { Contention, type RateCache } from './contention';
import { Creation } from './creation';
import { type Group, groupsOf } from './groups';

/** Less than this many namespaces is rounding error. */
const NOTHING = 1e-9;

export interface FluidOptions {
  readonly cache?: RateCache | undefined;
  readonly plan?: Plan;
  /** Called after every batch with the share of namespaces freed; false stops the run. */
  readonly proceed?: (share: number) => boolean;
}

/** @returns the run, or undefined when `proceed` stopped it */
export function runFluid(scenario: Scenario, options: FluidOptions = {}): Run | undefined {
  const { cache, plan = planOf(scenario), proceed } = options;
  const { machine, workload, jitter, seed } = scenario;
  const { prices } = machine;
  const random = randomOf(seed);
  const books = new Recorder(scenario, plan);
  const contention = new Contention(scenario, cache);
  const creation = new Creation(scenario, books, random);
  const nets = netsOf(workload);
  const groups = groupsOf(plan.segments);
  const last = groups.length - 1;
  /** Creators stand before net_mutex while the worker has it. */
  let excluded = false;
  let steps = 0;

  const slowness = () => (creation.over ? 1 : 1 + prices.interference);
  const walkTime = (gone: number) =>
    workload.entriesPerNet * Math.max(0, books.alive - gone) * prices.walkEntry;
  const vary = (seconds: number, parts: number) => jittered(seconds, jitter, random, Math.max(1, parts));
  const rates = (state: 'asleep' | 'working') => (creation.over || excluded ? undefined : contention[state]);

  /** The worker sleeps for `seconds` without RTNL. */
  function sleep(seconds: number, parts = 1): void {
    let left = vary(seconds, parts);
    while (left > 0) left = creation.advance(left, rates('asleep'));
  }

  /** The worker needs `seconds` of CPU without RTNL; creation may end meanwhile, which makes it faster. */
  function compute(seconds: number, parts: number): void {
    let left = vary(seconds, parts);
    while (left > 0) {
      const state = rates('working');
      const stretch = state?.stretch ?? 1;
      left = creation.advance(left * stretch, state) / stretch;
    }
  }

  /** The worker takes RTNL `turns` times; creators run between. */
  function visit({ segment, ops }: Group, turns: number, batch: number): void {
    const { held, free, op } = segment;
    let left = turns;
    while (left > NOTHING) {
      const walking = walkTime(batch / 2);
      const cpu = steadyCpu(held) + held.walks * walking;
      const undisturbed = cpu + held.sleep + steadyCpu(free) + free.walks * walking + free.sleep;
      const state = creation.over || excluded ? undefined : contention.visiting(segment, walking, slowness());
      const pace = state?.turns ?? 1 / Math.max(undisturbed, Number.MIN_VALUE);
      const from = creation.now;
      const rest = creation.advance(left / pace, state);
      const done = left - rest * pace;
      const hold = cpu * slowness() + held.sleep;
      books.held(
        'perNet',
        from,
        creation.now,
        creation.now > from ? (done * hold) / (creation.now - from) : 0,
      );
      for (const sharer of ops) books.rtnlWait[sharer]! += (done * (state?.wait ?? 0)) / ops.length;
      books.walks[op]! += done * (held.walks + free.walks) * walking;
      books.hold(op, hold);
      left = rest * pace;
    }
  }

  /** Linear work of a whole batch: CPU and sleep, walks included, seconds. */
  function amount(op: number, fixed: Work, perNet: Work, batch: number) {
    const walking = fixed.walks * walkTime(0) + batch * perNet.walks * walkTime(Math.max(0, batch - 1) / 2);
    books.walks[op]! += walking;
    return {
      cpu: (steadyCpu(fixed) + batch * steadyCpu(perNet) + walking) * slowness(),
      sleep: fixed.sleep + batch * perNet.sleep,
    };
  }

  function runGroup(group: Group, batch: number): void {
    const { segment } = group;
    const { op, turnsPerNet, turnsPerBatch, takes, releases } = segment;
    steps += 1;
    if (turnsPerNet > 0) {
      visit(group, turnsPerNet * batch, batch);
      return;
    }
    for (let turn = 0; turn < turnsPerBatch; turn += 1) {
      if (takes) {
        const wait = rates('asleep')?.wait ?? 0;
        books.rtnlWait[op]! += wait;
        sleep(wait);
        creation.block();
      }
      const held = amount(op, segment.held, segment.heldPerNet, batch);
      if (creation.blocked) {
        const seconds = vary(held.cpu, batch) + vary(held.sleep, batch);
        const from = creation.now;
        creation.stall(seconds, contention);
        books.held('batch', from, creation.now);
      } else {
        compute(held.cpu, batch);
        sleep(held.sleep, batch);
      }
      if (releases) books.hold(op, creation.unblock());
      const free = amount(op, segment.free, segment.freePerNet, batch);
      compute(free.cpu, batch);
      sleep(free.sleep, batch);
    }
  }

  const takeBatch = () => {
    const batch = books.queued;
    books.queued = 0;
    return batch;
  };

  if (workload.release === 'together') {
    while (!creation.over) creation.advance(Infinity, contention.asleep);
    books.queued = nets;
  }
  for (;;) {
    if (books.queued < 1 && !creation.over) creation.until(1 - books.queued, contention.asleep);
    if (books.queued <= NOTHING) break;
    if (machine.netMutexCpu !== undefined) {
      sleep(rates('asleep')?.netMutexWait ?? 0);
      excluded = true;
    }
    const start = creation.now;
    const batch = takeBatch();
    for (const [index, group] of groups.entries()) {
      if (index === last) excluded = false;
      runGroup(group, batch);
    }
    books.batch({ start, end: creation.now, size: batch });
    if (proceed && !proceed(books.freed / nets)) return undefined;
  }
  creation.finish();
  const fill = workload.entriesPerNet * books.meanAlive * prices.walkEntry;
  return books.close('fluid', creation.now, growthFactor(plan, scenario, contention, fill), steps);
}
