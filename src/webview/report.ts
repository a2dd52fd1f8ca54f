/** What is said of two runs: a report about the question that they answer, bands apart. */
import { type Question, tallyOf } from '../core/dismantle';
import { verdictOf } from '../core/simulation';
import type { SimulationReport } from '../report/simulation';
import type { Pair, Ran } from './work';

/** @param batch netns in the batch of the exact counts */
export function reportOf(
  version: string,
  question: Question,
  { before, after }: Pair<Ran>,
  batch: number,
): SimulationReport {
  const tally = tallyOf(question, batch);
  const { whole } = tally;
  const compared = after && whole.after;
  return {
    schema: 1,
    tool: { name: 'pernet-lens', version },
    origin: 'simulated',
    engine: before.run.engine,
    question,
    tally,
    before: { run: before.run, bands: null },
    after: after && { run: after.run, bands: null },
    verdict: compared
      ? verdictOf(
          before.run,
          after.run,
          { batch, before: whole.before, after: compared },
          { before: before.cost, after: after.cost },
        )
      : null,
  };
}
