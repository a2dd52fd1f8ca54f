import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-takes-rtnl', () => {
  test('a lock in a helper of another file is reported on the slot, with both hops', () =>
    check(`
//- net/foo/foo_main.c
static void __net_exit foo_exit_net(struct net *net)
{
	foo_flush(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > foo_flush (net/foo/foo_table.c:3) > rtnl_lock
};
//- net/foo/foo_table.c
void foo_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
`));

  test('of several ways to the lock the shortest speaks', () =>
    check(`
//- net/foo/foo.c
static void foo_lock_and_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static void foo_flush_all(struct net *net)
{
	foo_lock_and_flush(net);
}

static void __net_exit foo_exit_net(struct net *net)
{
	foo_flush_all(net);
	foo_lock_and_flush(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > foo_lock_and_flush > rtnl_lock
};
`));

  test('.pre_exit counts like .exit, .exit_rtnl does not: the core holds the lock', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void __net_exit foo_pre_exit(struct net *net)
{
	rtnl_lock();
	foo_unhook(net);
	rtnl_unlock();
}

static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	ASSERT_RTNL_NET(net);
	foo_queue_devs(net, dev_kill_list);
}

static struct pernet_operations foo_net_ops = {
	.pre_exit = foo_pre_exit,
//                  ^^^^^^^^^^^^ exit-takes-rtnl: foo_pre_exit > rtnl_lock
	.exit_rtnl = foo_exit_rtnl,
};
`));

  test('a static function of the same name in another file is another function', () =>
    check(`
//- net/foo/foo.c
static void flush(struct net *net)
{
	foo_stats_clear(net);
}

static void __net_exit foo_exit_net(struct net *net)
{
	flush(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
//- net/bar/bar.c
static void flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static void __net_exit bar_exit_net(struct net *net)
{
	flush(net);
}

static struct pernet_operations bar_net_ops = {
	.exit = bar_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: bar_exit_net > flush > rtnl_lock
};
`));

  test('a function handed to an iterator is followed', () =>
    check(`
//- net/foo/foo.c
static void foo_for_each(struct foo_net *fn, void (*each)(struct foo_ent *ent))
{
	struct foo_ent *ent, *tmp;

	list_for_each_entry_safe(ent, tmp, &fn->ents, node)
		each(ent);
}

static void foo_drop_one(struct foo_ent *ent)
{
	rtnl_lock();
	foo_free(ent);
	rtnl_unlock();
}

static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	foo_for_each(fn, foo_drop_one);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > foo_for_each > foo_drop_one > rtnl_lock
};
`));

  test('two ops that share a handler are two findings', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static struct pernet_operations foo4_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > rtnl_lock
};

static struct pernet_operations foo6_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-rtnl: foo_exit_net > rtnl_lock
};
`));

  test('a work item that takes the lock is not the handler', () =>
    check(`
//- net/foo/foo.c
static void foo_work(struct work_struct *work)
{
	rtnl_lock();
	rtnl_unlock();
}

static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	INIT_WORK(&fn->work, foo_work);
	schedule_work(&fn->work);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));

  test('taken once per batch, or asserted only, it is not reported', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	ASSERT_RTNL();
}

static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_exit_list, exit_list)
		foo_flush(net);
	rtnl_unlock();
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
	.exit_batch = foo_exit_batch,
};
`));
});
