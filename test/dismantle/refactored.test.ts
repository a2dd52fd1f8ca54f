import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asRefactored, TARGET_SLOTS } from '../../src/core/dismantle';
import {
  countBatch,
  EFFECT_KINDS,
  MULTIPLICITIES,
  type Op,
  type OpEffect,
  plainWorkload,
  SLOTS,
} from '../../src/core/simulation';

const op = (...effects: OpEffect[]): Op => ({ id: 'foo', name: 'foo', effects });
const net = (kind: OpEffect['kind'], more: Partial<OpEffect> = {}): OpEffect => ({
  kind,
  slot: 'exit',
  per: 'net',
  ...more,
});
const countsOf = (some: Op, batch: number) => countBatch({ ops: [some] }, batch, plainWorkload);

const ppp = op(net('rtnl'), net('device-unregister'), net('work-wait'));

test('to exit_batch: one lock, one unregistration, waits once, work items per netns as before', () => {
  const after = asRefactored(
    op(net('rtnl', { times: 3 }), ...ppp.effects, net('grace-period')),
    'exit_batch',
  );
  expect(after.effects).toEqual([
    { kind: 'rtnl', slot: 'exit_batch', per: 'batch' },
    { kind: 'device-unregister', slot: 'exit_batch', per: 'batch' },
    { kind: 'work-wait', slot: 'exit_batch', per: 'net' },
    { kind: 'grace-period', slot: 'exit_batch', per: 'batch' },
  ]);
});

test('to exit_rtnl: no lock of its own, devices to the list of the core, the rest outside RTNL as before', () => {
  const after = asRefactored(ppp, 'exit_rtnl');
  expect(after.effects).toEqual([
    { kind: 'device-unregister', slot: 'exit_rtnl', per: 'batch' },
    { kind: 'work-wait', slot: 'exit', per: 'net' },
  ]);
  expect(countsOf(ppp, 64)).toMatchObject({ rtnl: 64, gracePeriods: 129, barriers: 65 });
  expect(countsOf(after, 64)).toMatchObject({ rtnl: 1, gracePeriods: 3, barriers: 2 });
});

test('to exit_rtnl without devices: the work moves into the section of the core', () => {
  const after = asRefactored(op(net('rtnl'), net('grace-period')), 'exit_rtnl');
  expect(countsOf(after, 64)).toMatchObject({ rtnl: 1, gracePeriods: 65 });
});

test('to exit_batch_rtnl: as exit_rtnl, and what is left is shared', () => {
  const after = asRefactored(op(...ppp.effects, net('rcu-barrier')), 'exit_batch_rtnl');
  expect(countsOf(after, 64)).toMatchObject({ rtnl: 1, gracePeriods: 3, barriers: 3 });
});

test('what happens under a condition before still does after', () => {
  const after = asRefactored(op(net('rtnl', { conditional: true })), 'exit_batch');
  expect(after.effects).toEqual([{ kind: 'rtnl', slot: 'exit_batch', per: 'batch', conditional: true }]);
});

test('where nothing moves the same op comes back', () => {
  const early = op({ kind: 'rtnl', slot: 'pre_exit', per: 'net' });
  for (const target of TARGET_SLOTS) expect(asRefactored(early, target)).toBe(early);
  const waiting = op(net('work-wait'));
  expect(asRefactored(waiting, 'exit_rtnl')).toBe(waiting);
});

const anyEffect: fc.Arbitrary<OpEffect> = fc.record(
  {
    kind: fc.constantFrom(...EFFECT_KINDS),
    slot: fc.constantFrom(...SLOTS),
    per: fc.constantFrom(...MULTIPLICITIES),
    times: fc.integer({ min: 1, max: 4 }),
    conditional: fc.boolean(),
  },
  { requiredKeys: ['kind', 'slot', 'per'] },
);
const anyOp = fc.array(anyEffect, { maxLength: 8 }).map(effects => op(...effects));

test('no refactoring makes a batch pay more often for anything', () => {
  fc.assert(
    fc.property(
      anyOp,
      fc.constantFrom(...TARGET_SLOTS),
      fc.integer({ min: 2, max: 300 }),
      (some, target, batch) => {
        // the core's own section and unregistration are the price of the rtnl slots: once per batch
        const shared = { rtnl: 1, gracePeriods: 2, barriers: 1, unregisterCalls: 1 };
        const before = countsOf(some, batch);
        const after = countsOf(asRefactored(some, target), batch);
        for (const [name, count] of Object.entries(after))
          expect(count).toBeLessThanOrEqual(
            before[name as keyof typeof before] +
              (target === 'exit_batch' ? 0 : (shared[name as keyof typeof shared] ?? 0)),
          );
      },
    ),
  );
});

test('refactoring twice is refactoring once', () => {
  fc.assert(
    fc.property(anyOp, fc.constantFrom(...TARGET_SLOTS), (some, target) => {
      const once = asRefactored(some, target);
      expect(asRefactored(once, target)).toBe(once);
    }),
  );
});
