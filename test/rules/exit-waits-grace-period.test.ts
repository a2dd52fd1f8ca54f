import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-waits-grace-period', () => {
  test('a grace period and a barrier are two findings', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	foo_unhook(net);
	synchronize_net();
	foo_free(net);
	rcu_barrier();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-waits-grace-period: foo_exit_net > rcu_barrier
//              ^^^^^^^^^^^^ exit-waits-grace-period: foo_exit_net > synchronize_net
};
`));

  test('in .pre_exit and under RTNL it is a wait all the same', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void __net_exit foo_pre_exit(struct net *net)
{
	synchronize_srcu(&foo_srcu);
}

static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	foo_unhook(net);
	synchronize_net();
}

static struct pernet_operations foo_net_ops = {
	.pre_exit = foo_pre_exit,
//                  ^^^^^^^^^^^^ exit-waits-grace-period: foo_pre_exit > synchronize_srcu
	.exit_rtnl = foo_exit_rtnl,
//                   ^^^^^^^^^^^^^ exit-waits-grace-period: foo_exit_rtnl > synchronize_net
};
`));

  test('a static inline of a header is looked into', () =>
    check(`
//- include/net/foo.h
static inline void foo_settle(struct net *net)
{
	synchronize_rcu();
}
//- net/foo/foo.c
#include <net/foo.h>

static void __net_exit foo_exit_net(struct net *net)
{
	foo_settle(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-waits-grace-period: foo_exit_net > foo_settle (include/net/foo.h:3) > synchronize_rcu
};
`));

  test('of two #ifdef variants the one that waits counts', () =>
    check(`
//- net/foo/foo.c
#ifdef CONFIG_FOO_HASH
static void foo_table_free(struct net *net)
{
	synchronize_rcu();
}
#else
static void foo_table_free(struct net *net)
{
}
#endif

static void __net_exit foo_exit_net(struct net *net)
{
	foo_table_free(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-waits-grace-period: foo_exit_net > foo_table_free > synchronize_rcu
};
`));

  test('kfree_rcu waits in its form with one argument only', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	kfree_rcu(fn->table, rcu);
	call_rcu(&fn->rcu, foo_free_rcu);
}

static void __net_exit bar_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	kfree_rcu(fn->table);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};

static struct pernet_operations bar_net_ops = {
	.exit = bar_exit_net,
//              ^^^^^^^^^^^^ exit-waits-grace-period: bar_exit_net > kfree_rcu
};
`));
});
