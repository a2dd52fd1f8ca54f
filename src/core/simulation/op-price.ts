import { planOf } from './plan';
import type { Op } from './program';
import type { Scenario } from './scenario';
import { steadyCpu, type Work } from './work';

/** Time of the cleanup worker, seconds: on a CPU, and asleep until readers, callbacks or work items are done. */
export interface WorkerTime {
  readonly cpu: number;
  readonly sleep: number;
}

/** What one op adds to the dismantle of a batch: T(B) = perBatch + perNet · B. */
export interface OpPrice {
  readonly perBatch: WorkerTime;
  readonly perNet: WorkerTime;
}

/**
 * What the effects of an op cost by the prices alone: nobody else wants RTNL or a CPU. A closed form for one op, to
 * rank by and to show beside the code; what it does to a dismantle under load is for a run to tell.
 * @param entries entries of each global table that is walked
 */
export function opPrice(
  op: Op,
  { workload, machine }: Pick<Scenario, 'workload' | 'machine'>,
  entries: number,
): OpPrice {
  const plan = planOf({ program: { ops: [{ ...op, cpuPerNet: 0 }] }, workload, machine });
  const { held, free, heldPerNet, freePerNet } = plan.ops[0]!;
  const walk = entries * machine.prices.walkEntry;
  const both = (...works: readonly Work[]): WorkerTime => ({
    cpu: works.reduce((sum, work) => sum + steadyCpu(work) + work.walks * walk, 0),
    sleep: works.reduce((sum, { sleep }) => sum + sleep, 0),
  });
  return { perBatch: both(held, free), perNet: both(heldPerNet, freePerNet) };
}
