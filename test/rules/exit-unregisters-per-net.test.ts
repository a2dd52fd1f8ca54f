import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-unregisters-per-net', () => {
  test('a list of its own, unregistered in a helper', () =>
    check(`
//- net/foo/foo.c
static void foo_kill_devs(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);
	struct foo_dev *fd;
	LIST_HEAD(list);

	list_for_each_entry(fd, &fn->devs, node)
		unregister_netdevice_queue(fd->dev, &list);
	unregister_netdevice_many(&list);
}

static void __net_exit foo_exit_net(struct net *net)
{
	rtnl_lock();
	foo_kill_devs(net);
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > rtnl_lock
//              ^^^^^^^^^^^^ exit-unregisters-per-net: foo_exit_net > foo_kill_devs > unregister_netdevice_many
};
`));

  test('under the RTNL of the core a list of its own is one too many', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	LIST_HEAD(list);

	foo_queue_devs(net, &list);
	unregister_netdevice_many(&list);
}

static struct pernet_operations foo_net_ops = {
	.exit_rtnl = foo_exit_rtnl,
//                   ^^^^^^^^^^^^^ exit-unregisters-per-net: foo_exit_rtnl > unregister_netdevice_many
};
`));

  test('queueing on a list is free, with NULL for a list it is not', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	unregister_netdevice_queue(fn->dev, dev_kill_list);
}

static void __net_exit bar_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	unregister_netdevice_queue(fn->dev, NULL);
}

static struct pernet_operations foo_net_ops = {
	.exit_rtnl = foo_exit_rtnl,
};

static struct pernet_operations bar_net_ops = {
	.exit_rtnl = bar_exit_rtnl,
//                   ^^^^^^^^^^^^^ exit-unregisters-per-net: bar_exit_rtnl > unregister_netdevice_queue
};
`));
});
