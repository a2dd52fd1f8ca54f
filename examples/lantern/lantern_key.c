// SPDX-License-Identifier: GPL-2.0
/* Lantern: keys of the tunnels. */
#include <linux/rculist.h>
#include <linux/slab.h>

#include "lantern.h"

struct lantern_key {
	struct list_head node;
	u8 secret[32];
};

static DEFINE_MUTEX(lantern_key_mutex);

static void lantern_keys_drop(struct lantern_net *ln)
{
	struct lantern_key *key, *tmp;

	mutex_lock(&lantern_key_mutex);
	list_for_each_entry_safe(key, tmp, &ln->keys, node) {
		list_del_rcu(&key->node);
		synchronize_rcu();
		kfree_sensitive(key);
	}
	mutex_unlock(&lantern_key_mutex);
}

/* batch-repeats-wait: takes the mutex in each turn, and waits for each key */
static void __net_exit lantern_key_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list)
		lantern_keys_drop(lantern_pernet(net));
}

struct pernet_operations lantern_key_net_ops = {
	.exit_batch = lantern_key_exit_batch,
};
