/**
 * The fluid engine: one step per segment and batch, creation going on at the rate of the segment's state of
 * contention. Batches are fractional. For sliders and replications; `events` is the reference.
 */
import { growthFactor } from '../growth';
import { planOf } from '../plan';
import { randomOf } from '../random';
import { Recorder } from '../recorder';
import type { Run } from '../run';
import { netsOf, type Scenario } from '../scenario';
import { Contention, type RateCache } from './contention';
import { Creation } from './creation';
import { groupsOf } from './groups';
import { FluidWorker, NOTHING } from './worker';

export interface FluidOptions {
  readonly cache?: RateCache | undefined;
  /** Called after every batch with the share of namespaces freed; false stops the run. */
  readonly proceed?: (share: number) => boolean;
}

/** @returns the run, or undefined when `proceed` stopped it */
export function runFluid(scenario: Scenario, { cache, proceed }: FluidOptions = {}): Run | undefined {
  const { machine, workload, seed } = scenario;
  const plan = planOf(scenario);
  const groups = groupsOf(plan.segments);
  const random = randomOf(seed);
  const books = new Recorder(scenario, plan);
  const contention = new Contention(scenario, cache);
  const creation = new Creation(scenario, books, random);
  const worker = new FluidWorker({ scenario, books, contention, creation, random });
  const nets = netsOf(workload);
  let steps = 0;

  if (workload.release === 'together') {
    creation.until(nets, contention.asleep);
    books.queued = nets;
  }
  for (;;) {
    if (books.queued < 1 && !creation.over) creation.until(1 - books.queued, contention.asleep);
    if (books.queued <= NOTHING) break;
    if (machine.netMutexCpu !== undefined) worker.takeNetMutex();
    const start = creation.now;
    const batch = books.takeBatch();
    for (const [index, group] of groups.entries()) {
      if (index === groups.length - 1) worker.excludes = false;
      worker.run(group, batch);
    }
    steps += groups.length;
    books.batch({ start, end: creation.now, size: batch });
    if (proceed && !proceed(books.freed / nets)) return undefined;
  }
  creation.finish();
  const fill = workload.entriesPerNet * books.meanAlive * machine.prices.walkEntry;
  return books.close('fluid', creation.now, growthFactor(plan, scenario, contention, fill), steps);
}
