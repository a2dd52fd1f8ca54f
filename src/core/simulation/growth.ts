/** Closed forms of a dismantle without contention, and the growth factor. Derivations: docs/simulation.md §4. */
import type { Contention } from './fluid/contention';
import type { Plan } from './plan';
import type { Scenario } from './scenario';
import { steadyCpu } from './work';

export interface BatchCost {
  /** F, seconds paid once per batch (grace periods, barriers). */
  readonly fixed: number;
  /** c, seconds of worker time per netns. */
  readonly perNet: number;
}

/**
 * Time to dismantle a batch alone, in seconds: T(B) = F + c·B.
 * @param batch number of netns in the batch, ≥ 0
 */
export const batchTime = (batch: number, { fixed, perNet }: BatchCost): number => fixed + perNet * batch;

/** F and c of a plan with nobody else on the machine and all walked tables empty. */
export const batchCost = ({ segments }: Plan): BatchCost =>
  segments.reduce(
    ({ fixed, perNet }, { turnsPerNet, turnsPerBatch, held, heldPerNet, free, freePerNet }) => {
      const turn = steadyCpu(held) + held.sleep + steadyCpu(free) + free.sleep;
      const net = steadyCpu(heldPerNet) + heldPerNet.sleep + steadyCpu(freePerNet) + freePerNet.sleep;
      return turnsPerNet > 0
        ? { fixed, perNet: perNet + turnsPerNet * turn }
        : { fixed: fixed + turnsPerBatch * turn, perNet: perNet + turnsPerBatch * net };
    },
    { fixed: 0, perNet: 0 },
  );

/**
 * Size at which batches settle when g < 1: B* = λF / (1 − g), with g = λ·c.
 * @param arrival λ, namespaces per second
 */
export const steadyBatch = (arrival: number, { fixed, perNet }: BatchCost): number =>
  arrival * perNet < 1 ? (arrival * fixed) / (1 - arrival * perNet) : Infinity;

/**
 * g: namespaces created while the worker dismantles one, summed over what the plan pays per netns. Work under one
 * hold for the whole batch adds nothing: creators stand still meanwhile.
 * @param walkTime CPU of one walk over the global tables at their fill, seconds
 */
export function growthFactor(
  plan: Plan,
  { machine }: Scenario,
  contention: Contention,
  walkTime: number,
): number {
  const slowness = 1 + machine.prices.interference;
  /** Before 4.17 nobody creates until net_mutex is dropped, before the last segment. */
  const open = machine.netMutexCpu === undefined ? plan.segments : plan.segments.slice(-1);
  return open.reduce((growth, segment) => {
    if (segment.turnsPerNet > 0) {
      const { creation, turns } = contention.visiting(segment, walkTime, slowness);
      return growth + (segment.turnsPerNet * creation) / turns;
    }
    const { freePerNet, turnsPerBatch } = segment;
    const cpu = (steadyCpu(freePerNet) + freePerNet.walks * walkTime) * slowness;
    const { working, asleep } = contention;
    const created = cpu * working.stretch * working.creation + freePerNet.sleep * asleep.creation;
    return growth + turnsPerBatch * created;
  }, 0);
}
