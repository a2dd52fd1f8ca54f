/** The front door: one scenario, either engine, with progress and cancelling through the caller's functions. */
import { startEvents } from './events/engine';
import type { RateCache } from './fluid/contention';
import { runFluid } from './fluid/engine';
import type { Engine, Run } from './run';
import type { Scenario } from './scenario';

export interface SimulateOptions {
  readonly engine?: Engine;
  /** Called now and then with the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Asked now and then; true stops the run. */
  readonly cancelled?: () => boolean;
  /** Rates of the fluid engine, kept by the caller between runs. */
  readonly cache?: RateCache;
}

export type Simulation = { readonly kind: 'done'; readonly run: Run } | { readonly kind: 'cancelled' };

/** A run that nobody can cancel. */
export function runOf(scenario: Scenario, options: Pick<SimulateOptions, 'engine' | 'cache'> = {}): Run {
  const simulation = simulate(scenario, options);
  if (simulation.kind === 'cancelled') throw new Error('a run without a cancelled() callback was cancelled');
  return simulation.run;
}

/** Events between two looks at `cancelled`: some milliseconds. */
const STRIDE = 16_384;

export function simulate(scenario: Scenario, options: SimulateOptions = {}): Simulation {
  const { engine = 'fluid', onProgress, cancelled, cache } = options;
  if (cancelled?.()) return { kind: 'cancelled' };
  if (engine === 'fluid') {
    const proceed = (share: number) => {
      onProgress?.(share);
      return cancelled?.() !== true;
    };
    const run = runFluid(scenario, { cache, proceed });
    return run ? { kind: 'done', run } : { kind: 'cancelled' };
  }
  const run = startEvents(scenario);
  while (!run.advance(STRIDE)) {
    onProgress?.(run.progress());
    if (cancelled?.()) return { kind: 'cancelled' };
  }
  return { kind: 'done', run: run.result() };
}
