import { EXIT, LOCKED, type Row } from './handlers';

/** What is offered with a question: a handler for each question that can be asked. */
export const ASKED: readonly Row[] = [
  {
    row: 3,
    what: 'parts run for all netns before the next',
    id: 'split-phases',
    code: EXIT(`\tquux_sysfs_del(net);\n${LOCKED}`),
    says: /each of its 2 parts/,
  },
  {
    row: 3,
    what: 'what stood before the lock moves to .pre_exit',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(`\tquux_sysfs_del(net);\n${LOCKED}`)}`,
    says: /moves to `.pre_exit`.*May it run that early/,
  },
  {
    row: 4,
    what: 'an rtnl slot runs before all other exits',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(LOCKED)}`,
    says: /before every `.exit`/,
  },
  {
    row: 5,
    what: 'an initialiser computed again',
    id: 'split-phases',
    code: EXIT(`\tstruct quux_net *qn = quux_lookup(net);\n\n\tquux_sysfs_del(qn);\n${LOCKED}\n\tkfree(qn);`),
    says: /`qn` would be computed again/,
  },
  {
    row: 5,
    what: 'a local of a loop computed again in another slot',
    id: 'use-rtnl-slot',
    slot: 'exit_batch',
    code: `//- slots: exit_rtnl
static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list) {
		struct quux_table *table = net->quux.table;

		quux_drop_rules(table);
		kfree(table);
	}
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`,
    says: /`table` would be computed again/,
  },
  ...['kfree', 'vfree', 'kfree_sensitive', 'free_percpu'].map(free => ({
    row: 7,
    what: `init leaves a freed pointer, by ${free}`,
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl
static int __net_init quux_init_net(struct net *net)
{
	net->quux.table = kzalloc(64, GFP_KERNEL);
	if (quux_proc_init(net)) {
		${free}(net->quux.table);
		return -ENOMEM;
	}
	return 0;
}
${EXIT('\trtnl_lock();\n\tquux_drop(net->quux.table);\n\trtnl_unlock();', '', '\t.init = quux_init_net,\n')}`,
    says: /does not set it to NULL/,
  })),
  {
    row: 9,
    what: 'a global table walked without a lock',
    id: 'one-grace-period-per-batch',
    code: `static LIST_HEAD(quux_all);
${EXIT(`	struct quux_ent *ent;

	list_for_each_entry(ent, &quux_all, node)
		if (net_eq(ent->net, net))
			quux_unhook(ent);
	synchronize_rcu();
	quux_stats_fini(net);`)}`,
    says: /two batches can run at once/,
  },
  ...['atomic_dec_and_test(&quux_users)', '--quux_users == 0', 'quux_users-- == 1'].map(count => ({
    row: 9,
    what: `a count of all netns lowered without a lock, ${count}`,
    id: 'split-phases',
    code: `static atomic_t quux_users;
${EXIT(`\tif (${count})\n\t\tquux_stop();\n\n${LOCKED}`)}`,
    says: /`quux_users` counts for all netns/,
  })),
  {
    row: 10,
    what: 'statements that come under the lock',
    id: 'keep-body-as-function',
    code: EXIT(`	if (!quux_on(net))
		return;

	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);`),
    says: /would run with it held/,
  },
  {
    row: 11,
    what: 'a wait under the lock',
    id: 'wrap-and-hoist',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);

	mutex_lock(&quux_mutex);
	cancel_work_sync(&qn->work);
	mutex_unlock(&quux_mutex);`),
    says: /`cancel_work_sync` waits under `quux_mutex`/,
  },
  {
    row: 12,
    what: 'a callee that takes RTNL in a branch',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl
static void quux_flush(struct net *net)
{
	if (net->quux.late) {
		rtnl_lock();
		quux_drop_rules(net);
		rtnl_unlock();
	}
}
${EXIT('\trtnl_lock();\n\tquux_flush(net);\n\trtnl_unlock();')}`,
    says: /`quux_flush` takes RTNL on some path/,
  },
  {
    row: 14,
    what: 'a walk of everything under the lock',
    id: 'wrap-and-hoist',
    code: `static LIST_HEAD(quux_all);
${EXIT(`	struct quux_ent *ent, *tmp;

	mutex_lock(&quux_mutex);
	list_for_each_entry_safe(ent, tmp, &quux_all, node)
		if (net_eq(ent->net, net))
			quux_free_ent(ent);
	mutex_unlock(&quux_mutex);`)}`,
    says: /walk over `quux_all` runs under `quux_mutex`/,
  },
  {
    row: 23,
    what: 'a helper that other files can see',
    id: 'helper-takes-list',
    code: `//- net/quux/quux.h
void quux_cleanup(struct net *net);
//- net/quux/quux_core.c
void quux_cleanup(struct net *net)
{
	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}
//- net/quux/quux_main.c${EXIT('\tquux_cleanup(net);')}`,
    says: /Is there none outside/,
  },
  {
    row: 25,
    what: 'a notifier that may repeat it',
    id: 'pre-exit-split',
    code: `static int quux_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	return event == NETDEV_UNREGISTER;
}
${EXIT('\tquux_unhook(net);\n\tsynchronize_rcu();\n\tquux_free(net);')}`,
    says: /NETDEV_UNREGISTER notifier/,
  },
  {
    row: 26,
    what: 'a lock that the rest takes',
    id: 'pre-exit-split',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);

	quux_unhook(qn);
	synchronize_rcu();
	mutex_lock(&qn->lock);
	quux_free(qn);
	mutex_unlock(&qn->lock);`),
    says: /Does it need the lock there/,
  },
  {
    row: 27,
    what: 'a queue drained while it is filled',
    id: 'pre-exit-split',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);

	flush_work(&qn->work);
	synchronize_rcu();
	quux_free(qn);`),
    says: /Can the work still be queued there/,
  },
];
