import { EXIT, LOCKED, type Row } from '../handlers';

/** Of handlers that would get an `.exit_batch`, or a `.pre_exit`. */
export const HANDLERS: readonly Row[] = [
  {
    row: 1,
    what: 'two walks and a dellink of their own',
    id: 'collect-devices',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);
	struct net_device *dev;
	struct quux_dev *qd;
	LIST_HEAD(list);

	rtnl_lock();
	for_each_netdev(net, dev)
		if (dev->rtnl_link_ops == &quux_link_ops)
			quux_dellink(dev, &list);
	list_for_each_entry(qd, &qn->devs, node)
		quux_dellink(qd->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();`),
    says: /remove it twice/,
  },
  {
    row: 1,
    what: 'two walks, one of them of a hash table, and a dellink of their own',
    id: 'collect-devices',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);
	struct net_device *dev;
	struct quux_dev *qd;
	LIST_HEAD(list);
	int bucket;

	rtnl_lock();
	for_each_netdev(net, dev)
		if (dev->rtnl_link_ops == &quux_link_ops)
			quux_dellink(dev, &list);
	hash_for_each(qn->devs, bucket, qd, node)
		quux_dellink(qd->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();`),
    says: /remove it twice/,
  },
  {
    row: 5,
    what: 'the ops has a batch member already',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED, '', '\t.exit_batch = quux_exit_batch,\n'),
    says: /already has `.exit_batch`/,
  },
  {
    row: 5,
    what: 'a value carried from the locked part to the part behind it',
    id: 'split-phases',
    code: EXIT(`	struct quux_table *table;

	rtnl_lock();
	table = quux_take_table(net);
	rtnl_unlock();

	kvfree(table);`),
    says: /`table` carries a value/,
  },
  {
    row: 5,
    what: 'a list carried from part to part',
    id: 'split-phases',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);
	LIST_HEAD(list);

	mutex_lock(&quux_mutex);
	list_splice_init(&qn->ents, &list);
	mutex_unlock(&quux_mutex);

	quux_free_ents(&list);`),
    says: /`list` carries a value/,
  },
  {
    row: 6,
    what: 'init calls the handler in its error path',
    id: 'wrap-and-hoist',
    code: `${EXIT(LOCKED).replace(
      'static struct',
      `static int __net_init quux_init_net(struct net *net)
{
	int err = quux_proc_init(net);

	if (err)
		quux_exit_net(net);
	return err;
}

static struct`,
    )}`,
    says: /also called with one netns \(net\/quux\/quux_main.c:\d+\)/,
  },
  {
    row: 6,
    what: 'a helper in another file has a caller with one netns',
    id: 'helper-takes-list',
    code: `//- net/quux/quux_core.c
void quux_cleanup(struct net *net)
{
	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}
