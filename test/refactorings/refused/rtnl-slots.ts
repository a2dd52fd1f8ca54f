import { EXIT, LOCKED, type Row } from '../handlers';

/** Of work that would move into the core's RTNL section. */
export const RTNL_SLOTS: readonly Row[] = [
  {
    row: 1,
    what: 'dellink for every device of the netns in an rtnl slot',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(`	struct net_device *dev;
	LIST_HEAD(list);

	rtnl_lock();
	for_each_netdev(net, dev)
		dev->rtnl_link_ops->dellink(dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();`)}`,
    says: /other subsystems have queued/,
  },
  {
    row: 2,
    what: 'work under RTNL behind the unregistration',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(`	LIST_HEAD(list);

	rtnl_lock();
	quux_queue_devs(net, &list);
	unregister_netdevice_many(&list);
	quux_drop_rules(net);
	rtnl_unlock();`)}`,
    says: /goes on under RTNL after it has unregistered/,
  },
  {
    row: 2,
    what: '.exit is needed and taken',
    id: 'use-rtnl-slot',
    slot: 'exit_batch',
    code: `//- slots: exit_batch_rtnl
static void __net_exit quux_exit_net(struct net *net)
{
	quux_stats_fini(net);
}

static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list)
		quux_drop_rules(net);
	rtnl_unlock();

	list_for_each_entry(net, nets, exit_list)
		quux_proc_del(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
	.exit_batch = quux_exit_batch,
};
`,
    says: /belongs into `.exit`, which is taken/,
  },
  {
    row: 3,
    what: '.pre_exit is needed and taken',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(
      `	quux_sysfs_del(net);

${LOCKED}`,
      '',
      '\t.pre_exit = quux_pre_exit,\n',
    )}`,
    says: /belongs into `.pre_exit`, which is taken/,
  },
  {
    row: 12,
    what: 'a callee that takes RTNL under RTNL',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl
static void quux_flush(struct net *net)
{
	rtnl_lock();
	quux_drop_rules(net);
	rtnl_unlock();
}
${EXIT('\trtnl_lock();\n\tquux_flush(net);\n\trtnl_unlock();')}`,
    says: /`quux_flush` takes RTNL itself/,
  },
  {
    row: 13,
    what: 'a helper that unregisters by itself',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_batch_rtnl
static void quux_free_table(struct net *net)
{
	LIST_HEAD(list);

	quux_queue_devs(net, &list);
	unregister_netdevice_many(&list);
}
${EXIT('\trtnl_lock();\n\tquux_free_table(net);\n\trtnl_unlock();')}`,
    says: /`quux_free_table` unregisters devices by itself/,
  },
  {
    row: 28,
    what: 'RTNL in what would become .pre_exit',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl
static void quux_unhook(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
${EXIT(`\tquux_unhook(net);\n${LOCKED}`)}`,
    says: /would do so in `.pre_exit`/,
  },
  {
    row: null,
    what: 'RTNL taken twice',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(`${LOCKED}\n\tquux_stats_fini(net);\n${LOCKED}`)}`,
    says: /takes RTNL more than once/,
  },
  {
    row: null,
    what: 'the core’s list is looked at',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(`	LIST_HEAD(list);

	rtnl_lock();
	quux_queue_devs(net, &list);
	if (!list_empty(&list))
		quux_say(net);
	unregister_netdevice_many(&list);
	rtnl_unlock();`)}`,
    says: /looks at `list` itself/,
  },
];
