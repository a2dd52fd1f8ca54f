/** Before and after: two runs of the same load, what the second saves, and in plain words whether it does. */
import { addCounts, type Counts, countBatch } from './counts';
import { type BatchCost, batchCost } from './growth';
import { planOf } from './plan';
import type { Engine, Run } from './run';
import type { Scenario } from './scenario';
import { runOf } from './simulate';
import { type Verdict, verdictOf } from './verdict';

/** before − after; negative where the change costs. Differences of two runs, never sums of bars. */
interface Savings {
  readonly counts: Counts;
  readonly creationTime: number;
  readonly drainTime: number;
  readonly peakAlive: number;
  readonly peakBytes: number;
  readonly longestHold: number;
}

export interface Comparison {
  readonly before: Run;
  readonly after: Run;
  readonly savings: Savings;
  /** Exact counts for a batch of `batch` namespaces, before and after: facts, no price enters. */
  readonly counts: { readonly batch: number; readonly before: Counts; readonly after: Counts };
  readonly verdict: Verdict;
  /** F and c, with nobody else on the machine. */
  readonly costs: { readonly before: BatchCost; readonly after: BatchCost };
}

export interface CompareOptions {
  readonly engine?: Engine;
  /** Size of the batch for the exact counts. */
  readonly batch?: number;
}

const SHOWN_BATCH = 100;

export function compare(before: Scenario, after: Scenario, options: CompareOptions = {}): Comparison {
  const { engine = 'fluid', batch = SHOWN_BATCH } = options;
  return compareRuns(before, after, runOf(before, { engine }), runOf(after, { engine }), batch);
}

/** The same for runs that the caller already has. */
export function compareRuns(
  before: Scenario,
  after: Scenario,
  beforeRun: Run,
  afterRun: Run,
  batch = SHOWN_BATCH,
): Comparison {
  const counts = {
    batch,
    before: countBatch(before.program, batch, before.workload),
    after: countBatch(after.program, batch, after.workload),
  };
  const costs = { before: batchCost(planOf(before)), after: batchCost(planOf(after)) };
  return {
    before: beforeRun,
    after: afterRun,
    savings: savingsOf(beforeRun, afterRun),
    counts,
    verdict: verdictOf(beforeRun, afterRun, counts, costs),
    costs,
  };
}

const savingsOf = (before: Run, after: Run): Savings => ({
  counts: addCounts(before.counts, after.counts, -1),
  creationTime: before.creationTime - after.creationTime,
  drainTime: before.drainTime - after.drainTime,
  peakAlive: before.peak.alive - after.peak.alive,
  peakBytes: before.memory.peakBytes - after.memory.peakBytes,
  longestHold: before.rtnl.longestHold.seconds - after.rtnl.longestHold.seconds,
});
