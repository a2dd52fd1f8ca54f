/** The exact counts of a question: for the ops that are looked at, and for the dismantle as a whole. */
import { addCounts, type Counts, countBatch, noCounts, opCounts, type Scenario } from '../simulation';
import type { Question } from './question';

export interface Tally {
  /** Namespaces in the batch. */
  readonly batch: number;
  /** Of the ops that are looked at; null where that is the whole program. */
  readonly subject: { readonly before: Counts; readonly after: Counts | null } | null;
  readonly whole: { readonly before: Counts; readonly after: Counts | null };
}

/** Facts of the program; no price enters. @param batch namespaces in the batch, ≥ 1 */
export function tallyOf({ before, after, subject }: Question, batch: number): Tally {
  const looked = new Set(subject);
  const whole = ({ program, workload }: Scenario) => countBatch(program, batch, workload);
  const some = ({ program, workload }: Scenario) =>
    program.ops
      .filter(({ id }) => looked.has(id))
      .reduce((sum, op) => addCounts(sum, opCounts(op, batch, workload)), noCounts);
  return {
    batch,
    subject: looked.size === 0 ? null : { before: some(before), after: after && some(after) },
    whole: { before: whole(before), after: after && whole(after) },
  };
}
