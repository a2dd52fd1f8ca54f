import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchCost } from '../../src/core/simulation/growth';
import { planOf } from '../../src/core/simulation/plan';
import type { Op } from '../../src/core/simulation/program';
import type { Run } from '../../src/core/simulation/run';
import type { Scenario } from '../../src/core/simulation/scenario';
import { runOf } from '../../src/core/simulation/simulate';
import { isIllConditioned } from '../../src/core/simulation/verdict';
import { many, op, perBatch, perNet, scenario } from './scenarios';

/** Loads of some thousand namespaces on 2 to 64 CPUs, with every kind of cost that a tree can have. */
const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    creators: fc.integer({ min: 1, max: 30 }),
    cpus: fc.integer({ min: 2, max: 64 }),
    hz: fc.constantFrom(100, 250, 1000),
    creationCpu: fc.double({ min: 1e-3, max: 8e-3, noNaN: true }),
    creationSleep: fc.constantFrom(0, 0, 1e-3),
    creationRtnlVisits: fc.integer({ min: 1, max: 8 }),
    creationRtnlHold: fc.double({ min: 0.02e-3, max: 0.6e-3, noNaN: true }),
    rtnlOps: fc.integer({ min: 0, max: 8 }),
    rtnlWork: fc.double({ min: 1e-6, max: 50e-6, noNaN: true }),
    waits: fc.constantFrom<Op[]>(
      [],
      [op('waits', perNet('work-wait'))],
      [op('waits', perNet('grace-period'))],
    ),
    devices: fc.constantFrom<Op[]>(
      [],
      [op('tunnel', perNet('device-unregister'))],
      [op('tunnel', perBatch('device-unregister'))],
      [op('tunnel', perBatch('device-unregister', { slot: 'exit_batch_rtnl' }))],
    ),
    walks: fc.constantFrom<Op[]>(
      [],
      [op('walk', perBatch('rtnl'), perNet('table-walk', { slot: 'exit_batch', underRtnl: true }))],
      [op('walk', perBatch('table-walk'))],
    ),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ creators, cpus, hz, rtnlOps, rtnlWork, waits, devices, walks, seed, ...creation }) =>
    scenario({
      workload: { ...creation, creators, iterations: Math.max(300, Math.ceil(3000 / creators)) },
      machine: { cpus, hz },
      prices: { rtnlWork },
      ops: [...many(30, 'plain'), ...many(rtnlOps, 'rtnl', perNet('rtnl')), ...waits, ...devices, ...walks],
      seed,
    }),
  );

/**
 * Where agreement can be asked for. Outside, one draw decides: a run of few batch cycles ends in the middle of one, a
 * hold as long as a good part of creation falls before or after its end, and at g near 1 batches neither settle nor grow.
 */
const comparable = ({ creationTime, growth, rtnl }: Run, each: Scenario) =>
  !isIllConditioned(growth) &&
  growth < 10 &&
  creationTime > 20 * batchCost(planOf(each)).fixed &&
  creationTime > 20 * rtnl.longestHold.seconds;

const off = (a: number, b: number) => Math.abs(a / b - 1);
const RUNS = Number(process.env.AGREEMENT_RUNS ?? 25);

test('both engines agree within 10 % on creation and drain time where g is outside 0.8 to 1.2', () => {
  const worst = { creation: 0, drain: 0 };
  fc.assert(
    fc.property(scenarios, each => {
      const fluid = runOf(each);
      fc.pre(comparable(fluid, each));
      const events = runOf(each, { engine: 'events' });
      worst.creation = Math.max(worst.creation, off(fluid.creationTime, events.creationTime));
      worst.drain = Math.max(worst.drain, off(fluid.drainTime, events.drainTime));
      expect(off(fluid.creationTime, events.creationTime)).toBeLessThan(0.1);
      expect(off(fluid.drainTime, events.drainTime)).toBeLessThan(0.1);
    }),
    { numRuns: RUNS },
  );
  if (process.env.AGREEMENT_RUNS) console.log(worst);
}, 600_000);
