import { describe, test } from 'vitest';
import { check } from '../support/check';

const BATCH = `
//- net/foo/foo_table.c
void foo_flush_nets(struct list_head *net_exit_list)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_exit_list, exit_list)
		foo_flush(net);
	rtnl_unlock();
}
//- net/foo/foo.c
static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	foo_flush_nets(net_exit_list);
}
`;

describe('batch-takes-rtnl', () => {
  test.each(['exit_rtnl', 'exit_batch_rtnl'])('reported where the tree has .%s', slot =>
    check(`
//- slots: ${slot}${BATCH}
static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
//                    ^^^^^^^^^^^^^^ batch-takes-rtnl: foo_exit_batch > foo_flush_nets (net/foo/foo_table.c:5) > rtnl_lock
};
`),
  );

  test('not reported where it has neither', () =>
    check(`${BATCH}
static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
};
`));

  test('taken in the loop it is batch-repeats-wait', () =>
    check(`
//- slots: exit_rtnl
//- net/foo/foo.c
static void __net_exit foo_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list) {
		rtnl_lock();
		foo_flush(net);
		rtnl_unlock();
	}
}

static struct pernet_operations foo_net_ops = {
	.exit_batch = foo_exit_batch,
//                    ^^^^^^^^^^^^^^ batch-repeats-wait: foo_exit_batch > rtnl_lock
};
`));
});
