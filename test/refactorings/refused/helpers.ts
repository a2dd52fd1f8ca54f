import { EXIT, type Row } from '../handlers';

/** A helper with a mutex, and a handler that is one call of it. */
const HELPER = (
  body: string,
  { header = 'static void quux_cleanup(struct net *net)', call = 'quux_cleanup(net);', more = '' } = {},
): string => `${header}
{
${body}
}
${more}${EXIT(`\t${call}`)}`;

const MUTEX = '\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\n\tmutex_unlock(&quux_mutex);';
const RTNL = '\trtnl_lock();\n\tquux_drop_rules(net);\n\trtnl_unlock();';

const helper = (row: number | null, what: string, code: string, says: RegExp): Row => ({
  row,
  what,
  id: 'helper-takes-list',
  code,
  says,
});

/** Of helpers that would take the list, or leave their lock to their callers. */
export const HELPERS: readonly Row[] = [
  helper(
    null,
    'a helper that a branch calls',
    HELPER(MUTEX, { call: 'if (net->quux)\n\t\tquux_cleanup(net);' }),
    /a branch or loop decides/,
  ),
  {
    ...helper(
      null,
      'the file of a helper is gone',
      `//- net/quux/quux_core.c\nvoid quux_cleanup(struct net *net)\n{\n${MUTEX}\n}\n//- net/quux/quux_main.c${EXIT('\tquux_cleanup(net);')}`,
      /net\/quux\/quux_core.c cannot be read/,
    ),
    now: EXIT('\tquux_cleanup(net);'),
  },
  helper(
    19,
    'a helper with two variants',
    HELPER(MUTEX, {
      header: '#ifdef CONFIG_QUUX\nstatic void quux_cleanup(struct net *net)',
      more: '#else\nstatic void quux_cleanup(struct net *net)\n{\n\tquux_drop_rules(net);\n}\n#endif\n',
    }),
    /`quux_cleanup` has 2 definitions/,
  ),
  helper(
    null,
    'a helper that cannot be taken apart',
    HELPER(`${MUTEX}\n\tquux_a(net); quux_b(net);`),
    /`quux_cleanup` is better changed by hand/,
  ),
  helper(
    8,
    'a helper that gives its lock back in a branch',
    HELPER('\tmutex_lock(&quux_mutex);\n\tif (net)\n\t\tmutex_unlock(&quux_mutex);'),
    /`quux_cleanup` cannot be split/,
  ),
  helper(
    null,
    'a helper that takes its lock in a branch',
    HELPER('\tif (net) {\n\t\tmutex_lock(&quux_mutex);\n\t\tmutex_unlock(&quux_mutex);\n\t}'),
    /calls `mutex_lock` in a branch or loop/,
  ),
  helper(
    6,
    'a helper with a scoped guard that others call',
    HELPER('\tscoped_guard(mutex, &quux_mutex) {\n\t\tquux_a(net);\n\t\tquux_b(net);\n\t}', {
      more: '\nvoid quux_reset(struct net *net)\n{\n\tquux_cleanup(net);\n}\n',
    }),
    /is also called with one netns/,
  ),
  helper(
    null,
    'a helper that is given more than the netns',
    HELPER(`\tquux_say(net);\n${MUTEX}`, {
      header: 'static void quux_cleanup(struct net *net, int how)',
      call: 'quux_cleanup(net, 1);',
    }),
    /is not called with the netns alone/,
  ),
  helper(
    5,
    'a value that the helper carries over its unlock',
    HELPER(`	struct quux_table *table;

	mutex_lock(&quux_mutex);
	table = quux_take_table(net);
	mutex_unlock(&quux_mutex);
	kvfree(table);`),
    /`table` carries a value from one part of `quux_cleanup`/,
  ),
  helper(
    17,
    'the plural of the name is taken',
    HELPER(`\tquux_say(net);\n${MUTEX}`, { more: '\nint quux_cleanup_nets;\n' }),
    /`quux_cleanup_nets`, the natural name of the list-taking form, is used/,
  ),
  helper(
    23,
    'a helper that is exported, and waits',
    HELPER(`\tquux_say(net);\n${MUTEX}`, {
      header: 'void quux_cleanup(struct net *net)',
      more: 'EXPORT_SYMBOL_GPL(quux_cleanup);\n',
    }),
    /is exported, or its address is taken, in net\/quux\/quux_main.c/,
  ),
  helper(
    23,
    'a helper with RTNL whose address is taken',
    HELPER(RTNL, { more: '\nstatic void (*quux_cleanup_hook)(struct net *net) = quux_cleanup;\n' }),
    /is more than called .*users out of sight rely on its lock/,
  ),
  helper(
    6,
    'a helper that a macro calls',
    HELPER(RTNL, { more: '\n#define QUUX_CLEANUP(net) quux_cleanup(net)\n' }),
    /cannot leave its lock to its callers: a macro calls it/,
  ),
  helper(
    6,
    'a helper whose result is used',
    HELPER('\trtnl_lock();\n\tquux_drop_rules(net);\n\trtnl_unlock();', {
      header: 'static int quux_cleanup(struct net *net)',
      more: '\nstatic int quux_reset(struct net *net)\n{\n\treturn quux_cleanup(net);\n}\n',
    }),
    /`quux_reset` uses what it returns/,
  ),
  helper(
    6,
    'a helper that a loop calls',
    HELPER(RTNL, {
      more: '\nstatic void quux_reset(struct net *net)\n{\n\twhile (quux_busy(net))\n\t\tquux_cleanup(net);\n}\n',
    }),
    /in `quux_reset` it is the body of a loop or of an else/,
  ),
  helper(
    6,
    'a helper called in variants of a function',
    HELPER(RTNL, {
      more: `
static void quux_reset(struct net *net)
{
#ifdef CONFIG_QUUX
	if (quux_ready(net)) {
#else
	if (net) {
#endif
		quux_cleanup(net);
	}
}
`,
    }),
    /`quux_reset` has variants under #if/,
  ),
  helper(
    null,
    'RTNL inside a lock of each netns, once it has left the helper',
    HELPER(RTNL, {
      call: 'mutex_lock(&net->quux.lock);\n\tquux_cleanup(net);\n\tmutex_unlock(&net->quux.lock);',
    }),
    /once `quux_cleanup` leaves rtnl_lock\(\) to its callers, `quux_exit_net` still has no form/,
  ),
  helper(
    20,
    'a helper of another file whose header is missing',
    `//- net/quux/quux_core.c
void quux_cleanup(struct net *net)
{
	quux_say(net);
${MUTEX}
}
//- net/quux/quux_main.c${EXIT('\tquux_cleanup(net);')}`,
    /no header of this tree declares it/,
  ),
  helper(
    null,
    'a helper behind a function pointer',
    `static void quux_destroy(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static const struct vport_ops quux_vport_ops = {
	.destroy = quux_destroy,
};
${EXIT('\tnet->vport->ops->destroy(net);')}`,
    /through a function pointer/,
  ),
  helper(
    null,
    'a lock for every entry',
    HELPER(`	struct quux_ent *ent, *tmp;

	list_for_each_entry_safe(ent, tmp, &net->quux.ents, node) {
		mutex_lock(&quux_mutex);
		quux_drop(ent);
		mutex_unlock(&quux_mutex);
	}`),
    /for every table entry: take it once around that loop first/,
  ),
  helper(
    null,
    'a grace period for every entry',
    HELPER(`	struct quux_ent *ent, *tmp;

	list_for_each_entry_safe(ent, tmp, &net->quux.ents, node) {
		list_del_rcu(&ent->node);
		synchronize_rcu();
		kfree(ent);
	}`),
    /for every table entry: unlink all of them in that loop first, wait once behind it/,
  ),
  helper(
    null,
    'devices unregistered one by one',
    HELPER(`	struct quux_dev *qd, *tmp;

	list_for_each_entry_safe(qd, tmp, &net->quux.devs, node)
		unregister_netdevice(qd->dev);`),
    /for every device: queue the devices in that loop first/,
  ),
];

