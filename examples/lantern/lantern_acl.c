// SPDX-License-Identifier: GPL-2.0
/*
 * Lantern: access lists. Clean: closed before the core's grace period, freed
 * after it, with the mutex taken once for the whole batch.
 */
#include <linux/rculist.h>
#include <linux/slab.h>

#include "lantern.h"

struct lantern_acl {
	struct list_head node;
};

static DEFINE_MUTEX(lantern_acl_mutex);
static unsigned int lantern_acl_count;

static void __net_exit lantern_acl_pre_exit(struct net *net)
{
	WRITE_ONCE(lantern_pernet(net)->acl_closed, true);
}

static void __net_exit lantern_acl_exit_batch(struct list_head *net_exit_list)
{
	struct lantern_acl *acl, *tmp;
	struct net *net;

	mutex_lock(&lantern_acl_mutex);
	list_for_each_entry(net, net_exit_list, exit_list) {
		list_for_each_entry_safe(acl, tmp, &lantern_pernet(net)->acl,
					 node) {
			list_del(&acl->node);
			kfree(acl);
			lantern_acl_count--;
		}
		cond_resched();
	}
	mutex_unlock(&lantern_acl_mutex);
}

struct pernet_operations lantern_acl_net_ops = {
	.pre_exit = lantern_acl_pre_exit,
	.exit_batch = lantern_acl_exit_batch,
};
