import { expect, test } from 'vitest';
import { countBatch, opCounts } from '../../src/core/simulation/counts';
import type { Op } from '../../src/core/simulation/program';
import { plainWorkload, type Workload } from '../../src/core/simulation/scenario';
import { many, op, perBatch, perNet, program } from './scenarios';

const counts = (ops: readonly Op[], batch: number, workload: Partial<Workload> = {}) =>
  countBatch(program(...ops), batch, { ...plainWorkload, ...workload });

test('cleanup_net() alone waits for one grace period and one barrier, whatever the batch', () => {
  expect(counts([], 1)).toMatchObject({ rtnl: 0, gracePeriods: 1, barriers: 1 });
  expect(counts([], 1000)).toMatchObject({ rtnl: 0, gracePeriods: 1, barriers: 1 });
});

test('eight handlers that take RTNL per netns take it 800 times for a batch of 100, batched 8 times', () => {
  expect(counts(many(8, 'op', perNet('rtnl')), 100).rtnl).toBe(800);
  expect(counts(many(8, 'op', perBatch('rtnl')), 100).rtnl).toBe(8);
});

test('the RTNL section of cleanup_net() is one acquisition for all ops that use its slots', () => {
  const section = [
    ...many(5, 'a', perNet('rtnl', { slot: 'exit_rtnl' })),
    op('b', perBatch('table-walk', { slot: 'exit_batch_rtnl' })),
  ];
  expect(counts(section, 100)).toMatchObject({ rtnl: 1, walks: 1 });
});

test('each call that unregisters devices takes RTNL, waits for two grace periods and a barrier', () => {
  const devices = { devicesPerNet: 3 };
  const core = { gracePeriods: 1, barriers: 1 };
  expect(counts([op('t', perNet('device-unregister', { per: 'device' }))], 10, devices)).toMatchObject({
    unregisterCalls: 30,
    rtnl: 30,
    gracePeriods: 60 + core.gracePeriods,
    barriers: 30 + core.barriers,
  });
  expect(counts([op('t', perNet('device-unregister'))], 10, devices)).toMatchObject({
    unregisterCalls: 10,
    rtnl: 10,
  });
  expect(counts([op('t', perBatch('device-unregister'))], 10, devices)).toMatchObject({
    unregisterCalls: 1,
    rtnl: 1,
  });
});

test('devices handed to the core share its one unregister call', () => {
  const tunnel = perBatch('device-unregister', { slot: 'exit_batch_rtnl' });
  expect(counts([op('a', tunnel), op('b', tunnel)], 50)).toMatchObject({
    rtnl: 1,
    unregisterCalls: 1,
    gracePeriods: 3,
    barriers: 2,
  });
});

test('an RTNL effect beside the unregister is not counted twice', () =>
  expect(counts([op('t', perNet('rtnl'), perNet('device-unregister'))], 10).rtnl).toBe(10));

test('without devices nothing is unregistered: an empty list returns at once', () =>
  expect(counts([op('t', perNet('device-unregister'))], 10, { devicesPerNet: 0 })).toMatchObject({
    unregisterCalls: 0,
    gracePeriods: 1,
  }));

test('effects under a condition count only when the workload says that conditions hold', () => {
  const ops = [op('a', perNet('rtnl', { conditional: true }), perNet('table-walk', { times: 2 }))];
  expect(counts(ops, 10)).toMatchObject({ rtnl: 10, walks: 20 });
  expect(counts(ops, 10, { conditional: 'skipped' })).toMatchObject({ rtnl: 0, walks: 20 });
});

test('creation costs nothing at dismantle', () =>
  expect(opCounts(op('a', perNet('allocation', { slot: 'init' })), 10, plainWorkload)).toMatchObject({
    rtnl: 0,
  }));
