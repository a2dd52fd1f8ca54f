/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lantern, an invented tunnel: the example module of Pernet Lens.
 *
 * Every part registers its own pernet_operations. The state of a netns is one
 * struct, owned by lantern_main.c, which registers first and leaves last.
 */
#ifndef _LANTERN_H
#define _LANTERN_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/workqueue.h>
#include <net/net_namespace.h>
#include <net/netns/generic.h>

struct lantern_peers;

struct lantern_dev {
	struct net_device *dev;
	struct list_head node;
};

struct lantern_net {
	struct hlist_head *sessions;
	struct list_head devs;		/* lantern_dev, under RTNL */
	struct list_head groups;	/* lantern_dev, under RTNL */
	struct list_head rules;		/* lantern_rule, under RTNL */
	struct list_head keys;		/* lantern_key, under lantern_key_mutex */
	struct list_head acl;		/* lantern_acl, under lantern_acl_mutex */
	struct lantern_peers __rcu *peers;
	bool acl_closed;		/* no lookup begins any more */
	struct delayed_work keepalive;
	unsigned int limit;		/* under RTNL */
	unsigned int recorded;		/* under lantern_record_mutex */
};

extern unsigned int lantern_net_id;

static inline struct lantern_net *lantern_pernet(const struct net *net)
{
	return net_generic(net, lantern_net_id);
}

void lantern_rules_flush(struct net *net);

int lantern_dev_register(void);
void lantern_dev_unregister(void);

extern struct pernet_operations lantern_acl_net_ops;
extern struct pernet_operations lantern_dev_net_ops;
extern struct pernet_operations lantern_flow_net_ops;
extern struct pernet_operations lantern_key_net_ops;
extern struct pernet_operations lantern_mcast_net_ops;
extern struct pernet_operations lantern_peer_net_ops;
extern struct pernet_operations lantern_policy_net_ops;
extern struct pernet_operations lantern_proc_net_ops;
extern struct pernet_operations lantern_qos_net_ops;
extern struct pernet_operations lantern_record_net_ops;

#endif /* _LANTERN_H */
