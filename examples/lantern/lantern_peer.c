// SPDX-License-Identifier: GPL-2.0
/* Lantern: the far ends, read under RCU and kept alive by a work. */
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "lantern.h"

#define LANTERN_KEEPALIVE	(25 * HZ)

struct lantern_peers {
	unsigned int count;
	unsigned long seen[] __counted_by(count);
};

static void lantern_keepalive(struct work_struct *work)
{
	struct lantern_net *ln = container_of(to_delayed_work(work),
					      struct lantern_net, keepalive);
	struct lantern_peers *peers;
	unsigned int i;

	rcu_read_lock();
	peers = rcu_dereference(ln->peers);
	for (i = 0; peers && i < peers->count; i++)
		WRITE_ONCE(peers->seen[i], jiffies);
	rcu_read_unlock();
	schedule_delayed_work(&ln->keepalive, LANTERN_KEEPALIVE);
}

static int __net_init lantern_peer_init_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);

	INIT_DELAYED_WORK(&ln->keepalive, lantern_keepalive);
	schedule_delayed_work(&ln->keepalive, LANTERN_KEEPALIVE);
	return 0;
}

/*
 * exit-waits-for-work; and exit-waits-grace-period: unhooked in a .pre_exit, the
 * peers would be out of sight by now, without a wait of their own
 */
static void __net_exit lantern_peer_exit_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_peers *peers;

	cancel_delayed_work_sync(&ln->keepalive);
	peers = rcu_replace_pointer(ln->peers, NULL, true);
	synchronize_net();
	kfree(peers);
}

struct pernet_operations lantern_peer_net_ops = {
	.init = lantern_peer_init_net,
	.exit = lantern_peer_exit_net,
};
