import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-without-batch', () => {
  test('an .exit that pays nothing worth sharing', () =>
    check(`
//- net/foo/foo.c
static int __net_init foo_init_net(struct net *net)
{
	return foo_proc_init(net);
}

static void __net_exit foo_exit_net(struct net *net)
{
	remove_proc_entry("foo", net->proc_net);
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init_net,
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));

  test.each(['exit_batch', 'exit_rtnl', 'exit_batch_rtnl'])('not with .%s beside it', slot =>
    check(`
//- slots: exit_rtnl, exit_batch_rtnl
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	foo_free(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
	.${slot} = foo_more,
};
`),
  );

  test('a finding on .pre_exit leaves .exit what it is', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_pre_exit(struct net *net)
{
	synchronize_net();
}

static void __net_exit foo_exit_net(struct net *net)
{
	foo_free(net);
}

static struct pernet_operations foo_net_ops = {
	.pre_exit = foo_pre_exit,
//                  ^^^^^^^^^^^^ exit-waits-grace-period: foo_pre_exit > synchronize_net
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));

  test('not for a handler that is nowhere defined', () =>
    check(`
//- net/foo/foo.c
static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
};
`));

  test('silenced by a comment, it is gone', () =>
    check(`
//- net/foo/foo.c
static void __net_exit foo_exit_net(struct net *net)
{
	foo_free(net);
}

static struct pernet_operations foo_net_ops = {
	/* pernet-lens-ignore exit-without-batch: one netns is all there will be */
	.exit = foo_exit_net,
};
`));
});
