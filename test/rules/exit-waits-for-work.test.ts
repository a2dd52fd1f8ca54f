import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-waits-for-work', () => {
  test('a work, a thread and a wait queue, also under the RTNL of the core', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void foo_idle(struct foo_net *fn)
{
	wait_event(fn->wait, refcount_read(&fn->users) == 1);
}

static void __net_exit foo_exit_rtnl(struct net *net, struct list_head *dev_kill_list)
{
	foo_idle(net_generic(net, foo_net_id));
}

static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	cancel_work_sync(&fn->work);
	kthread_stop(fn->thread);
}

static struct pernet_operations foo_net_ops = {
	.exit_rtnl = foo_exit_rtnl,
//                   ^^^^^^^^^^^^^ exit-waits-for-work: foo_exit_rtnl > foo_idle > wait_event
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-waits-for-work: foo_exit_net > cancel_work_sync
//              ^^^^^^^^^^^^ exit-waits-for-work: foo_exit_net > kthread_stop
};
`));

  test('one wait per work item of the same kind is one finding', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	cancel_work_sync(&fn->rx_work);
	cancel_work_sync(&fn->tx_work);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-waits-for-work: foo_exit_net > cancel_work_sync
};
`));

  test('cancelling and queueing without a wait are not reported', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	cancel_delayed_work(&fn->work);
	queue_work(foo_wq, &fn->free_work);
	del_timer(&fn->timer);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));
});
