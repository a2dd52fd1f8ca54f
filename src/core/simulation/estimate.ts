/** How long a run will take, so that a caller can refuse or warn before it starts. */
import { creationCost } from './creation';
import { batchCost, steadyBatch } from './growth';
import { planOf } from './plan';
import type { Engine } from './run';
import { netsOf, type Scenario } from './scenario';

export interface RunEstimate {
  /** Events of `events`, segment steps of `fluid`. An upper estimate, not a promise. */
  readonly steps: number;
  /** Seconds on a 2020s CPU. */
  readonly seconds: number;
}

/** Measured with Node 20 on a 2-CPU virtual machine, seconds per step. */
const STEP_TIME: Record<Engine, number> = { events: 0.5e-6, fluid: 2e-6 };
/** Events of one lock visit: the hold ends, the work after it ends, and half of them wait. */
const EVENTS_PER_VISIT = 2.5;
/** A probed state of contention, in steps. */
const STEPS_PER_PROBE = 2000;

export function estimateRun(scenario: Scenario, engine: Engine): RunEstimate {
  const { segments } = planOf(scenario);
  const nets = netsOf(scenario.workload);
  const cost = creationCost(scenario);
  const creation = (cost.visits + 1) * cost.cpuPiece + cost.visits * cost.hold + cost.sleep;
  const arrival = scenario.workload.creators / Math.max(creation, Number.MIN_VALUE);
  const fixedPlan = batchCost({ ops: [], segments });
  const size = Math.max(1, Math.min(nets, steadyBatch(arrival, fixedPlan)));
  const batches = nets / size;
  const turns = segments.reduce((sum, { turnsPerNet }) => sum + turnsPerNet, 0);
  const steps =
    engine === 'events'
      ? nets * (1 + EVENTS_PER_VISIT * (cost.visits + turns)) + batches * 2 * segments.length
      : batches * segments.length + STEPS_PER_PROBE * (2 + segments.filter(s => s.turnsPerNet > 0).length);
  return { steps, seconds: steps * STEP_TIME[engine] };
}
