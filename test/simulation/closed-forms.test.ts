import { describe, expect, test } from 'vitest';
import { deviceTeardown } from '../../src/core/simulation/devices';
import { batchCost, batchTime, steadyBatch } from '../../src/core/simulation/growth';
import { chainLength, fitLookup, lookupThroughput } from '../../src/core/simulation/lookup';
import { planOf } from '../../src/core/simulation/plan';
import { barrierTime, builtInPrices, gracePeriodTime } from '../../src/core/simulation/prices';
import type { OpEffect, Program } from '../../src/core/simulation/program';
import { runOf } from '../../src/core/simulation/simulate';
import { tableCreation } from '../../src/core/simulation/tables';
import { type Changes, many, op, perBatch, perNet, scenario } from './scenarios';

/** All namespaces are released together, so the run ends with one batch of them; no jitter. */
const massRelease = (nets: number, changes: Changes) =>
  scenario({
    ...changes,
    workload: { creators: 1, iterations: nets, release: 'together', ...changes.workload },
    jitter: 0,
  });

const trees: Record<string, Changes> = {
  'no op at all': {},
  'eight RTNL acquisitions per netns': { ops: many(8, 'op', perNet('rtnl')) },
  'a grace period and a barrier per netns': { ops: [op('a', perNet('grace-period'), perNet('rcu-barrier'))] },
  'devices unregistered per netns': { ops: [op('a', perNet('device-unregister'))] },
  'the RTNL section': { ops: many(3, 'a', perBatch('device-unregister', { slot: 'exit_batch_rtnl' })) },
};

describe('a batch takes T(B) = F + c·B in both engines when nobody else runs', () => {
  for (const [name, changes] of Object.entries(trees))
    test(name, () => {
      for (const batch of [1, 10, 300])
        for (const engine of ['events', 'fluid'] as const) {
          const each = massRelease(batch, changes);
          const [only] = runOf(each, { engine }).batches;
          expect(only!.size).toBeCloseTo(batch, 6);
          expect(only!.end - only!.start).toBeCloseTo(batchTime(batch, batchCost(planOf(each))), 6);
        }
    });
});

test('F of the core is a grace period and a barrier; c is the price of a netns', () => {
  const { fixed, perNet: each } = batchCost(planOf(scenario({ machine: { hz: 250 } })));
  expect(fixed).toBeCloseTo(8 / 250, 9);
  expect(each).toBeCloseTo(builtInPrices.netCpu, 9);
});

test('c has in it what netCpu was measured with, and no less than its effects', () => {
  const idle = [perNet('work-wait', { times: 14 }), perNet('proc-teardown', { times: 95 })];
  const inNetCpu = { 'work-wait': 14, 'proc-teardown': 95 };
  const costOf = (changes: Partial<Program>, prices = {}) => {
    const { program, ...each } = scenario({ prices, ops: [op('stack', ...idle)] });
    return batchCost(planOf({ ...each, program: { ...program, ...changes } })).perNet;
  };
  expect(costOf({ inNetCpu })).toBeCloseTo(builtInPrices.netCpu, 9);
  const apart = 14 * builtInPrices.workWait + 95 * builtInPrices.procTeardown;
  expect(costOf({})).toBeCloseTo(builtInPrices.netCpu + apart, 9);
  expect(costOf({ inNetCpu }, { netCpu: 1e-6 })).toBeCloseTo(apart, 9);
});

test('a thread is waited for, idle work is not; under RTNL only synchronize_net() is expedited', () => {
  const each = scenario({ prices: { netCpu: 0, rtnlWork: 0 } });
  const costOf = (...effects: OpEffect[]) => {
    const { fixed, perNet: slope } = batchCost(planOf({ ...each, program: { ops: [op('a', ...effects)] } }));
    return { fixed, perNet: slope };
  };
  const { workWait, threadWait, expeditedGracePeriod, gracePeriod } = builtInPrices;
  expect(costOf(perNet('work-wait')).perNet).toBeCloseTo(workWait, 9);
  expect(costOf(perNet('work-wait', { blocks: true })).perNet).toBeCloseTo(threadWait, 9);
  const held = { underRtnl: true };
  expect(costOf(perNet('rtnl'), perNet('grace-period', held)).perNet).toBeCloseTo(expeditedGracePeriod, 9);
  const normal = perNet('grace-period', { ...held, expedited: false });
  expect(costOf(perNet('rtnl'), normal).perNet).toBeCloseTo(gracePeriod / each.machine.hz, 9);
});

