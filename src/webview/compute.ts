/** Does the work, in a worker or without one; between two steps it listens for newer work. */
import {
  batchCost,
  compareRuns,
  planOf,
  type RateCache,
  type Run,
  runOf,
  type Scenario,
  startEvents,
  startReplications,
  startSensitivity,
} from '../core/simulation';
import type { Answer, Computed, Pair, Work } from './work';

/** States of contention that are remembered between runs; each is some hundred bytes. */
const MOST_RATES = 4000;
/** Events between two looks for messages: some ten milliseconds. */
const STRIDE = 50_000;

/**
 * @param answer called with every answer
 * @param breathe resolves after waiting messages were handed to the returned function
 */
export function computer(
  answer: (answer: Answer) => void,
  breathe: () => Promise<void>,
): (work: Work) => Promise<void> {
  const cache: RateCache = new Map();
  let newest = 0;

  const stale = async (id: number): Promise<boolean> => {
    await breathe();
    return id !== newest;
  };

  return async work => {
    newest = work.kind === 'stop' ? -1 : work.id;
    if (work.kind === 'stop') return;
    if (cache.size > MOST_RATES) cache.clear();
    const { id, scenarios } = work;
    try {
      if (work.kind === 'live') {
        const runs = both(scenarios, scenario => runOf(scenario, { cache }));
        answer({ kind: 'live', id, ...computed(scenarios, runs, work.batch) });
      } else if (work.kind === 'exact') await exact(work);
      else await later(work);
    } catch (error) {
      answer({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
  };

  async function exact({ id, scenarios, batch }: Extract<Work, { kind: 'exact' }>): Promise<void> {
    const total = scenarios.after ? 2 : 1;
    const run = async (scenario: Scenario, done: number): Promise<Run | null> => {
      const events = startEvents(scenario);
      while (!events.advance(STRIDE)) {
        answer({ kind: 'progress', id, share: (done + events.progress()) / total });
        if (await stale(id)) return null;
      }
      return events.result();
    };
    const before = await run(scenarios.before, 0);
    const after = before && scenarios.after ? await run(scenarios.after, 1) : null;
    if (!before || (scenarios.after && !after)) return;
    answer({ kind: 'exact', id, ...computed(scenarios, { before, after }, batch) });
  }

  async function later({
    id,
    scenarios,
    replications,
    vary,
    fixed,
    pinned,
  }: Extract<Work, { kind: 'later' }>): Promise<void> {
    const runs: Pair<Run>[] = [];
    for (const pair of pinned) {
      if (await stale(id)) return;
      runs.push(both(pair, scenario => runOf(scenario, { cache })));
    }
    answer({ kind: 'pinned', id, runs });
    const bands = both(scenarios, scenario => startReplications(scenario, { replications, vary, fixed }));
    for (const each of [bands.before, bands.after])
      while (each && !each.advance()) if (await stale(id)) return;
    answer({
      kind: 'bands',
      id,
      bands: { before: bands.before.result(), after: bands.after?.result() ?? null },
    });
    if (await stale(id)) return;
    const { creationTime, peak } = runOf({ ...scenarios.before, jitter: 0 }, { cache });
    const now = { creationTime, peakAlive: peak.alive };
    const prices = startSensitivity(scenarios.before);
    while (!prices.advance()) if (await stale(id)) return;
    answer({ kind: 'sensitivity', id, rows: prices.result(), now });
  }
}

const both = <From, To>({ before, after }: Pair<From>, of: (one: From) => To): Pair<To> => ({
  before: of(before),
  after: after && of(after),
});

function computed({ before, after }: Pair<Scenario>, runs: Pair<Run>, batch: number): Computed {
  if (!after || !runs.after)
    return { runs, costs: { before: batchCost(planOf(before)), after: null }, verdict: null };
  const { verdict, costs } = compareRuns(before, after, runs.before, runs.after, batch);
  return { runs, costs, verdict };
}
