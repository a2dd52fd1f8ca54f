import { describe, expect, test } from 'vitest';
import type { Ops } from '../../src/core/project';
import { fixesFor, REFACTORINGS, refactor, refactorInTree } from '../../src/core/refactorings';
import { readFixture } from '../support/fixture';
import { analysed, outcomeOf, requestFor, type Tree } from './bench';
import { EXIT, LOCKED } from './handlers';

/** Two ops whose batch handlers are one call of a helper that takes RTNL. */
const TWO_OVER_ONE: Tree = {
  ...readFixture(`//- slots: exit_batch_rtnl
//- include/net/quux.h
void quux_delete_nets(struct list_head *nets, unsigned int id);
//- net/quux/quux.c
void quux_delete_nets(struct list_head *nets, unsigned int id)
{
	struct net *net;
	LIST_HEAD(list);

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list)
		quux_queue(net_generic(net, id), &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();
}
//- net/quux/quux4.c
static void __net_exit quux4_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets, quux4_net_id);
}

static struct pernet_operations quux4_net_ops = {
	.exit_batch = quux4_exit_batch,
};
//- net/quux/quux6.c
static void __net_exit quux6_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets, quux6_net_id);
}

static struct pernet_operations quux6_net_ops = {
	.exit_batch = quux6_exit_batch,
};
`),
};

const WANTED = REFACTORINGS.filter(({ id }) => id === 'helper-takes-list');

describe('an edit that several ops share', () => {
  test('is the same whichever of them is asked for, and has the same key', async () => {
    const { ops } = await analysed(TWO_OVER_ONE);
    const outcomes = [];
    for (const one of ops)
      outcomes.push(...(await refactor(await requestFor(TWO_OVER_ONE, one, ops, 'exit_batch'), WANTED)));
    const [four, six] = outcomes;
    if (four?.kind !== 'edit' || six?.kind !== 'edit') throw new Error(JSON.stringify(outcomes));
    expect(six.edits).toEqual(four.edits);
    expect(six.key).toBe(four.key);
    expect(six.functions).not.toEqual(four.functions);
  });

  test('has each file once, in the order of their names', async () => {
    const outcome = await outcomeOf(TWO_OVER_ONE, 'helper-takes-list', 'exit_batch');
    if (outcome?.kind !== 'edit') throw new Error(JSON.stringify(outcome));
    expect(outcome.edits.map(({ file }) => file)).toEqual([
      'include/net/quux.h',
      'net/quux/quux.c',
      'net/quux/quux4.c',
      'net/quux/quux6.c',
    ]);
  });

  test('has no file in which nothing changes, such as one whose comment names the helper', async () => {
    const remark = '/* waits for quux_delete_nets() */\nvoid quux_wait(void);\n';
    const files = new Map([...TWO_OVER_ONE.files, ['include/net/quux_wait.h', remark] as const]);
    const outcome = await outcomeOf({ ...TWO_OVER_ONE, files }, 'helper-takes-list', 'exit_batch');
    if (outcome?.kind !== 'edit') throw new Error(JSON.stringify(outcome));
    expect(outcome.edits.map(({ file }) => file)).not.toContain('include/net/quux_wait.h');
  });

  test('is found by whoever knows one file: the ops of the others are asked for', async () => {
    const { ops } = await analysed(TWO_OVER_ONE);
    const [four] = ops;
    const request = await requestFor(TWO_OVER_ONE, four!, [four!], 'exit_batch');
    const [alone] = await refactor(request, WANTED);
    expect(alone).toMatchObject({
      kind: 'edit',
      title: expect.stringContaining(
        'the handler that calls it: `.exit_batch` becomes `.exit_batch_rtnl`; 1 other keeps it',
      ),
    });
    const asked: string[] = [];
    const opsOf = async (file: string): Promise<readonly Ops[]> => {
      asked.push(file);
      return ops.filter(one => one.file === file);
    };
    const outcomes = await refactorInTree(request, opsOf);
    expect(outcomes.flatMap(one => (one.kind === 'edit' ? one.edits.map(({ file }) => file) : []))).toContain(
      'net/quux/quux6.c',
    );
    expect(asked).toEqual(['net/quux/quux.c', 'net/quux/quux6.c']);
  });
});

