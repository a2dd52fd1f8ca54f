import { describe, expect, test } from 'vitest';
import { compare } from '../../src/core/simulation/compare';
import type { Op } from '../../src/core/simulation/program';
import { type Changes, many, op, perBatch, perNet, scenario } from './scenarios';

const verdict = (before: readonly Op[], after: readonly Op[], changes: Changes = {}) =>
  compare(scenario({ ...changes, ops: before }), scenario({ ...changes, ops: after })).verdict;

test('savings are differences of two runs', () => {
  const before = scenario({ ops: many(8, 'op', perNet('rtnl')) });
  const after = scenario({ ops: many(8, 'op', perBatch('rtnl')) });
  const comparison = compare(before, after, { batch: 50 });
  expect(comparison.counts).toMatchObject({ batch: 50, before: { rtnl: 400 }, after: { rtnl: 8 } });
  expect(comparison.savings.drainTime).toBe(comparison.before.drainTime - comparison.after.drainTime);
  expect(comparison.savings.counts.rtnl).toBe(comparison.before.counts.rtnl - comparison.after.counts.rtnl);
});

test('savings of ops do not add: one of eight locks saves almost nothing while g stays above 1', () => {
  const load = { workload: { creators: 30, creationRtnlVisits: 8, creationRtnlHold: 0.4e-3 } };
  const tree = (batched: number) => [
    ...many(8 - batched, 'left', perNet('rtnl')),
    ...many(batched, 'done', perBatch('rtnl')),
  ];
  const saving = (batched: number) =>
    compare(scenario({ ...load, ops: tree(0) }), scenario({ ...load, ops: tree(batched) })).savings.drainTime;
  expect(saving(8)).toBeGreaterThan(8 * saving(1));
});

describe('in plain words', () => {
  test('the loop alone moved: no gain', () =>
    expect(
      verdict([op('a', perNet('proc-teardown'))], [op('a', perNet('proc-teardown', { slot: 'exit_batch' }))]),
    ).toEqual({
      gained: false,
      words:
        'No gain: only the loop moved. No lock, wait, walk or device unregistration is paid less often per batch, so the worker does the same work in the same time.',
    }));

  test('a worker that keeps up gains nothing', () =>
    expect(
      verdict([op('a', perNet('rtnl'))], [op('a', perBatch('rtnl'))], { workload: { creators: 1 } }),
    ).toMatchObject({
      gained: false,
      words: expect.stringMatching(
        /^No gain in time: RTNL acquisitions 100 → 1 per batch of 100, but the worker kept up already \(growth factor 0\.\d+\)/,
      ),
    }));

  test('grace periods paid once per batch are a gain', () =>
    expect(verdict([op('a', perNet('grace-period'))], [op('a', perBatch('grace-period'))])).toMatchObject({
      gained: true,
      words: expect.stringMatching(
        /^Gain: all netns are freed \d+ % sooner and the peak backlog is \d+ % smaller/,
      ),
    }));

  test('a long hold in place of short ones is said', () =>
    expect(
      verdict([op('a', perNet('rtnl'))], [op('a', perBatch('rtnl'))], { prices: { rtnlWork: 300e-6 } }).words,
    ).toMatch(/The longest single RTNL hold grows from [\d.]+ ms to [\d.]+ ms\.$/));

  test('a change for the worse is no gain', () =>
    expect(verdict([op('a', perBatch('grace-period'))], [op('a', perNet('grace-period'))])).toMatchObject({
      gained: false,
      words: expect.stringMatching(/^Slower: .*Paid more often: grace periods 2 → 101/),
    }));
});
