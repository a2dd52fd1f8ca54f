// SPDX-License-Identifier: GPL-2.0
/* Lantern: forwarding rules of a netns, and the policies that all netns share. */
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "lantern.h"

struct lantern_rule {
	struct list_head node;
	u32 mark;
};

struct lantern_policy {
	struct list_head node;
	u32 mark;
};

static DEFINE_MUTEX(lantern_policy_mutex);
static LIST_HEAD(lantern_policies);
static unsigned int lantern_policy_users;

void lantern_rules_flush(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_rule *rule, *tmp;

	rtnl_lock();
	list_for_each_entry_safe(rule, tmp, &ln->rules, node) {
		list_del(&rule->node);
		kfree(rule);
	}
	rtnl_unlock();
}

static int __net_init lantern_policy_init_net(struct net *net)
{
	mutex_lock(&lantern_policy_mutex);
	lantern_policy_users++;
	mutex_unlock(&lantern_policy_mutex);
	return 0;
}

static void lantern_policy_reset(void)
{
	struct lantern_policy *policy, *tmp;

	list_for_each_entry_safe(policy, tmp, &lantern_policies, node) {
		list_del(&policy->node);
		kfree(policy);
	}
}

/* exit-takes-global-lock: one mutex for all netns */
static void __net_exit lantern_policy_exit_net(struct net *net)
{
	mutex_lock(&lantern_policy_mutex);
	if (--lantern_policy_users == 0)
		lantern_policy_reset();
	mutex_unlock(&lantern_policy_mutex);
}

struct pernet_operations lantern_policy_net_ops = {
	.init = lantern_policy_init_net,
	.exit = lantern_policy_exit_net,
};