//- net/quux/quux_main.c
static int __net_init quux_init_net(struct net *net)
{
	int err = quux_proc_init(net);

	if (err)
		quux_cleanup(net);
	return err;
}
${EXIT('\tquux_cleanup(net);')}`,
    says: /`quux_cleanup` is also called with one netns/,
  },
  {
    row: 8,
    what: 'a return in the body',
    id: 'wrap-and-hoist',
    code: EXIT(`	mutex_lock(&quux_mutex);
	if (quux_idle(net)) {
		quux_flush(net);
		return;
	}
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);`),
    says: /has a return/,
  },
  {
    row: 8,
    what: 'a return that leaves with the lock held',
    id: 'keep-body-as-function',
    code: EXIT(`	mutex_lock(&quux_mutex);
	if (quux_idle(net))
		return;
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);`),
    says: /line 5 leaves with the lock held/,
  },
  {
    row: 8,
    what: 'a return in a helper',
    id: 'helper-takes-list',
    code: `static void quux_cleanup(struct net *net)
{
	if (quux_idle(net))
		return;
	rtnl_lock();
	quux_drop_rules(net);
	rtnl_unlock();
}
${EXIT('\tquux_cleanup(net);')}`,
    says: /has a return: split it/,
  },
  {
    row: 10,
    what: 'a wait that would come under the lock',
    id: 'keep-body-as-function',
    code: EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);

	cancel_work_sync(&qn->work);
	mutex_lock(&quux_mutex);
	if (quux_idle(net)) {
		mutex_unlock(&quux_mutex);
		return;
	}
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);`),
    says: /`cancel_work_sync` is called before `quux_mutex` is taken/,
  },
  {
    row: 10,
    what: 'a lock taken where a local is initialised',
    id: 'wrap-and-hoist',
    code: `static struct quux_table *quux_lookup(struct net *net)
{
	mutex_lock(&quux_table_mutex);
	mutex_unlock(&quux_table_mutex);
	return NULL;
}
${EXIT(`	struct quux_table *table = quux_lookup(net);

	mutex_lock(&quux_mutex);
	quux_drop(table);
	mutex_unlock(&quux_mutex);`)}`,
    says: /where a local is initialised, before `quux_mutex` is taken/,
  },
  {
    row: null,
    what: 'a declaration under #ifdef',
    id: 'wrap-and-hoist',
    code: EXIT(`#ifdef CONFIG_QUUX
	struct quux_net *qn = net_generic(net, quux_net_id);
#endif

	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);`),
    says: /is declared under #if/,
  },
  {
    row: 16,
    what: 'a handler that touches exit_list',
    id: 'wrap-and-hoist',
    code: EXIT('\tmutex_lock(&quux_mutex);\n\tlist_del_init(&net->exit_list);\n\tmutex_unlock(&quux_mutex);'),
    says: /uses `exit_list`/,
  },
  {
    row: 19,
    what: 'two definitions under #ifdef',
    id: 'wrap-and-hoist',
    code: `#ifdef CONFIG_QUUX
static void __net_exit quux_exit_net(struct net *net)
{
	quux_stats_fini(net);
}
#else
${EXIT(LOCKED).trimStart().replace('}\n\nstatic struct', '}\n#endif\n\nstatic struct')}`,
    says: /2 definitions under #if/,
  },
  {
    row: 19,
    what: 'a member under #ifdef',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED).replace(
      '\t.exit = quux_exit_net,\n',
      '#ifdef CONFIG_QUUX\n\t.exit = quux_exit_net,\n#endif\n',
    ),
    says: /stands under #if/,
  },
  {
    row: 20,
    what: 'an ops above its handler, declared in another file',
    id: 'wrap-and-hoist',
    code: `
static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};

static void __net_exit quux_exit_net(struct net *net)
{
${LOCKED}
}
`,
    says: /is defined below its ops and its forward declaration could not be found/,
  },
  {
    row: 21,
    what: 'the address taken elsewhere',
    id: 'wrap-and-hoist',
    code: `${EXIT(LOCKED)}
static const struct quux_ops quux_other = {
	.cleanup = quux_exit_net,
};
`,
    says: /address of `quux_exit_net` is also taken/,
  },
  {
    row: 23,
    what: 'a handler that another file names',
    id: 'wrap-and-hoist',
    code: `//- net/quux/quux.h
void quux_exit_net(struct net *net);
//- net/quux/quux_main.c${EXIT(LOCKED).replace('static void __net_exit', 'void __net_exit')}`,
    says: /is not static and net\/quux\/quux.h names it/,
  },
  {
    row: 23,
    what: 'an exported handler',
    id: 'wrap-and-hoist',
    code: `${EXIT(LOCKED).replace('static void __net_exit', 'void __net_exit')}
EXPORT_SYMBOL_GPL(quux_exit_net);
`,
    says: /is exported/,
  },
  {
    row: null,
    what: 'something freed before the wait',
    id: 'pre-exit-split',
    code: EXIT('\tkfree(net->quux);\n\tsynchronize_rcu();\n\tquux_stats_fini(net);'),
    says: /frees before it waits/,
  },
  {
    row: null,
    what: 'two waits',
    id: 'pre-exit-split',
    code: EXIT(
      '\tquux_unhook(net);\n\tsynchronize_rcu();\n\tquux_drop(net);\n\tsynchronize_rcu();\n\tquux_free(net);',
    ),
    says: /waits 2 times/,
  },
  {
    row: null,
    what: 'a macro makes the handler',
    id: 'wrap-and-hoist',
    code: `QUUX_EXIT(quux_exit_net)

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
    says: /a macro makes it/,
  },
  {
    row: null,
    what: 'a lock two calls down',
    id: 'helper-takes-list',
    code: `static void quux_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static void quux_cleanup(struct net *net)
{
	quux_flush(net);
}
${EXIT('\tquux_cleanup(net);')}`,
    says: /2 calls below `quux_exit_net`: each function between \(`quux_cleanup`\)/,
  },
];