const SHARED = (
  body: string,
  callers: string,
  declared = 'void quux_delete_nets(struct list_head *nets)',
): string => `//- slots: exit_rtnl
//- net/quux/quux_main.c
static void __net_exit quux_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
//- net/quux/quux.h
${declared};
//- net/quux/quux_core.c
${declared}
{
	struct net *net;

${body}
}
${callers}`;

const LOOP =
  '\trtnl_lock();\n\tlist_for_each_entry(net, nets, exit_list)\n\t\tquux_drop_rules(net);\n\trtnl_unlock();';

const shared = (row: number | null, what: string, code: string, says: RegExp): Row => ({
  ...helper(row, what, code, says),
  slot: 'exit_batch',
});

/** Of helpers of batch handlers, whose RTNL would be the core's. */
export const SHARED_SECTIONS: readonly Row[] = [
  shared(
    null,
    'a shared helper that does more than loop',
    SHARED(
      LOOP.replace('\trtnl_unlock', '\tquux_say(nets);\n\trtnl_unlock').replace(
        '\tlist_for',
        '\tlist_for_each_entry(net, nets, exit_list)\n\t\tquux_count(net);\n\tlist_for',
      ),
      '',
    ),
    /is more than one loop under it/,
  ),
  shared(
    null,
    'a declaration in the loop of a shared helper that is no C of ours',
    SHARED(
      LOOP.replace(
        '\n\t\tquux_drop_rules(net);',
        ' {\n\t\tstatic int turns;\n\n\t\tquux_drop_rules(net, turns);\n\t}',
      ),
      '',
    ),
    /has a declaration of an unusual form in its loop/,
  ),
  shared(
    20,
    'a shared helper whose header is missing',
    SHARED(LOOP, '').replace(/\/\/- net\/quux\/quux.h\n.*\n/, ''),
    /no header of this tree declares it/,
  ),
  shared(
    17,
    'the name of the form without the lock is taken',
    SHARED(
      LOOP,
      `
void quux_delete_nets_rtnl(void)
{
}

void quux_module_exit(struct list_head *nets)
{
	quux_delete_nets(nets);
}
`,
    ),
    /`quux_delete_nets_rtnl`, the natural name of `quux_delete_nets` without its lock, is used in net\/quux\/quux_core.c/,
  ),
];
