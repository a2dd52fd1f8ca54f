import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('unregister-one-by-one', () => {
  test('a loop at module exit is reported on the call', () =>
    check(`
//- drivers/net/foo.c
static void __exit foo_module_exit(void)
{
	struct net_device *dev, *tmp;

	rtnl_lock();
	list_for_each_entry_safe(dev, tmp, &foo_devs, foo_node)
		unregister_netdevice(dev);
//              ^^^^^^^^^^^^^^^^^^^^ unregister-one-by-one: foo_module_exit > unregister_netdevice
	rtnl_unlock();
}
`));

  test('so is a dellink without a list', () =>
    check(`
//- drivers/net/foo.c
static void foo_kill_ports(struct net *net, struct rtnl_link_ops *ops)
{
	struct net_device *dev, *aux;

	for_each_netdev_safe(net, dev, aux)
		if (dev->rtnl_link_ops == ops)
			ops->dellink(dev, NULL);
//                           ^^^^^^^ unregister-one-by-one: foo_kill_ports > dellink
}
`));

  test('a loop on an exit path is reported once, where it stands', () =>
    check(`
//- drivers/net/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);
	struct foo_dev *fd, *tmp;

	rtnl_lock();
	list_for_each_entry_safe(fd, tmp, &fn->devs, node)
		unregister_netdevice(fd->dev);
//              ^^^^^^^^^^^^^^^^^^^^ unregister-one-by-one: foo_exit_net > unregister_netdevice
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > rtnl_lock
};
`));

  test('a loop whose body is a function is reported on the handler', () =>
    check(`
//- drivers/net/foo.c
static void foo_del(struct foo_dev *fd)
{
	list_del(&fd->node);
	unregister_netdevice(fd->dev);
}

static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct foo_dev *fd, *tmp;
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_exit_list, exit_list) {
		struct foo_net *fn = net_generic(net, foo_net_id);

		list_for_each_entry_safe(fd, tmp, &fn->devs, node)
			foo_del(fd);
	}
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
//                    ^^^^^^^^^^^^^^ unregister-one-by-one: foo_exit_batch > foo_del > unregister_netdevice
};
`));

  test('one device, and a loop that queues, are not reported', () =>
    check(`
//- drivers/net/foo.c
static void foo_remove(struct net_device *dev)
{
	unregister_netdevice(dev);
}

static void __exit foo_module_exit(void)
{
	struct net_device *dev, *tmp;
	LIST_HEAD(list);

	rtnl_lock();
	list_for_each_entry_safe(dev, tmp, &foo_devs, foo_node)
		unregister_netdevice_queue(dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();
}
`));
});
