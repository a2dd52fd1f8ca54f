import { expect, test } from 'vitest';
import { treeProgram, waitsExpedited } from '../../src/core/dismantle';
import { analysisOf } from '../support/effects';

const programOf = async (fixture: string) => {
  const { ops } = await analysisOf(fixture);
  return treeProgram(ops, { label: 'test', slots: ['init', 'pre_exit', 'exit', 'exit_batch'] });
};

test('an ops is what its handlers pay, with the way to each payment', async () => {
  const { ops } = await programOf(`
static void foo_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
	synchronize_rcu();
	synchronize_rcu();
}

static void __net_exit foo_exit(struct net *net)
{
	foo_flush(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit,
};
`);
  expect(ops.map(({ op, source }) => ({ ...op, source }))).toEqual([
    {
      id: 'net/quux/quux_main.c:foo_net_ops',
      name: 'foo_net_ops',
      effects: [
        { kind: 'rtnl', slot: 'exit', per: 'net' },
        { kind: 'grace-period', slot: 'exit', per: 'net', times: 2 },
      ],
      source: { file: 'net/quux/quux_main.c', line: 14 },
    },
  ]);
  expect(ops[0]!.paths[0]).toEqual({
    slot: 'exit',
    words: 'rtnl per net: foo_exit > foo_flush > rtnl_lock',
  });
});

test('what a handler pays per batch, per device and under a condition stays apart', async () => {
  const { ops } = await programOf(`
static void __net_exit foo_exit_batch(struct list_head *net_list)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_list, exit_list) {
		if (net->foo)
			synchronize_net();
		rcu_barrier();
	}
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
};
`);
  expect(ops[0]!.op.effects).toEqual([
    { kind: 'rtnl', slot: 'exit_batch', per: 'batch' },
    { kind: 'grace-period', slot: 'exit_batch', per: 'net', conditional: true, underRtnl: true },
    { kind: 'rcu-barrier', slot: 'exit_batch', per: 'net', underRtnl: true },
  ]);
});

test('only tables of a known size count as memory of every netns', async () => {
  const { ops } = await programOf(`
static int __net_init foo_init(struct net *net)
{
	net->foo = kvcalloc(8192, 8, GFP_KERNEL);
	net->name = kstrdup("foo", GFP_KERNEL);
	net->bar = kzalloc(64, GFP_KERNEL);
	net->quux = kvcalloc(quux_size, 8, GFP_KERNEL);
	return 0;
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init,
};
`);
  expect(ops[0]!.op.effects).toEqual([{ kind: 'allocation', slot: 'init', per: 'net', bytes: 65_536 }]);
});

test('a device that moves to another netns is not unregistered', async () => {
  const { ops } = await programOf(`
static void __net_exit foo_exit(struct net *net)
{
	struct net_device *dev;

	rtnl_lock();
	for_each_netdev(net, dev)
		dev_change_net_namespace(dev, &init_net, "dev%d");
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit,
};
`);
  expect(ops[0]!.op.effects).toEqual([{ kind: 'rtnl', slot: 'exit', per: 'net' }]);
});

test('ops of one name get different ids, and devices register behind subsystems', async () => {
  const { ops } = await programOf(`
//- net/foo/one.c
static struct pernet_operations pernet_ops = {
	.exit = one_exit,
};

static int __init one_init(void)
{
	return register_pernet_device(&pernet_ops);
}
//- net/foo/two.c
static struct pernet_operations pernet_ops = {
	.exit = two_exit,
};

static int __init two_init(void)
{
	return register_pernet_subsys(&pernet_ops);
}
`);
  expect(ops.map(({ op }) => op.id)).toEqual(['net/foo/two.c:pernet_ops', 'net/foo/one.c:pernet_ops']);
});

test('the core says whether it waits expedited', () => {
  expect(waitsExpedited('\tsynchronize_rcu_expedited();\n')).toBe(true);
  expect(waitsExpedited('\tsynchronize_rcu();\n')).toBe(false);
});

test('idle work is not waited for, a thread is; what RTNL does to a grace period is known', async () => {
  const { ops } = await programOf(`
static void __net_exit foo_exit(struct net *net)
{
	cancel_work_sync(&net->foo);
	kthread_stop(net->task);
	rtnl_lock();
	synchronize_net();
	synchronize_rcu();
	rtnl_unlock();
	synchronize_rcu_expedited();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit,
};
`);
  const each = { slot: 'exit', per: 'net' };
  expect(ops[0]!.op.effects).toEqual([
    { ...each, kind: 'work-wait' },
    { ...each, kind: 'work-wait', blocks: true },
    { ...each, kind: 'rtnl' },
    { ...each, kind: 'grace-period', underRtnl: true },
    { ...each, kind: 'grace-period', underRtnl: true, expedited: false },
    { ...each, kind: 'grace-period', expedited: true },
  ]);
});
