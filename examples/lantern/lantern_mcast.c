// SPDX-License-Identifier: GPL-2.0
/* Lantern: group devices. Clean: leaves its devices to the core. */
#include <linux/rtnetlink.h>

#include "lantern.h"

static void __net_exit lantern_mcast_exit_rtnl(struct net *net,
					       struct list_head *dev_kill_list)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_dev *ld;

	ASSERT_RTNL_NET(net);
	list_for_each_entry(ld, &ln->groups, node)
		unregister_netdevice_queue(ld->dev, dev_kill_list);
}

struct pernet_operations lantern_mcast_net_ops = {
	.exit_rtnl = lantern_mcast_exit_rtnl,
};
