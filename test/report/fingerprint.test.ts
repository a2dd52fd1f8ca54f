import { expect, test } from 'vitest';
import type { Finding } from '../../src/core/rules/rule';
import { fingerprints } from '../../src/report';
import { path, range, takesRtnl } from './examples';

test('lines, files, wording, severity and confidence do not matter', () => {
  const moved: Finding = {
    ...takesRtnl,
    file: 'net/foo/core.c',
    range: range('400:2-14'),
    message: 'other words',
    severity: 'error',
    confidence: 'low',
    fixes: ['wrap-and-hoist'],
    ...path('foo_exit_net (net/foo/core.c:372) > foo_flush (net/foo/core.c:8) > rtnl_lock'),
  };
  expect(fingerprints([moved])).toEqual(fingerprints([takesRtnl]));
});

test('rule, ops, slot, handler, primitive, lock and the functions of the path do', () => {
  const others: readonly Partial<Finding>[] = [
    {},
    { code: 'exit-takes-global-lock' },
    { ops: 'foo_v6_net_ops' },
    { ops: null },
    { ops: 'null' },
    { slot: 'pre_exit' },
    { handler: 'foo_v6_exit_net' },
    { primitive: 'rtnl_lock_killable' },
    { lock: 'foo_mutex' },
    path('foo_exit_net (net/foo/foo_main.c:12) > rtnl_lock'),
    path('foo_exit_net (net/foo/foo_main.c:12) > foo_drain (net/foo/foo_table.c:3) > rtnl_lock'),
  ];
  const names = fingerprints(others.map(other => ({ ...takesRtnl, ...other })));
  expect(new Set(names).size).toBe(others.length);
});

test('findings alike in all that are numbered', () => {
  const [first, second, third] = fingerprints([
    takesRtnl,
    { ...takesRtnl, range: range('41:10-22') },
    takesRtnl,
  ]);
  expect([first, second, third].map(name => name!.split(':')[1])).toEqual(['1', '2', '3']);
  expect(new Set([first, second, third].map(name => name!.split(':')[0])).size).toBe(1);
});
