/** Does the work of one side, in a worker or without one; between two steps it listens for newer work. */
import {
  batchCost,
  planOf,
  type RateCache,
  type Run,
  runOf,
  type Scenario,
  startEvents,
  startReplications,
  startSensitivity,
} from '../core/simulation';
import { packed } from './packed';
import type { Half, HalfAnswer, Pair } from './work';

/** States of contention that are remembered between runs; each is some hundred bytes. */
const MOST_RATES = 4000;
/** Events between two looks for messages: some ten milliseconds. */
const STRIDE = 50_000;

/**
 * @param answer called with every answer
 * @param breathe resolves after waiting messages were handed to the returned function
 */
export function computer(
  answer: (answer: HalfAnswer) => void,
  breathe: () => Promise<void>,
): (work: Half) => Promise<void> {
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
    const { id, side, scenario } = work;
    try {
      if (work.kind === 'later') await later(work);
      else {
        const run = work.kind === 'live' ? runOf(scenario, { cache }) : await exact(work);
        const cost = batchCost(planOf(scenario));
        if (run) answer({ kind: work.kind, id, side, run: packed(run), cost });
      }
    } catch (error) {
      answer({ kind: 'failed', id, side, message: error instanceof Error ? error.message : String(error) });
    }
  };

  async function exact({ id, side, scenario }: Exclude<Half, { kind: 'stop' }>): Promise<Run | null> {
    const events = startEvents(scenario);
    while (!events.advance(STRIDE)) {
      answer({ kind: 'progress', id, side, share: events.progress() });
      if (await stale(id)) return null;
    }
    return events.result();
  }

  async function later({
    id,
    side,
    scenario,
    replications,
    vary,
    fixed,
    pinned,
  }: Extract<Half, { kind: 'later' }>): Promise<void> {
    const runs: Pair<Run>[] = [];
    for (const pair of side === 'before' ? pinned : []) {
      if (await stale(id)) return;
      const of = (one: Scenario) => runOf(one, { cache });
      runs.push({ before: of(pair.before), after: pair.after && of(pair.after) });
    }
    if (side === 'before') answer({ kind: 'pinned', id, side, runs });
    const bands = startReplications(scenario, { replications, vary, fixed });
    while (!bands.advance()) if (await stale(id)) return;
    answer({ kind: 'bands', id, side, bands: bands.result() });
    if (side !== 'before' || (await stale(id))) return;
    const { creationTime, peak } = runOf({ ...scenario, jitter: 0 }, { cache });
    const now = { creationTime, peakAlive: peak.alive };
    const prices = startSensitivity(scenario);
    while (!prices.advance()) if (await stale(id)) return;
    answer({ kind: 'sensitivity', id, side, rows: prices.result(), now });
  }
}
