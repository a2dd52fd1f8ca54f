import { describe, expect, test } from 'vitest';
import {
  childrenOf,
  filtered,
  type Grouping,
  grouped,
  type Node,
  parentOf,
  ranked,
} from '../../src/client/dismantle/tree';
import type { Effect, ExitPath, Ops } from '../../src/core/project';
import type { Finding } from '../../src/core/rules';
import { effectWords } from '../../src/shared';
import { anEffect } from '../support/an-effect';

const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };

/** An effect of a handler's own body, once per netns, unless it is said otherwise. */
const effect = (kind: Effect['kind'], primitive: string, more: Partial<Effect> = {}): Effect =>
  anEffect(kind, primitive, [{ function: 'f', file: 'net/foo/foo.c', line: 3 }], more);

const rtnl = effect('rtnl', 'rtnl_lock');
const wait = effect('grace-period', 'synchronize_net');

const path = (slot: ExitPath['slot'], ...effects: readonly Effect[]): ExitPath => ({
  slot,
  handler: `foo_${slot}`,
  range,
  definition: { file: 'net/foo/foo.c', line: 2 },
  effects,
});

const ops = (name: string, file: string, ...exitPaths: readonly ExitPath[]): Ops => ({
  file,
  line: 10,
  name,
  members: {},
  registeredBy: null,
  exitPaths,
});

const finding = (name: string, file: string, code: string): Finding => ({
  code,
  severity: 'warning',
  confidence: 'high',
  message: code,
  file,
  range,
  ops: name,
  slot: 'exit',
  handler: 'foo_exit',
  path: [],
  primitive: null,
  lock: null,
  fixes: [],
});

const tree = (...all: readonly Ops[]) => ({
  covers: 'workspace' as const,
  trees: [
    {
      root: 'file:///tree',
      slots: [],
      expedited: false,
      ops: all,
      findings: all.map(each => finding(each.name, each.file, 'exit-takes-rtnl')),
    },
  ],
});

const some = tree(
  ops('b_ops', 'net/bar/b.c', path('exit', rtnl)),
  ops('w_ops', 'net/ipv4/w.c', path('exit', wait)),
  ops('l_ops', 'drivers/net/ppp/l.c', path('init'), path('exit')),
  ops('a_ops', 'net/bar/a.c', path('exit', rtnl)),
  ops('d_ops', 'net/ipv4/d.c', path('exit_batch', { ...wait, per: 'batch' })),
  ops('n_ops', 'net/n.c', path('init')),
);

const groups = (grouping: Grouping): Record<string, readonly string[]> =>
  Object.fromEntries(
    grouped(ranked(some), grouping).map(({ label, children }) => [
      label,
      children.map(child => child.ops.name),
    ]),
  );

describe('the list', () => {
  test('has what is worth most first, and equals by file', () => {
    expect(ranked(some).map(node => node.ops.name)).toEqual([
      'w_ops',
      'a_ops',
      'b_ops',
      'l_ops',
      'd_ops',
      'n_ops',
    ]);
  });

  test('in groups by what is paid tells gain from none', () => {
    expect(groups('cost')).toEqual({
      'Pays per netns': ['w_ops', 'a_ops', 'b_ops'],
      'Only the loop would move': ['l_ops'],
      'Already batched': ['d_ops'],
      'Nothing at dismantle': ['n_ops'],
    });
  });

  test('in groups by subsystem keeps the order of the ops', () => {
    expect(groups('subsystem')).toEqual({
      'net/ipv4': ['w_ops', 'd_ops'],
      'net/bar': ['a_ops', 'b_ops'],
      'drivers/net/ppp': ['l_ops'],
      net: ['n_ops'],
    });
  });

  test('may be filtered by words of the name, file, handler, rule or cost; all must be there', () => {
    const names = (filter: string) => filtered(ranked(some), filter).map(node => node.ops.name);
    expect(names('')).toHaveLength(6);
    expect(names('  BAR ')).toEqual(['a_ops', 'b_ops']);
    expect(names('grace')).toEqual(['w_ops']);
    expect(names('exit_batch')).toEqual(['d_ops']);
    expect(names('synchronize_net')).toEqual(['w_ops']);
    expect(names('net/bar a_ops')).toEqual(['a_ops']);
    expect(names('nowhere')).toEqual([]);
  });

  test('keeps findings with their ops, not with one of the same name elsewhere', () => {
    const twice = tree(ops('x', 'net/a.c', path('exit', rtnl)), ops('x', 'net/b.c', path('exit', rtnl)));
    expect(ranked(twice).map(({ findings }) => findings.map(({ file }) => file))).toEqual([
      ['net/a.c'],
      ['net/b.c'],
    ]);
  });
});

test('of several trees, each ops tells whose it is, and can be filtered by that', () => {
  const [one] = tree(ops('x', 'net/a.c', path('exit', rtnl))).trees;
  const both = ranked({
    covers: 'workspace',
    trees: [one!, { ...one!, root: 'file:///other%20tree' }],
  });
  expect(both.map(node => node.tree)).toEqual(['tree', 'other tree']);
  expect(filtered(both, 'other').map(node => node.root)).toEqual(['file:///other%20tree']);
  expect(ranked(some).map(node => node.tree)).toEqual(Array(6).fill(null));
});

describe('an ops unfolds', () => {
  const far = effect('rtnl', 'rtnl_lock', {
    path: [
      { function: 'foo_exit', file: 'net/foo/foo.c', line: 3 },
      { function: 'foo_flush', file: 'net/foo/table.c', line: 30 },
    ],
  });
  const allocations = [effect('allocation', 'kvcalloc', { bytes: 65_536 }), effect('allocation', 'kzalloc')];
  const [node] = ranked(
    tree(
      ops('foo', 'net/foo/foo.c', path('init', ...allocations), path('exit', { ...wait, per: 'batch' }, far)),
    ),
  );
  const children = (parent: Node): readonly Node[] => childrenOf(parent);

  test('to handlers, what they pay with the dearest first, and the way there', () => {
    const [init, exit] = children(node!);
    expect([init, exit].map(child => child?.kind === 'path' && child.exitPath.slot)).toEqual([
      'init',
      'exit',
    ]);
    const paid = children(exit!).map(child => (child.kind === 'effect' ? effectWords(child.effect) : ''));
    expect(paid).toEqual(['RTNL once per netns', 'grace period once per batch']);
    const hops = children(children(exit!)[0]!).map(child => (child.kind === 'hop' ? child.hop.function : ''));
    expect(hops).toEqual(['foo_exit', 'foo_flush']);
    expect(children(children(children(exit!)[0]!)[0]!)).toEqual([]);
  });

  test('to large tables of .init, and no other allocation', () => {
    const [init] = children(node!);
    expect(children(init!).map(child => (child.kind === 'effect' ? effectWords(child.effect) : ''))).toEqual([
      '64 KiB once per netns',
    ]);
  });

  test('and every entry knows where it belongs', () => {
    const check = (parent: Node): void => {
      for (const child of children(parent)) {
        expect(parentOf(child)).toBe(parent);
        check(child);
      }
    };
    check(node!);
    expect(parentOf(node!)).toBeUndefined();
  });
});
