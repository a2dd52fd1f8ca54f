import { describe, expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel';
import type { Outcome } from '../../src/core/refactorings';
import { CHECKS } from '../../src/core/refactorings/checks';
import { readFixture } from '../support/fixture';
import { outcomeOf, type Tree } from './bench';

interface Row {
  readonly row: number | null;
  readonly what: string;
  readonly id: string;
  readonly slot?: SlotName;
  readonly code: string;
  /** Part of the reason or the question. */
  readonly says: RegExp;
}

const treeOf = (code: string): Tree => {
  const { files, slots } = readFixture(code);
  return { files, slots };
};

const EXIT = (body: string, before = '', members = ''): string => `
${before}static void __net_exit quux_exit_net(struct net *net)
{
${body}
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
${members}};
`;

const LOCKED = '\trtnl_lock();\n\tquux_drop_rules(net);\n\trtnl_unlock();';

const REFUSED: readonly Row[] = [
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
    code: `//- slots: exit_rtnl${EXIT(`	quux_sysfs_del(net);

${LOCKED}`, '', '\t.pre_exit = quux_pre_exit,\n')}`,
    says: /belongs into `.pre_exit`, which is taken/,
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
    code: `${EXIT(LOCKED).replace('static struct', `static int __net_init quux_init_net(struct net *net)
{
	int err = quux_proc_init(net);

	if (err)
		quux_exit_net(net);
	return err;
}

static struct`)}`,
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
    code: EXIT(LOCKED).replace('\t.exit = quux_exit_net,\n', '#ifdef CONFIG_QUUX\n\t.exit = quux_exit_net,\n#endif\n'),
    says: /stands under #if/,
  },
  {
    row: 20,
    what: 'an ops above its handler, declared in a way nobody finds',
    id: 'wrap-and-hoist',
    code: `QUUX_DECLARE(quux_exit_net)

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};

static void __net_exit quux_exit_net(struct net *net)
{
${LOCKED}
}
`,
    says: /address|forward declaration/,
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
    what: 'something freed before the wait',
    id: 'pre-exit-split',
    code: EXIT('\tkfree(net->quux);\n\tsynchronize_rcu();\n\tquux_stats_fini(net);'),
    says: /frees before it waits/,
  },
  {
    row: null,
    what: 'two waits',
    id: 'pre-exit-split',
    code: EXIT('\tquux_unhook(net);\n\tsynchronize_rcu();\n\tquux_drop(net);\n\tsynchronize_rcu();\n\tquux_free(net);'),
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

const ASKED: readonly Row[] = [
  { row: 3, what: 'parts run for all netns before the next', id: 'split-phases', code: EXIT(`\tquux_sysfs_del(net);\n${LOCKED}`), says: /each of its 2 parts/ },
  { row: 4, what: 'an rtnl slot runs before all other exits', id: 'use-rtnl-slot', code: `//- slots: exit_rtnl${EXIT(LOCKED)}`, says: /before every `.exit`/ },
  {
    row: 5,
    what: 'an initialiser computed again',
    id: 'split-phases',
    code: EXIT(`\tstruct quux_net *qn = quux_lookup(net);\n\n\tquux_sysfs_del(qn);\n${LOCKED}\n\tkfree(qn);`),
    says: /`qn` would be computed again/,
  },
  {
    row: 7,
    what: 'init leaves a freed pointer',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl
static int __net_init quux_init_net(struct net *net)
{
	net->quux.table = kzalloc(64, GFP_KERNEL);
	if (quux_proc_init(net)) {
		kfree(net->quux.table);
		return -ENOMEM;
	}
	return 0;
}
${EXIT('\trtnl_lock();\n\tquux_drop(net->quux.table);\n\trtnl_unlock();', '', '\t.init = quux_init_net,\n')}`,
    says: /does not set it to NULL/,
  },
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
    code: `//- net/quux/quux_core.c
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

const outcome = ({ code, id, slot = 'exit' }: Row): Promise<Outcome | undefined> => outcomeOf(treeOf(code), id, slot);

describe('refused', () => {
  test.each(REFUSED)('row $row: $what', async row => {
    const refused = await outcome(row);
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringMatching(row.says) });
    if (row.row !== null && row.row !== 20) expect(refused).toMatchObject({ row: row.row });
  });
});

describe('asked', () => {
  test.each(ASKED)('row $row: $what', async row => {
    const asked = await outcome(row);
    if (asked?.kind !== 'edit') throw new Error(JSON.stringify(asked));
    expect(asked.questions.find(question => question.row === row.row)?.text).toMatch(row.says);
  });
});

test('every row of the checklist is a check', () => {
  const rows = new Set(CHECKS.map(({ row }) => row));
  expect(Array.from({ length: 30 }, (_, at) => at + 1).filter(row => !rows.has(row))).toEqual([]);
});
