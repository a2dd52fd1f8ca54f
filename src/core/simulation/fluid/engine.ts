/**
 * The fluid engine: one step per segment and batch, creation going on at the rate of the segment's state of
 * contention. Batches are fractional; where thousands of small ones follow each other alike, several are one step. For
 * sliders and replications; `events` is the reference.
 */
import { growthFactor } from '../growth';
import { planOf } from '../plan';
import { randomOf } from '../random';
import { Recorder } from '../recorder';
import type { Run } from '../run';
import { netsOf, type Scenario } from '../scenario';
import { Contention, type RateCache } from './contention';
import { Creation } from './creation';
import { groupsOf, mixed } from './groups';
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
  const inOrder = groupsOf(plan.segments);
  const inAnyOrder = mixed(inOrder);
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
    const repeats =
      machine.netMutexCpu === undefined && !creation.over ? alike(books, creation.now, nets) : 1;
    creation.repeats = repeats;
    worker.repeats = repeats;
    if (books.queued < 1 && !creation.over) creation.until(repeats * (1 - books.queued), contention.asleep);
    if (books.queued <= NOTHING) break;
    if (machine.netMutexCpu !== undefined) worker.takeNetMutex();
    const start = creation.now;
    const batch = books.takeBatch();
    const freed = books.freed;
    const groups = repeats > 1 ? inAnyOrder : inOrder;
    for (const [index, group] of groups.entries()) {
      if (index === groups.length - 1) worker.excludes = false;
      worker.run(group, batch);
    }
    steps += groups.length;
    books.batch({ start, end: creation.now, size: batch }, { repeats, freed: books.freed - freed });
    if (proceed && !proceed(books.freed / nets)) return undefined;
  }
  creation.finish();
  const fill = workload.entriesPerNet * books.meanAlive * machine.prices.walkEntry;
  return books.close('fluid', creation.now, growthFactor(plan, scenario, contention, fill), steps);
}

/** Batches that must have been seen before any are taken to be alike. */
const SEEN = 50;
/** Into so many steps a run is cut at least: about as many as the time line has bins, so that no step shows. */
const STEPS = 600;
/** The end of creation is approached in steps of this share of what is left. */
const APPROACH = 0.25;

/** How many batches, as long as the last ones were, are so small a part of the run that they may be one step. */
function alike(books: Recorder, now: number, nets: number): number {
  const mean = books.lastBatches(SEEN);
  if (!mean) return 1;
  const whole = (now * nets) / books.created;
  const left = (APPROACH * (nets - books.created)) / mean.size;
  return Math.max(1, Math.floor(Math.min(whole / STEPS / mean.time, left)));
}
