// SPDX-License-Identifier: GPL-2.0
/* Lantern: the module, and the state of each netns. */
#include <linux/mm.h>
#include <linux/module.h>

#include "lantern.h"

#define LANTERN_SESSIONS	8192

unsigned int lantern_net_id __read_mostly;

/* init-allocates-table: 64 KiB for every netns, tunnels or not */
static int __net_init lantern_init_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);

	INIT_LIST_HEAD(&ln->devs);
	INIT_LIST_HEAD(&ln->groups);
	INIT_LIST_HEAD(&ln->rules);
	INIT_LIST_HEAD(&ln->keys);
	INIT_LIST_HEAD(&ln->acl);

	ln->sessions = kvcalloc(LANTERN_SESSIONS, sizeof(struct hlist_head),
				GFP_KERNEL_ACCOUNT);
	return ln->sessions ? 0 : -ENOMEM;
}

/* exit-takes-rtnl: in a helper of lantern_rules.c */
static void __net_exit lantern_exit_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);

	lantern_rules_flush(net);
	kvfree(ln->sessions);
}

static struct pernet_operations lantern_net_ops = {
	.init = lantern_init_net,
	.exit = lantern_exit_net,
	.id = &lantern_net_id,
	.size = sizeof(struct lantern_net),
};

/* The order of registration; left in the opposite order. */
static struct pernet_operations *const lantern_parts[] = {
	&lantern_net_ops,
	&lantern_acl_net_ops,
	&lantern_dev_net_ops,
	&lantern_flow_net_ops,
	&lantern_key_net_ops,
	&lantern_mcast_net_ops,
	&lantern_peer_net_ops,
	&lantern_policy_net_ops,
	&lantern_proc_net_ops,
	&lantern_qos_net_ops,
	&lantern_record_net_ops,
};

static int __init lantern_init(void)
{
	int i, err;

	for (i = 0; i < ARRAY_SIZE(lantern_parts); i++) {
		err = register_pernet_subsys(lantern_parts[i]);
		if (err)
			goto unwind;
	}
	err = lantern_dev_register();
	if (!err)
		return 0;
unwind:
	while (i--)
		unregister_pernet_subsys(lantern_parts[i]);
	return err;
}
module_init(lantern_init);

static void __exit lantern_exit(void)
{
	int i = ARRAY_SIZE(lantern_parts);

	lantern_dev_unregister();
	while (i--)
		unregister_pernet_subsys(lantern_parts[i]);
}
module_exit(lantern_exit);

MODULE_DESCRIPTION("Lantern, an invented tunnel: the example of Pernet Lens");
MODULE_LICENSE("GPL");
