// SPDX-License-Identifier: GPL-2.0
/* Lantern: tunnel devices, and the control devices of init_net. */
#include <linux/etherdevice.h>
#include <linux/rtnetlink.h>

#include "lantern.h"

#define LANTERN_CONTROLS 4

static LIST_HEAD(lantern_controls);

static netdev_tx_t lantern_xmit(struct sk_buff *skb, struct net_device *dev)
{
	kfree_skb(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops lantern_netdev_ops = {
	.ndo_start_xmit = lantern_xmit,
};

static void lantern_setup(struct net_device *dev)
{
	ether_setup(dev);
	eth_hw_addr_random(dev);
	dev->netdev_ops = &lantern_netdev_ops;
	dev->needs_free_netdev = true;
}

static int lantern_control_add(void)
{
	struct net_device *dev;
	struct lantern_dev *ld;
	int err;

	dev = alloc_netdev(sizeof(*ld), "lantern%d", NET_NAME_ENUM,
			   lantern_setup);
	if (!dev)
		return -ENOMEM;
	err = register_netdevice(dev);
	if (err) {
		free_netdev(dev);
		return err;
	}
	ld = netdev_priv(dev);
	ld->dev = dev;
	list_add(&ld->node, &lantern_controls);
	return 0;
}

/* unregister-one-by-one: each turn waits for two grace periods */
static void lantern_controls_del(void)
{
	struct lantern_dev *ld, *tmp;

	ASSERT_RTNL();
	list_for_each_entry_safe(ld, tmp, &lantern_controls, node) {
		list_del(&ld->node);
		unregister_netdevice(ld->dev);
	}
}

int lantern_dev_register(void)
{
	int i, err = 0;

	rtnl_lock();
	for (i = 0; i < LANTERN_CONTROLS && !err; i++)
		err = lantern_control_add();
	if (err)
		lantern_controls_del();
	rtnl_unlock();
	return err;
}

void lantern_dev_unregister(void)
{
	rtnl_lock();
	lantern_controls_del();
	rtnl_unlock();
}

/*
 * exit-unregisters-per-net: two grace periods here and a barrier in
 * rtnl_unlock(), for each netns; and exit-takes-rtnl
 */
static void __net_exit lantern_dev_exit_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_dev *ld;
	LIST_HEAD(list);

	rtnl_lock();
	list_for_each_entry(ld, &ln->devs, node)
		unregister_netdevice_queue(ld->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();
}

struct pernet_operations lantern_dev_net_ops = {
	.exit = lantern_dev_exit_net,
};
