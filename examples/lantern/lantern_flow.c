// SPDX-License-Identifier: GPL-2.0
/* Lantern: the flow cache, one hash for all netns. */
#include <linux/hashtable.h>
#include <linux/slab.h>

#include "lantern.h"

struct lantern_flow {
	struct hlist_node node;
	possible_net_t net;
	u32 mark;
};

static DEFINE_HASHTABLE(lantern_flows, 12);
static DEFINE_SPINLOCK(lantern_flow_lock);

/* exit-walks-global-table: visits the flows of all netns to find those of one */
static void __net_exit lantern_flow_exit_net(struct net *net)
{
	struct lantern_flow *flow;
	struct hlist_node *tmp;
	int bucket;

	spin_lock_bh(&lantern_flow_lock);
	hash_for_each_safe(lantern_flows, bucket, tmp, flow, node) {
		if (!net_eq(read_pnet(&flow->net), net))
			continue;
		hash_del(&flow->node);
		kfree(flow);
	}
	spin_unlock_bh(&lantern_flow_lock);
}

struct pernet_operations lantern_flow_net_ops = {
	.exit = lantern_flow_exit_net,
};
