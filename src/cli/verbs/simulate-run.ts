import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  type Bands,
  type Engine,
  estimateRun,
  type PriceName,
  type Run,
  runOf,
  type Scenario,
  startEvents,
  startReplications,
  type Varied,
} from '../../core/simulation';
import { seconds } from '../../report/simulation';

/** Events between two looks at the keyboard. */
const STRIDE = 200_000;

interface Interrupted {
  readonly kind: 'interrupted';
}
export interface RunDone {
  readonly kind: 'done';
  readonly run: Run;
  readonly bands: Bands | null;
}

interface RunRequest {
  readonly engine: Engine;
  readonly replications: number;
  readonly vary: Varied;
  /** Prices that were measured: they do not vary. */
  readonly fixed: readonly PriceName[];
  readonly interrupt: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Runs a scenario and its replications; Ctrl-C is heard between. */
export async function runScenario(
  scenario: Scenario,
  { engine, replications, vary, fixed, interrupt, onProgress }: RunRequest,
): Promise<RunDone | Interrupted> {
  const steps = 1 + replications;
  const run =
    engine === 'fluid'
      ? runOf(scenario, { engine })
      : await events(scenario, interrupt, share => onProgress(share / steps));
  if (run === null) return { kind: 'interrupted' };
  if (replications === 0) return { kind: 'done', run, bands: null };
  const more = startReplications(scenario, { replications, engine, vary, fixed });
  while (!more.advance()) {
    onProgress((1 + more.progress() * replications) / steps);
    await othersFirst();
    if (interrupt.aborted) return { kind: 'interrupted' };
  }
  return { kind: 'done', run, bands: more.result() };
}

async function events(
  scenario: Scenario,
  interrupt: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Run | null> {
  const run = startEvents(scenario);
  while (!run.advance(STRIDE)) {
    onProgress(run.progress());
    await othersFirst();
    if (interrupt.aborted) return null;
  }
  return run.result();
}

/** Longer than this is said before it starts, seconds. */
const LONG = 10;
/** Longer than this is not started, seconds. */
const TOO_LONG = 3600;

/** How long all runs will take, in words for standard error; null where nobody will notice. */
export function howLong(
  scenarios: readonly Scenario[],
  engine: Engine,
  replications: number,
): { readonly words: string; readonly refused: boolean } | null {
  const all = scenarios.reduce((sum, scenario) => sum + estimateRun(scenario, engine).seconds, 0);
  const time = all * (1 + replications);
  if (time < LONG) return null;
  const words = `these runs take about ${seconds(time).replace('\u202f', ' ')}`;
  const way = [
    ...(replications > 0 ? ['fewer --replications'] : []),
    ...(engine === 'events' ? ['--engine fluid'] : []),
    'fewer netns in the scenario',
  ].join(', or ');
  return time > TOO_LONG
    ? { words: `${words}, more than an hour: give ${way}`, refused: true }
    : { words: `${words}; Ctrl-C ends them`, refused: false };
}
