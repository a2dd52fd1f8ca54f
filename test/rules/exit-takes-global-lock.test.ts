import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-takes-global-lock', () => {
  test('a mutex, a rwsem and a member of a file-level object', () =>
    check(`
//- net/foo/foo.c
static DEFINE_MUTEX(foo_mutex);
static DECLARE_RWSEM(foo_sem);
static struct foo_table foo_table;

static void __net_exit foo_exit_net(struct net *net)
{
	mutex_lock(&foo_mutex);
	down_write(&foo_sem);
	foo_drop(net);
	up_write(&foo_sem);
	mutex_unlock(&foo_mutex);

	mutex_lock(&foo_table.lock);
	foo_table_drop(net);
	mutex_unlock(&foo_table.lock);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-takes-global-lock: foo_exit_net > down_write
//              ^^^^^^^^^^^^ exit-takes-global-lock: foo_exit_net > mutex_lock
//              ^^^^^^^^^^^^ exit-takes-global-lock: foo_exit_net > mutex_lock
};
`));

  test('a lock of the netns, and one taken once per batch, are not reported', () =>
    check(`
//- net/foo/foo.c
static DEFINE_MUTEX(foo_mutex);

static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	mutex_lock(&fn->lock);
	foo_drop(fn);
	mutex_unlock(&fn->lock);
	mutex_lock(&net->foo.lock);
	mutex_unlock(&net->foo.lock);
}

static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	mutex_lock(&foo_mutex);
	mutex_unlock(&foo_mutex);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
	.exit_batch = foo_exit_batch,
};
`));

  test('a spinlock is not reported', () =>
    check(`
//- net/foo/foo.c
static DEFINE_SPINLOCK(foo_lock);

static void __net_exit foo_exit_net(struct net *net)
{
	spin_lock_bh(&foo_lock);
	foo_drop(net);
	spin_unlock_bh(&foo_lock);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));

  test("a lock inside the kernel's own services is reported for their own handlers alone", () =>
    check(`
//- lib/foo_announce.c
static DEFINE_MUTEX(foo_announce_mutex);

void foo_announce(struct net *net)
{
	mutex_lock(&foo_announce_mutex);
	mutex_unlock(&foo_announce_mutex);
}

static void __net_exit foo_announce_exit(struct net *net)
{
	foo_announce(net);
}

static struct pernet_operations foo_announce_ops = {
	.exit = foo_announce_exit,
//              ^^^^^^^^^^^^^^^^^ exit-takes-global-lock: foo_announce_exit > foo_announce > mutex_lock
};
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	foo_announce(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));
});
