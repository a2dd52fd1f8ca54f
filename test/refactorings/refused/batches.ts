import { EXIT, LOCKED, type Row } from '../handlers';

const BATCH = (body: string, slot = 'exit_batch', slots = 'exit_rtnl'): string => `//- slots: ${slots}
static void __net_exit quux_${slot}(struct list_head *nets${slot === 'exit_batch' ? '' : ', struct list_head *dev_kill_list'})
{
	struct net *net;

${body}
}

static struct pernet_operations quux_net_ops = {
	.${slot} = quux_${slot},
};
`;

const EACH = '\tlist_for_each_entry(net, nets, exit_list)';

const toRtnl = (row: number | null, what: string, code: string, says: RegExp): Row => ({
  row,
  what,
  id: 'use-rtnl-slot',
  slot: 'exit_batch',
  code,
  says,
});

/** Of batch handlers. */
export const BATCHES: readonly Row[] = [
  toRtnl(
    8,
    'a return in a batch handler',
    BATCH(`\trtnl_lock();\n${EACH}\n\t\tquux_drop_rules(net);\n\trtnl_unlock();\n\treturn;`),
    /has a return: its parts cannot be told apart/,
  ),
  toRtnl(
    null,
    'a second lock in a batch handler',
    BATCH(
      `\trtnl_lock();\n${EACH}\n\t\tquux_drop_rules(net);\n\trtnl_unlock();\n\tmutex_lock(&quux_mutex);\n${EACH}\n\t\tquux_a(net);\n\tmutex_unlock(&quux_mutex);`,
    ),
    /more than one section that is paid once/,
  ),
  toRtnl(
    null,
    'something done once per batch',
    BATCH(`\tquux_count(nets);\n\trtnl_lock();\n${EACH}\n\t\tquux_drop_rules(net);\n\trtnl_unlock();`),
    /does more than loop over the netns around its RTNL section \(`quux_count\(nets\);`\)/,
  ),
  toRtnl(
    null,
    'a static local in a loop of a batch handler',
    BATCH(
      `\trtnl_lock();\n${EACH} {\n\t\tstatic int turns;\n\n\t\tquux_drop_rules(net, turns);\n\t}\n\trtnl_unlock();`,
    ),
    /has a declaration of an unusual form in a loop/,
  ),
  toRtnl(
    3,
    'two loops under RTNL',
    BATCH(`\trtnl_lock();\n${EACH}\n\t\tquux_a(net);\n${EACH}\n\t\tquux_b(net);\n\trtnl_unlock();`),
    /loops over the netns 2 times under RTNL/,
  ),
  {
    row: 8,
    what: 'a batch handler that gives RTNL back in a branch, asked for what helps',
    id: 'keep-body-as-function',
    code: EXIT('\tif (!net)\n\t\treturn;\n\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);'),
    says: /nothing of its own gives mutex_lock\(&quux_mutex\) back/,
  },
  {
    row: 8,
    what: 'something behind the last unlock of a body with a return',
    id: 'keep-body-as-function',
    code: EXIT(
      '\tif (!net)\n\t\treturn;\n\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\n\tmutex_unlock(&quux_mutex);\n\tquux_stats_fini(net);',
    ),
    says: /something follows the last unlock/,
  },
  {
    row: 8,
    what: 'an unlock in the middle of a body with a return',
    id: 'keep-body-as-function',
    code: EXIT(
      '\tif (!net)\n\t\treturn;\n\tmutex_lock(&quux_mutex);\n\tif (quux_busy(net)) {\n\t\tmutex_unlock(&quux_mutex);\n\t\tquux_wait(net);\n\t\tmutex_lock(&quux_mutex);\n\t}\n\tmutex_unlock(&quux_mutex);',
    ),
    says: /the unlock in line \d+ is not followed by a return/,
  },
  {
    row: 8,
    what: 'a goto over the lock',
    id: 'keep-body-as-function',
    code: EXIT(
      '\tif (!net)\n\t\tgoto out;\n\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\nout:\n\tmutex_unlock(&quux_mutex);',
    ),
    says: /the goto in line \d+ jumps over the lock/,
  },
  {
    row: null,
    what: 'a batch that is more than a loop, un-wrapped',
    id: 'use-rtnl-slot',
    slot: 'exit_batch_rtnl',
    code: BATCH(`${EACH}\n\t\tquux_a(net);\n\tquux_count(nets);`, 'exit_batch_rtnl'),
    says: /is more than one loop over the netns/,
  },
  {
    row: 8,
    what: 'a loop with continue, un-wrapped',
    id: 'use-rtnl-slot',
    slot: 'exit_batch_rtnl',
    code: BATCH(
      `${EACH} {\n\t\tif (quux_idle(net))\n\t\t\tcontinue;\n\t\tquux_a(net);\n\t}`,
      'exit_batch_rtnl',
    ),
    says: /the loop of `quux_exit_batch_rtnl` has a continue/,
  },
  {
    row: null,
    what: 'a static local in the loop, un-wrapped',
    id: 'use-rtnl-slot',
    slot: 'exit_batch_rtnl',
    code: BATCH(`${EACH} {\n\t\tstatic int turns;\n\n\t\tquux_a(net, turns);\n\t}`, 'exit_batch_rtnl'),
    says: /has a declaration of an unusual form in its loop/,
  },
  {
    row: 8,
    what: 'a loop with break, un-wrapped to .exit',
    id: 'drop-empty-batch',
    slot: 'exit_batch',
    code: BATCH(`${EACH} {\n\t\tif (quux_idle(net))\n\t\t\tbreak;\n\t\tquux_a(net);\n\t}`),
    says: /the loop of `quux_exit_batch` has a break/,
  },
  {
    row: null,
    what: 'a static local in the loop, un-wrapped to .exit',
    id: 'drop-empty-batch',
    slot: 'exit_batch',
    code: BATCH(`${EACH} {\n\t\tstatic int turns;\n\n\t\tquux_a(net, turns);\n\t}`),
    says: /has a declaration of an unusual form in its loop/,
  },
  {
    row: 2,
    what: 'something behind the unlock of a .pre_exit',
    id: 'use-rtnl-slot',
    slot: 'pre_exit',
    code: `//- slots: exit_rtnl${EXIT(`${LOCKED}\n\tquux_say(net);`).replace('.exit =', '.pre_exit =')}`,
    says: /does behind the unlock would come before the lock/,
  },
  {
    row: null,
    what: 'RTNL around nothing',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT('\tquux_say(net);\n\trtnl_lock();\n\trtnl_unlock();')}`,
    says: /does nothing under RTNL that could move/,
  },
  {
    row: 5,
    what: 'an rtnl slot that is taken',
    id: 'use-rtnl-slot',
    code: `//- slots: exit_rtnl${EXIT(LOCKED, '', '\t.exit_rtnl = quux_exit_rtnl,\n')}`,
    says: /already has `.exit_rtnl` \(`quux_exit_rtnl`\): merge the two by hand/,
  },
  {
    row: null,
    what: '.pre_exit is taken, and the wait would go between',
    id: 'pre-exit-split',
    code: EXIT(
      '\tquux_unhook(net);\n\tsynchronize_rcu();\n\tquux_free(net);',
      '',
      '\t.pre_exit = quux_pre_exit,\n',
    ),
    says: /already has `.pre_exit` \(`quux_pre_exit`\): add what stands before the wait there/,
  },
  {
    row: null,
    what: 'a batch handler that does more than call what takes RTNL',
    id: 'none',
    slot: 'exit_batch',
    code: `${BATCH(`\tquux_flush(nets);\n${EACH}\n\t\tquux_stats_fini(net);`)}
static void quux_flush(struct list_head *nets)
{
	rtnl_lock();
	quux_drop_all(nets);
	rtnl_unlock();
}
`,
    says: /is called in `quux_flush` .* for the batch, and `quux_exit_batch` does more than that/,
  },
  {
    row: null,
    what: 'a lock in .pre_exit',
    id: 'none',
    slot: 'pre_exit',
    code: EXIT('\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\n\tmutex_unlock(&quux_mutex);').replace(
      '.exit =',
      '.pre_exit =',
    ),
    says: /`mutex_lock` \(`quux_mutex`\) is called in `quux_exit_net` .*`.pre_exit` has no form for a batch/,
  },
  {
    row: null,
    what: 'a lock in a branch that has another',
    id: 'none',
    code: EXIT(
      '\tif (net->quux) {\n\t\tmutex_lock(&quux_mutex);\n\t\tquux_drop_rules(net);\n\t\tmutex_unlock(&quux_mutex);\n\t} else {\n\t\tquux_say(net);\n\t}',
    ),
    says: /in a branch or loop, or not as a pair/,
  },
  {
    row: 9,
    what: 'a walk over the entries of all netns',
    id: 'none',
    code: `static LIST_HEAD(quux_all);
${EXIT('\tstruct quux_ent *ent;\n\n\tlist_for_each_entry(ent, &quux_all, node)\n\t\tif (net_eq(ent->net, net))\n\t\t\tquux_hide(ent);')}`,
    says: /`list_for_each_entry` \(`quux_all`\) is called in `quux_exit_net` .* for each netns/,
  },
  {
    row: null,
    what: 'a lock that may be of each netns',
    id: 'none',
    code: `
static void quux_drain(struct quux_table *table)
{
	mutex_lock(&table->mutex);
	quux_drop(table);
	mutex_unlock(&table->mutex);
}
${EXIT('\tquux_drain(net->quux.table);')}`,
    says: /\(`table->mutex`\) is called in `quux_drain` .*whether all netns share that lock cannot be told/,
  },
  ...(
    [
      ['work', 'cancel_work_sync(&net->quux.work)', /let the work hold a reference/],
      ['a workqueue', 'flush_workqueue(net->quux.queue)', /let all netns queue on one workqueue/],
      ['a timer', 'timer_delete_sync(&net->quux.timer)', /returns at once unless the callback runs/],
      ['a thread', 'kthread_stop(net->quux.thread)', /tell all to stop in `.pre_exit`/],
      ['the clock', 'msleep(10)', /not for the clock/],
    ] as const
  ).map(([whom, call, says]) => ({
    row: null,
    what: `a wait for ${whom}`,
    id: 'none',
    code: EXIT(`\t${call};`),
    says,
  })),
];
