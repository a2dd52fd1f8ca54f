// SPDX-License-Identifier: GPL-2.0
/* Lantern: rate limits. */
#include <linux/rtnetlink.h>

#include "lantern.h"

/* batch-takes-rtnl: paid once, but .exit_rtnl would not pay at all */
static void __net_exit lantern_qos_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_exit_list, exit_list)
		lantern_pernet(net)->limit = 0;
	rtnl_unlock();
}

struct pernet_operations lantern_qos_net_ops = {
	.exit_batch = lantern_qos_exit_batch,
};
