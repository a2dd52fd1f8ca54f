import { describe, expect, test } from 'vitest';
import type { Effect } from '../../src/core/project';
import { analysisOf } from '../support/effects';

/** Primitives of a handler that are paid with RTNL held. */
const heldIn = async (body: string, more = '', slot = 'exit'): Promise<string[]> =>
  (await effectsIn(body, more, slot)).filter(({ underRtnl }) => underRtnl).map(({ primitive }) => primitive);

async function effectsIn(body: string, more: string, slot = 'exit'): Promise<readonly Effect[]> {
  const { ops } = await analysisOf(`${more}
static void __net_exit foo_exit(struct net *net)
{
	${body}
}

static struct pernet_operations foo_net_ops = {
	.${slot} = foo_exit,
};
`);
  return ops[0]!.exitPaths[0]!.effects;
}

test('between lock and unlock, not before and not behind', async () => {
  expect(
    await heldIn('rcu_barrier(); rtnl_lock(); synchronize_net(); rtnl_unlock(); synchronize_rcu();'),
  ).toEqual(['synchronize_net']);
});

test('a branch that drops it and leaves does not end it for the rest', async () => {
  const body = `rtnl_lock();
	if (net->foo) {
		rtnl_unlock();
		rcu_barrier();
		return;
	}
	synchronize_net();
	rtnl_unlock();
	synchronize_rcu();`;
  expect(await heldIn(body)).toEqual(['synchronize_net']);
});

test('a branch that drops it and goes on ends it', async () => {
  expect(await heldIn('rtnl_lock(); if (net->foo) { rtnl_unlock(); } synchronize_net();')).toEqual([]);
});

test('a failed trylock left, and so it is held', async () => {
  const body = 'if (!rtnl_trylock())\n\t\treturn;\n\tsynchronize_net();\n\trtnl_unlock();';
  expect(await heldIn(body)).toEqual(['synchronize_net']);
});

test('guards hold to the end of their block, scoped ones to the end of their statement', async () => {
  expect(await heldIn('{ guard(rtnl)(); synchronize_net(); } synchronize_rcu();')).toEqual([
    'synchronize_net',
  ]);
  expect(await heldIn('scoped_guard(rtnl) { synchronize_net(); } synchronize_rcu();')).toEqual([
    'synchronize_net',
  ]);
});

test('what a helper does for somebody who holds it is under it, at any depth', async () => {
  const helpers = `
static void foo_deeper(struct net *net)
{
	synchronize_net();
}

static void foo_flush(struct net *net)
{
	foo_deeper(net);
}
`;
  expect(await heldIn('rtnl_lock(); foo_flush(net); rtnl_unlock();', helpers)).toEqual(['synchronize_net']);
});

describe('a helper that is called with it and without', () => {
  const HELPERS = `
static void foo_flush(struct net *net)
{
	synchronize_net();
}

static void foo_stop(struct net *net)
{
	foo_flush(net);
}
`;
  test.each([
    ['first with it', 'rtnl_lock(); foo_flush(net); rtnl_unlock(); foo_flush(net);'],
    ['first without it', 'foo_flush(net); rtnl_lock(); foo_flush(net); rtnl_unlock();'],
    ['without it a call deeper', 'rtnl_lock(); foo_flush(net); rtnl_unlock(); foo_stop(net);'],
    ['with it a call deeper', 'foo_flush(net); rtnl_lock(); foo_stop(net); rtnl_unlock();'],
  ])('is paid both ways, %s', async (_, body) => {
    const waits = (await effectsIn(body, HELPERS)).filter(({ kind }) => kind === 'grace-period');
    expect(waits.map(({ underRtnl }) => underRtnl === true).sort()).toEqual([false, true]);
  });

  test('takes it once, if it does, whatever its callers seem to hold', async () => {
    const helper = `
static void foo_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
`;
    const effects = await effectsIn(
      'rtnl_lock(); foo_unlock(net); foo_flush(net); rtnl_unlock(); foo_flush(net);',
      helper,
    );
    expect(effects.map(({ path }) => path.map(hop => hop.function).join(' > '))).toEqual([
      'foo_exit',
      'foo_exit > foo_flush',
    ]);
  });
});

test('ASSERT_RTNL() says that a caller holds it', async () => {
  expect(await heldIn('ASSERT_RTNL(); synchronize_net();')).toEqual(['synchronize_net']);
});

test('in the rtnl slots the core holds it', async () => {
  expect(await heldIn('synchronize_net();', '', 'exit_rtnl')).toEqual(['synchronize_net']);
});

test('a walk through a table under it', async () => {
  const table = 'static LIST_HEAD(foo_list);\n';
  const walk = 'list_for_each_entry(foo, &foo_list, node) { if (net_eq(foo->net, net)) foo_del(foo); }';
  expect(await heldIn(`rtnl_lock(); ${walk} rtnl_unlock();`, table)).toEqual(['list_for_each_entry']);
});