test('unregistering devices one by one, per netns or batched is the closed form of 2009', () => {
  const devices = 500;
  for (const [per, calls] of [
    ['device', devices],
    ['batch', 1],
  ] as const) {
    const each = massRelease(1, {
      workload: { devicesPerNet: devices },
      prices: { netCpu: 0, rtnlWork: 0, lockHandOff: 0 },
      ops: [op('dummy', { kind: 'device-unregister', slot: per === 'batch' ? 'exit_batch' : 'exit', per })],
    });
    const core = gracePeriodTime(builtInPrices, 1000, false) + barrierTime(builtInPrices, 1000);
    const { drainTime, creationTime } = runOf(each, { engine: 'events' });
    const closed = deviceTeardown({
      devices,
      calls,
      gracePeriodsPerCall: 2,
      gracePeriodsPerDevice: 0,
      gracePeriod: builtInPrices.expeditedGracePeriod,
      cpuPerDevice: builtInPrices.unregisterDevice,
    });
    const barriers = calls * barrierTime(builtInPrices, 1000);
    expect(drainTime - creationTime).toBeCloseTo(core + closed.time + barriers, 6);
  }
});

test('creation never beats the RTNL it holds: λ ≤ 1 / hold', () => {
  const creationRtnlHold = 1e-3;
  const each = scenario({
    workload: { creators: 30, iterations: 50, creationRtnlHold },
    machine: { cpus: 64 },
    jitter: 0,
  });
  for (const engine of ['events', 'fluid'] as const)
    expect(1500 / runOf(each, { engine }).creationTime).toBeLessThanOrEqual(1.005 / creationRtnlHold);
});

test('below g = 1 batches settle at B* = λF / (1 − g)', () => {
  const each = scenario({ workload: { creators: 4, iterations: 2000 }, jitter: 0 });
  const cost = batchCost(planOf(each));
  for (const engine of ['events', 'fluid'] as const) {
    const { batches, creationTime, growth } = runOf(each, { engine });
    const arrival = 8000 / creationTime;
    expect(growth).toBeCloseTo(arrival * cost.perNet, 1);
    const late = batches.slice(-30, -10);
    const size = late.reduce((sum, batch) => sum + batch.size, 0) / late.length;
    expect(size / steadyBatch(arrival, cost)).toBeGreaterThan(0.93);
    expect(size / steadyBatch(arrival, cost)).toBeLessThan(1.07);
  }
});

test('above g = 1 each batch is g times the one before, until creation stops', () => {
  const each = scenario({
    workload: { creators: 8, iterations: 4000 },
    prices: { netCpu: 0.8e-3 },
    jitter: 0,
  });
  for (const engine of ['events', 'fluid'] as const) {
    const { batches, growth, creationTime } = runOf(each, { engine });
    expect(growth).toBeGreaterThan(1.5);
    const grown = batches.filter(({ end, size }) => end < creationTime && size > 200);
    for (const [index, { size }] of grown.entries())
      if (index > 0) expect(size / grown[index - 1]!.size / growth).toBeCloseTo(1, 0.7);
    expect(grown.length).toBeGreaterThan(1);
  }
});

test('a walk per netns costs w·(B·E − e·B²/2): entries go while the batch is walked', () => {
  const walkEntry = 1e-6;
  const nets = 200;
  const each = massRelease(nets, {
    workload: { entriesPerNet: 2, tableBuckets: 0 },
    prices: { walkEntry },
    ops: [op('walk', perBatch('rtnl'), perNet('table-walk', { slot: 'exit_batch', underRtnl: true }))],
  });
  const closed = walkEntry * (nets * 2 * nets - (2 * nets * (nets - 1)) / 2);
  for (const engine of ['events', 'fluid'] as const)
    expect(runOf(each, { engine }).contributions[0]!.walks).toBeCloseTo(closed, 6);
});

test('creation pays for the tables that every netns allocates, in time and in memory', () => {
  const tableBytes = 2 ** 20;
  const own = massRelease(100, {
    ops: [op('table', { kind: 'allocation', slot: 'init', per: 'net', bytes: tableBytes })],
  });
  const shared = massRelease(100, {});
  const closed = (bytes: number) =>
    tableCreation({
      nets: 100,
      creation: shared.workload.creationCpu + shared.workload.creationRtnlHold,
      netBytes: builtInPrices.netBytes,
      tableBytes: bytes,
      allocation: builtInPrices.allocation,
    });
  for (const [each, bytes] of [
    [own, tableBytes],
    [shared, 0],
  ] as const) {
    const run = runOf(each, { engine: 'events' });
    expect(run.creationTime).toBeCloseTo(closed(bytes).time, 6);
    expect(run.memory.peakBytes).toBeCloseTo(closed(bytes).bytes, 0);
  }
});

test('lookup throughput falls with the chain as 1 / (t0 + t1·(L − 1)); a table per netns brings it back', () => {
  const cost = fitLookup(
    [1, 10, 50].map(chain => ({ chain, throughput: 1 / (0.02 + 0.0001 * (chain - 1)) })),
  );
  expect(cost.base).toBeCloseTo(0.02, 9);
  expect(cost.perEntry).toBeCloseTo(0.0001, 9);
  expect(lookupThroughput(chainLength(2 ** 20, 2 ** 17), cost)).toBeCloseTo(1 / (0.02 + 0.0007), 6);
  expect(lookupThroughput(chainLength(10, 2 ** 17), cost)).toBeCloseTo(50, 6);
});
