import { expect, test } from 'vitest';
import type { Run } from '../../src/core/simulation/run';
import { runOf } from '../../src/core/simulation/simulate';
import { many, op, perBatch, perNet, scenario } from './scenarios';

/** One load with every kind of cost; a change of these numbers is a change of the model. */
const load = scenario({
  workload: { creators: 6, iterations: 200 },
  machine: { cpus: 8 },
  ops: [
    ...many(4, 'rtnl', perNet('rtnl')),
    op('tunnel', perBatch('device-unregister')),
    op('walk', perBatch('rtnl'), perNet('table-walk', { slot: 'exit_batch', underRtnl: true })),
    op('section', perBatch('device-unregister', { slot: 'exit_batch_rtnl' })),
    op('work', perNet('work-wait', { blocks: true }), perNet('global-lock'), perNet('proc-teardown')),
  ],
});

const DIGITS = 4;
const rounded = (value: number) => Number(value.toPrecision(DIGITS));

const summary = (run: Run) => ({
  creationTime: rounded(run.creationTime),
  drainTime: rounded(run.drainTime),
  batches: run.batches.length,
  peakAlive: rounded(run.peak.alive),
  growth: rounded(run.growth),
  rtnl: rounded(run.counts.rtnl),
  longestHold: rounded(run.rtnl.longestHold.seconds),
  latencyP95: rounded(run.creationLatency.p95),
});

test('events', () =>
  expect(summary(runOf(load, { engine: 'events' }))).toMatchInlineSnapshot(`
    {
      "batches": 13,
      "creationTime": 0.7076,
      "drainTime": 0.7788,
      "growth": 0.6944,
      "latencyP95": 0.01136,
      "longestHold": 0.01111,
      "peakAlive": 265,
      "rtnl": 4839,
    }
  `));

test('fluid', () =>
  expect(summary(runOf(load))).toMatchInlineSnapshot(`
    {
      "batches": 13,
      "creationTime": 0.6966,
      "drainTime": 0.784,
      "growth": 0.6944,
      "latencyP95": 0.01182,
      "longestHold": 0.01083,
      "peakAlive": 263.6,
      "rtnl": 4839,
    }
  `));

test('each op has its share of the worker: CPU, RTNL wait and hold, waits, walks', () => {
  const { contributions } = runOf(load, { engine: 'events' });
  const of = (id: string) => contributions.find(each => each.id === id)!;
  expect(of('rtnl0').rtnlWait).toBeGreaterThan(0);
  expect(of('tunnel').waits).toBeGreaterThan(0);
  expect(of('walk').walks).toBeGreaterThan(0);
  expect(of('work').waits).toBeCloseTo(1200 * 30e-6, 6);
  expect(of('cleanup_net').counts.barriers).toBeGreaterThan(0);
});
