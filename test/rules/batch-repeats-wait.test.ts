import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('batch-repeats-wait', () => {
  test('every cost of the loop, not what stands beside it', () =>
    check(`
//- net/foo/foo.c
static DEFINE_MUTEX(foo_mutex);

static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list) {
		rtnl_lock();
		foo_flush(net);
		rtnl_unlock();
		mutex_lock(&foo_mutex);
		foo_drop(net);
		mutex_unlock(&foo_mutex);
		synchronize_rcu();
	}
	rcu_barrier();
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
//                    ^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch > rtnl_lock
//                    ^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch > mutex_lock
//                    ^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch > synchronize_rcu
};
`));

  test('a helper of another file that gets one netns', () =>
    check(`
//- slots: exit_batch_rtnl
//- net/foo/foo_main.c
static void __net_exit foo_exit_batch_rtnl(struct list_head *net_exit_list, struct list_head *dev_kill_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list)
		foo_settle(net);
}

static struct pernet_operations foo_net_ops = {
	.exit_batch_rtnl = foo_exit_batch_rtnl,
//                         ^^^^^^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch_rtnl > foo_settle (net/foo/foo_table.c:3) > synchronize_net
};
//- net/foo/foo_table.c
void foo_settle(struct net *net)
{
	synchronize_net();
}
`));

  test('a helper that gets the list, and a lock of each netns, are not reported', () =>
    check(`
//- net/foo/foo.c
static DEFINE_MUTEX(foo_mutex);

static void foo_flush_nets(struct list_head *net_exit_list)
{
	struct net *net;

	mutex_lock(&foo_mutex);
	list_for_each_entry(net, net_exit_list, exit_list)
		foo_flush(net);
	mutex_unlock(&foo_mutex);
	synchronize_rcu();
}

static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	foo_flush_nets(net_exit_list);
	list_for_each_entry(net, net_exit_list, exit_list) {
		struct foo_net *fn = net_generic(net, foo_net_id);

		mutex_lock(&fn->lock);
		foo_drop(fn);
		mutex_unlock(&fn->lock);
	}
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
};
`));

  test("a lock inside the kernel's own services is not reported: no handler can take it around its loop", () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list) {
		foo_announce(net);
		foo_drop(net);
	}
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
//                    ^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch > foo_drop (net/core/foo_table.c:5) > mutex_lock
};
//- net/core/foo_table.c
static DEFINE_MUTEX(foo_table_mutex);

void foo_drop(struct net *net)
{
	mutex_lock(&foo_table_mutex);
	mutex_unlock(&foo_table_mutex);
}
//- lib/foo_announce.c
static DEFINE_MUTEX(foo_announce_mutex);

void foo_announce(struct net *net)
{
	mutex_lock(&foo_announce_mutex);
	mutex_unlock(&foo_announce_mutex);
}
`));
});
