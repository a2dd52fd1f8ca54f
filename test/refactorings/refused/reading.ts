import { EXIT, LOCKED, type Row } from '../handlers';

const MUTEX = '\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\n\tmutex_unlock(&quux_mutex);';

const reading = (what: string, code: string, says: RegExp): Row => ({
  row: null,
  what,
  id: 'wrap-and-hoist',
  code,
  says,
});

/** Of handlers that cannot be taken apart line by line. */
export const READING: readonly Row[] = [
  reading(
    'a macro with the name of the handler',
    `#define quux_exit_net(net) quux_drop_rules(net)

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
    /a macro makes it/,
  ),
  reading(
    'a header under #ifdef',
    EXIT(MUTEX).replace(
      'static void __net_exit quux_exit_net(struct net *net)',
      '#ifdef CONFIG_QUUX\nstatic\n#endif\nvoid __net_exit quux_exit_net(\n#ifdef CONFIG_QUUX\n\tstruct net *net\n#else\n\tstruct net *net\n#endif\n\t)',
    ),
    /header has variants under #if/,
  ),
  reading(
    'C that is broken',
    EXIT(`${MUTEX}\n\tif (quux_ready &&) ;`),
    /the parser could not read all of it/,
  ),
  reading(
    'branches of #if that make no C together',
    EXIT(`${MUTEX}
#ifdef CONFIG_QUUX
	if (quux_ready(net)) {
#else
	if (net) {
#endif
		quux_stats_fini(net);
	}`),
    /variants under #if that make no C together/,
  ),
  reading(
    'a static local',
    EXIT(`\tstatic int turns;\n\n${MUTEX}`),
    /its declaration `static int turns;` is of an unusual form/,
  ),
  reading(
    'a declaration among the statements',
    EXIT(`${MUTEX}\n\tint left = quux_left(net);\n\n\tquux_say(left);`),
    /is declared among its statements/,
  ),
  reading(
    'a body on the line of its brace',
    EXIT(MUTEX).replace('\n{\n\tmutex_lock', '\n{ mutex_lock'),
    /body does not begin on a line of its own/,
  ),
  reading(
    'two statements on a line',
    EXIT(`${MUTEX}\n\tquux_a(net); quux_b(net);`),
    /something else stands on the line of `quux_a\(net\); quux_b\(net\);`/,
  ),
  {
    row: null,
    what: 'a lock that the end of the body gives back',
    id: 'split-phases',
    code: EXIT(
      '\tguard(mutex)(&net->quux.lock);\n\tquux_a(net);\n\trtnl_lock();\n\tquux_b(net);\n\trtnl_unlock();',
    ),
    says: /`guard\(mutex\)\(&net->quux.lock\);` holds what it takes until its block ends/,
  },
  {
    row: 8,
    what: 'a guard that holds on behind the lock around it',
    id: 'split-phases',
    code: EXIT('\tmutex_lock(&quux_mutex);\n\tguard(rtnl)();\n\tquux_a(net);\n\tmutex_unlock(&quux_mutex);'),
    says: /`quux_exit_net` cannot be split: guard\(rtnl\)\(\) holds to the end of the body/,
  },
  {
    row: null,
    what: 'memory that the end of the body frees',
    id: 'plain-loop',
    code: EXIT('\tstruct quux *q __free(kfree) = quux_take(net);\n\n\tquux_a(q);'),
    says: /`struct quux \*q __free\(kfree\) = quux_take\(net\);` holds what it takes/,
  },
  {
    row: null,
    what: 'a loop that becomes a body together with another, and holds something until its block ends',
    id: 'drop-empty-batch',
    slot: 'exit_batch',
    code: `
static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	list_for_each_entry(net, nets, exit_list) {
		guard(mutex)(&net->quux.lock);
		quux_a(net);
	}
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`,
    says: /has a declaration of an unusual form in its loop/,
  },
  reading(
    'a #define in the body',
    EXIT(`#define QUUX_TURNS 3\n${MUTEX}`),
    /a preprocessor line stands between its statements/,
  ),
  reading(
    '#if groups one in the other',
    EXIT(`${MUTEX}
#ifdef CONFIG_QUUX
	quux_a(net);
#ifdef CONFIG_QUUX_B
	quux_b(net);
#endif
	quux_c(net);
#endif
	quux_d(net);`),
    /#if groups are nested/,
  ),
  reading(
    'a #endif below the function',
    `${EXIT(`${MUTEX}\n#ifdef CONFIG_QUUX\n\tquux_a(net);`).replace('}\n\nstatic struct', '}\n#else\n\tquux_b(net);\n}\n#endif\n\nstatic struct')}`,
    /an #if of its body is not closed in it/,
  ),
  {
    row: 8,
    what: 'a lock that a branch gives back',
    id: 'wrap-and-hoist',
    code: EXIT(
      '\tmutex_lock(&quux_mutex);\n\tquux_drop_rules(net);\n\tif (net)\n\t\tmutex_unlock(&quux_mutex);',
    ),
    says: /mutex_lock\(&quux_mutex\) is not given back by a statement of the body itself/,
  },
  {
    row: null,
    what: 'the file is gone',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED),
    now: '//- net/quux/other.c\n',
    says: /net\/quux\/quux_main.c cannot be read/,
  },
  {
    row: null,
    what: 'the ops is gone',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED),
    now: EXIT(LOCKED).replace('quux_net_ops', 'corge_net_ops'),
    says: /the initialiser of `quux_net_ops` could not be read/,
  },
  {
    row: null,
    what: 'the ops has another handler now',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED),
    now: EXIT(LOCKED).replace(/quux_exit_net/g, 'quux_leave'),
    says: /`quux_exit_net` is no longer in net\/quux\/quux_main.c, which has changed/,
  },
  {
    row: null,
    what: 'a handler in a header',
    id: 'wrap-and-hoist',
    code: `//- net/quux/quux_main.c
#include "quux.h"

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
//- net/quux/quux.h
static inline void quux_exit_net(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
`,
    says: /is defined in another file \(net\/quux\/quux.h\)/,
  },
  {
    row: 19,
    what: 'a member set in each branch of an #if',
    id: 'wrap-and-hoist',
    code: EXIT(LOCKED).replace(
      '\t.exit = quux_exit_net,\n',
      '#ifdef CONFIG_QUUX\n\t.exit = quux_exit_net,\n#else\n\t.exit = quux_exit_net,\n#endif\n',
    ),
    says: /is set in several #if branches/,
  },
  {
    row: 21,
    what: 'an ops of another file over the same handler',
    id: 'wrap-and-hoist',
    code: `//- net/quux/quux_main.c${EXIT(LOCKED).replace('static void', 'void')}//- net/quux/quux_other.c
static struct pernet_operations quux6_net_ops = {
	.exit = quux_exit_net,
};
`,
    says: /`quux_exit_net` is also used by `quux6_net_ops` \(net\/quux\/quux_other.c\)/,
  },
];