test('a helper that is an inline function of a header takes its callers along', async () => {
  const { files, slots } = readFixture(`//- slots: exit_rtnl
//- include/net/quux.h
static inline void quux_delete_nets(struct list_head *nets, unsigned int id)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list)
		quux_forget(net_generic(net, id));
	rtnl_unlock();
}
//- net/quux/quux4.c
#include <net/quux.h>

static void __net_exit quux4_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets, quux4_net_id);
}

static struct pernet_operations quux4_net_ops = {
	.exit_batch = quux4_exit_batch,
};
`);
  const outcome = await outcomeOf({ files, slots }, 'helper-takes-list', 'exit_batch');
  expect(outcome).toMatchObject({
    kind: 'edit',
    edits: [{ file: 'include/net/quux.h' }, { file: 'net/quux/quux4.c' }],
  });
});

test('two edits have two keys', async () => {
  const keys = await Promise.all(
    ['rtnl_lock', 'mutex_lock'].map(async lock => {
      const body = LOCKED.replaceAll('rtnl_lock()', `${lock}(${lock === 'rtnl_lock' ? '' : '&quux_mutex'})`);
      const text = EXIT(
        lock === 'rtnl_lock' ? body : body.replace('rtnl_unlock()', 'mutex_unlock(&quux_mutex)'),
      );
      const outcome = await outcomeOf({ files: new Map([['net/quux.c', text]]) }, 'wrap-and-hoist');
      return outcome?.kind === 'edit' ? outcome.key : '';
    }),
  );
  expect(keys[0]).toMatch(/^wrap-and-hoist [0-9a-f]{16}$/);
  expect(keys[1]).toMatch(/^wrap-and-hoist [0-9a-f]{16}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test('what an edit is called in short fits a list', async () => {
  for (const { short, id } of REFACTORINGS) {
    expect(short, id).toMatch(/^[A-Z][^`\n]{5,39}$/);
    expect(short, id).not.toMatch(/\.$/);
  }
  const moved = await outcomeOf({ ...readFixture(`//- slots: exit_rtnl${EXIT(LOCKED)}`) }, 'use-rtnl-slot');
  expect(moved).toMatchObject({ shortTitle: 'Move to .exit_rtnl' });
});

test('which refactorings can help depends on the slots of the tree', () => {
  const offering =
    (...slots: readonly string[]) =>
    (slot: string): boolean =>
      ['exit', 'pre_exit', 'exit_batch', ...slots].includes(slot);
  expect(fixesFor('exit-takes-rtnl', 'exit', offering())).toEqual([
    'collect-devices',
    'wrap-and-hoist',
    'split-phases',
    'keep-body-as-function',
    'helper-takes-list',
  ]);
  expect(fixesFor('exit-takes-rtnl', 'exit', offering('exit_rtnl'))).toEqual([
    'use-rtnl-slot',
    'keep-body-as-function',
    'helper-takes-list',
  ]);
  expect(fixesFor('batch-takes-rtnl', 'exit_batch', offering())).toEqual(['helper-takes-list']);
  expect(fixesFor('exit-waits-grace-period', 'exit', slot => slot !== 'pre_exit')).not.toContain(
    'pre-exit-split',
  );
  expect(fixesFor('exit-takes-rtnl')).toContain('use-rtnl-slot');
});

test('what shares nothing gains nothing, un-wrapped or wrapped', async () => {
  const batch = `static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	list_for_each_entry(net, nets, exit_list)
		quux_stats_fini(net);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`;
  expect(
    await outcomeOf({ files: new Map([['net/quux.c', batch]]) }, 'drop-empty-batch', 'exit_batch'),
  ).toMatchObject({ kind: 'edit', gainless: true });
});

test('a lock inside a service of the kernel is of nobody else: the loop is offered, and gains nothing', async () => {
  const files = readFixture(`//- lib/quux_service.c
void quux_announce(struct net *net)
{
	mutex_lock(&quux_service_mutex);
	quux_say(net);
	mutex_unlock(&quux_service_mutex);
}
//- net/quux/quux.c${EXIT('\tquux_announce(net);')}`);
  expect(await outcomeOf(files, 'plain-loop')).toMatchObject({ kind: 'edit', gainless: true });
  expect(await outcomeOf(files, 'helper-takes-list')).toBeUndefined();
});
