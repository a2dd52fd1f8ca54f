import { expect, test } from 'vitest';
import { analysisOf } from '../support/effects';

/** Primitives of a handler that are paid with RTNL held. */
async function heldIn(body: string, more = '', slot = 'exit'): Promise<string[]> {
  const { ops } = await analysisOf(`${more}
static void __net_exit foo_exit(struct net *net)
{
	${body}
}

static struct pernet_operations foo_net_ops = {
	.${slot} = foo_exit,
};
`);
  return ops[0]!.exitPaths[0]!.effects.filter(({ underRtnl }) => underRtnl).map(({ primitive }) => primitive);
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
