/** Multiplicities that a person sets: what the program is then, and what is said of it. */
import { describe, expect, test } from 'vitest';
import {
  type Choice,
  chosenOps,
  programsOf,
  questionOf,
  readByHand,
  rowsOf,
  rowWords,
  type TreeProgram,
  tallyOf,
} from '../../src/core/dismantle';
import type { OpEffect } from '../../src/core/simulation';
import { scenario } from '../simulation/scenarios';

const QUUX = 'net/quux/quux.c:quux_net_ops';
const CORGE = 'net/corge/corge.c:corge_net_ops';

const takesRtnl: OpEffect = { kind: 'rtnl', slot: 'exit', per: 'net', times: 2 };
const waits: OpEffect = { kind: 'grace-period', slot: 'exit', per: 'net', underRtnl: true };
const entries: OpEffect = { kind: 'proc-teardown', slot: 'exit', per: 'net' };

const treeOp = (id: string, ...effects: OpEffect[]) => ({
  op: { id, name: id.replace(/^.*:/, ''), effects },
  source: { file: id.replace(/:.*$/, ''), line: 1 },
  paths: [],
});
const tree: TreeProgram = {
  label: 'test',
  slots: ['init', 'pre_exit', 'exit', 'exit_batch'],
  expedited: true,
  offered: null,
  ops: [
    treeOp(QUUX, takesRtnl, waits, { ...waits, conditional: true }, entries),
    treeOp(CORGE, { kind: 'rcu-barrier', slot: 'exit_batch', per: 'net' }),
  ],
};
const choice: Choice = { loaded: 'all', use: 'empty', subject: [QUUX], target: 'by-hand' };

const effectsWith = (byHand: Choice['byHand'], id = QUUX, changes: Partial<Choice> = {}) => {
  const { after } = programsOf(tree, { ...choice, ...changes, ...(byHand ? { byHand } : {}) });
  return after?.ops.find(op => op.id === id)?.effects;
};

describe('what can be set', () => {
  test('is a row for each slot, kind and multiplicity of an ops', () => {
    expect(rowsOf(tree.ops[0]!.op).map(row => `${row.key}: ${rowWords(row)}`)).toEqual([
      'exit rtnl net: 2 × RTNL in .exit',
      'exit grace-period net: 2 × grace period in .exit',
      'exit proc-teardown net: /proc or sysctl entry in .exit',
    ]);
  });

  test('is that of the previewed ops, or else of all that pay per netns, as they are in the load', () => {
    const named = (subject: string[]) => chosenOps(tree, { ...choice, subject }).map(({ name }) => name);
    expect(named([QUUX])).toEqual(['quux_net_ops']);
    expect(named([])).toEqual(['quux_net_ops', 'corge_net_ops']);
    const [inEmptyNetns] = chosenOps(tree, { ...choice, subject: [] });
    expect(rowsOf(inEmptyNetns!).find(({ kind }) => kind === 'grace-period')?.times).toBe(1);
  });
});

describe('what is set', () => {
  test('once per batch in .exit: the handler is one of batches, its lock is around all that was below it', () => {
    expect(effectsWith({ [QUUX]: { 'exit rtnl net': 'batch' } })).toEqual([
      { ...takesRtnl, slot: 'exit_batch', per: 'batch' },
      { ...waits, slot: 'exit_batch' },
      { ...waits, slot: 'exit_batch', conditional: true },
      { ...entries, slot: 'exit_batch' },
    ]);
  });

  test('not at all, or more often: the handler stays where it is', () => {
    expect(effectsWith({ [QUUX]: { 'exit grace-period net': 'never' } })).toEqual([takesRtnl, entries]);
    expect(effectsWith({ [QUUX]: { 'exit grace-period net': 'device' } })).toEqual([
      takesRtnl,
      { ...waits, per: 'device' },
      { ...waits, per: 'device', conditional: true },
      entries,
    ]);
  });

  test('in a handler of batches: a loop less', () => {
    const byHand = { [CORGE]: { 'exit_batch rcu-barrier net': 'batch' } } as const;
    expect(effectsWith(byHand, CORGE, { subject: [] })).toEqual([
      { kind: 'rcu-barrier', slot: 'exit_batch', per: 'batch' },
    ]);
  });

  test.each([
    ['nothing', {}],
    ['what is so already', { [QUUX]: { 'exit rtnl net': 'net' } }],
    ['something of an ops that is not looked at', { [CORGE]: { 'exit_batch rcu-barrier net': 'batch' } }],
  ] as const)('%s: there is nothing to compare', (_, byHand) => {
    expect(effectsWith(byHand)).toBeUndefined();
    expect(questionOf(tree, { ...choice, byHand }, scenario())).toMatchObject({ after: null, change: [] });
  });
});

test('counts follow, and whoever reads them is told that they are assumed', () => {
  const byHand = { [QUUX]: { 'exit rtnl net': 'batch', 'exit grace-period net': 'never' } } as const;
  const question = questionOf(tree, { ...choice, byHand }, scenario());
  expect(question).toMatchObject({
    title: 'quux_net_ops: assumed by hand',
    assumedByHand: true,
    changed: [QUUX],
    change: [
      'Assumed by hand, not written, and offered by no refactoring: `quux_net_ops`: 2 × RTNL in .exit per netns → per batch, 2 × grace period in .exit per netns → not at all.',
    ],
  });
  const { subject } = tallyOf(question, 64);
  expect(subject).toMatchObject({
    before: { rtnl: 128, gracePeriods: 128 },
    after: { rtnl: 2, gracePeriods: 0 },
  });
  const all = questionOf(tree, { ...choice, subject: [], byHand }, scenario());
  expect(all.title).toBe('test: one op assumed by hand');
});

test('a refactoring is no assumption by hand', () => {
  const question = questionOf(tree, { ...choice, target: 'exit_batch' }, scenario());
  expect(question.after).not.toBeNull();
  expect(question.assumedByHand).toBeUndefined();
});

test.each([null, 3, 'x', [], { [QUUX]: 7 }, { [QUUX]: { 'exit rtnl net': 'entry' } }])(
  'a kept setting of %j sets nothing',
  json => {
    expect(
      readByHand(
        json,
        tree.ops.map(({ op }) => op),
      ),
    ).toEqual({});
  },
);
