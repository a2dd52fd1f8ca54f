import { describe, expect, test } from 'vitest';
import { treeProgram, waitsExpedited } from '../../src/core/dismantle';
import { type OpEffect, plainWorkload } from '../../src/core/simulation';
import { countBatch } from '../../src/core/simulation/counts';
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

describe('devices in an rtnl slot', () => {
  const handler = (body: string) => `
static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	struct net_device *dev, *aux;
${body}
}

static struct pernet_operations foo_net_ops = {
	.exit_rtnl = foo_exit_rtnl,
};
`;
  const queued = (list: string) =>
    `	for_each_netdev_safe(net, dev, aux)
		if (dev->rtnl_link_ops == &foo_link_ops)
			unregister_netdevice_queue(dev, ${list});`;
  const handedOver: OpEffect = { kind: 'device-unregister', slot: 'exit_rtnl', per: 'batch' };

  test('that are put on the list of the core are unregistered by its one call', async () => {
    const { ops } = await programOf(handler(queued('dev_kill_list')));
    expect(ops[0]!.op.effects).toEqual([handedOver]);
    expect(ops[0]!.paths).toEqual([
      {
        slot: 'exit_rtnl',
        words:
          'device-unregister per batch: foo_exit_rtnl puts devices on the list that the core unregisters',
      },
    ]);
    const counts = countBatch({ ops: ops.map(({ op }) => op) }, 64, plainWorkload);
    expect(counts).toMatchObject({ rtnl: 1, unregisterCalls: 1, gracePeriods: 3, barriers: 2 });
  });

  test('also by a helper, and through dellink', async () => {
    const helper = `
static void foo_destroy(struct net *net, struct list_head *head)
{
	struct foo *foo, *next;

	list_for_each_entry_safe(foo, next, &foo_net(net)->devs, list)
		foo->dev->rtnl_link_ops->dellink(foo->dev, head);
}
`;
    const { ops } = await programOf(helper + handler('	foo_destroy(net, dev_kill_list);'));
    expect(ops[0]!.op.effects).toEqual([handedOver]);
  });

  test('that a handler unregisters by itself are its own call', async () => {
    const own = `	LIST_HEAD(list);

${queued('&list')}
	unregister_netdevice_many(&list);`;
    const { ops } = await programOf(handler(own));
    expect(ops[0]!.op.effects).toEqual([{ kind: 'device-unregister', slot: 'exit_rtnl', per: 'net' }]);
  });

  test('are none of the handler where it has none', async () => {
    const { ops } = await programOf(handler('	foo_flush(net);'));
    expect(ops[0]!.op.effects).toEqual([{ kind: 'rtnl', slot: 'exit_rtnl', per: 'batch' }]);
  });

  test('on a list outside of an rtnl slot are whoever unregisters that list', async () => {
    const { ops } = await programOf(`
static void __net_exit foo_exit(struct net *net)
{
	LIST_HEAD(list);

	rtnl_lock();
	unregister_netdevice_queue(foo_dev(net), &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit,
};
`);
    expect(ops[0]!.op.effects.filter(({ kind }) => kind === 'device-unregister')).toHaveLength(1);
  });
});
