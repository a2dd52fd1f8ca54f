import { expect, test } from 'vitest';
import {
  bestTarget,
  type Choice,
  opsNamed,
  programsOf,
  type TreeProgram,
  targetsOf,
} from '../../src/core/dismantle';
import type { OpEffect } from '../../src/core/simulation';

const treeOp = (id: string, ...effects: OpEffect[]) => {
  const [file, name] = id.split(':') as [string, string];
  return { op: { id, name, effects }, source: { file, line: 1 }, paths: [] };
};
const takesRtnl: OpEffect = { kind: 'rtnl', slot: 'exit', per: 'net' };
const waits: OpEffect = { kind: 'grace-period', slot: 'exit', per: 'net' };

const tree: TreeProgram = {
  label: 'test',
  slots: ['init', 'pre_exit', 'exit_rtnl', 'exit', 'exit_batch'],
  expedited: true,
  offered: null,
  ops: [
    treeOp('net/core/foo.c:foo_ops', takesRtnl, { ...waits, conditional: true }, { ...waits, per: 'entry' }),
    treeOp('net/core/quiet.c:quiet_ops'),
    treeOp('drivers/net/bar.c:bar_ops', takesRtnl, { ...waits, conditional: true }),
    treeOp('drivers/net/baz.c:baz_ops', waits),
  ],
};
const choice: Choice = { loaded: 'all', use: 'empty', subject: [], target: null };
const idsOf = (changes: Partial<Choice>) =>
  programsOf(tree, { ...choice, ...changes }).before.ops.map(({ name }) => name);

test('what is loaded: the stack and the previewed ops, everything, or the previewed ops alone', () => {
  const subject = ['drivers/net/bar.c:bar_ops'];
  expect(idsOf({ loaded: 'all' })).toEqual(['foo_ops', 'quiet_ops', 'bar_ops', 'baz_ops']);
  expect(idsOf({ loaded: 'stack' })).toEqual(['foo_ops', 'quiet_ops']);
  expect(idsOf({ loaded: 'stack', subject })).toEqual(['foo_ops', 'quiet_ops', 'bar_ops']);
  expect(idsOf({ loaded: 'only', subject })).toEqual(['bar_ops']);
});

test('an empty netns has no entries and meets no condition; a previewed op is always in use', () => {
  const { before } = programsOf(tree, { ...choice, subject: ['drivers/net/bar.c:bar_ops'] });
  expect(before.ops[0]!.effects).toEqual([takesRtnl]);
  expect(before.ops[2]!.effects).toHaveLength(2);
  expect(before.expedited).toBe(true);
});

test('without a previewed op all that pay per netns are refactored, each into the slot that fits', () => {
  const { after, changed } = programsOf(tree, { ...choice, target: 'best' });
  expect(changed).toEqual([
    'net/core/foo.c:foo_ops',
    'drivers/net/bar.c:bar_ops',
    'drivers/net/baz.c:baz_ops',
  ]);
  expect(after!.ops.map(({ effects }) => effects[0]?.slot)).toEqual([
    'exit_rtnl',
    undefined,
    'exit_rtnl',
    'exit_batch',
  ]);
});

test('with a previewed op only that one changes', () => {
  const subject = ['net/core/quiet.c:quiet_ops'];
  expect(programsOf(tree, { ...choice, subject, target: 'exit_batch' })).toMatchObject({
    changed: [],
    subject,
  });
});

test('targets are slots of the tree', () => {
  expect(targetsOf(tree)).toEqual(['best', 'offered', 'exit_batch', 'exit_rtnl']);
  expect(bestTarget(tree.ops[0]!.op, tree)).toBe('exit_rtnl');
  expect(bestTarget(tree.ops[0]!.op, { slots: ['exit', 'exit_batch'] })).toBe('exit_batch');
});

test('an op is found by its name or by file and name', () => {
  expect(opsNamed(tree.ops, 'bar_ops')).toEqual(opsNamed(tree.ops, 'drivers/net/bar.c:bar_ops'));
  expect(opsNamed(tree.ops, 'bar')).toEqual([]);
});

test('the measured idle netns has in it what the stack pays, not what drivers do; before and after alike', () => {
  const quiet = { kind: 'work-wait', slot: 'exit', per: 'net' } as const;
  const busy: TreeProgram = {
    ...tree,
    ops: [
      treeOp('net/core/foo.c:foo_ops', takesRtnl, { ...quiet, times: 3 }, { ...quiet, blocks: true }),
      treeOp('drivers/net/bar.c:bar_ops', takesRtnl, quiet),
    ],
  };
  const { before, after } = programsOf(busy, { ...choice, target: 'best' });
  expect(before.inNetCpu).toEqual({ rtnl: 1, 'work-wait': 3 });
  expect(after!.inNetCpu).toEqual(before.inNetCpu);
  const driver = programsOf(busy, { ...choice, loaded: 'only', subject: ['drivers/net/bar.c:bar_ops'] });
  expect(driver.before).not.toHaveProperty('inNetCpu');
});
