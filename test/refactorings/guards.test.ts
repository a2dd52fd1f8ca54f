import { expect, test } from 'vitest';
import { readFixture } from '../support/fixture';
import { applied, changed, oneFile, outcomeOf, wrongWith } from './bench';

test('a guard in a batch handler goes with the RTNL section that it is around', async () => {
  const batch = oneFile(
    `static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	guard(rtnl)();
	list_for_each_entry(net, nets, exit_list)
		quux_drop_rules(net);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`,
    { slots: ['exit_batch_rtnl'] },
  );
  expect(
    await changed(batch, 'use-rtnl-slot', 'exit_batch'),
  ).toBe(`static void __net_exit quux_exit_batch_rtnl(struct list_head *nets,
					    struct list_head *dev_kill_list)
{
	struct net *net;

	ASSERT_RTNL();
	list_for_each_entry(net, nets, exit_list)
		quux_drop_rules(net);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch_rtnl = quux_exit_batch_rtnl,
};
`);
});

test('a helper with a guard that takes the list keeps it, around its loop', async () => {
  const helper = oneFile(`static void quux_cleanup(struct net *net)
{
	quux_sysfs_del(net);
	guard(mutex)(&quux_mutex);
	quux_drop_rules(net);
}

static void __net_exit quux_exit_net(struct net *net)
{
	quux_cleanup(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`);
  expect(
    await changed(helper, 'helper-takes-list'),
  ).toContain(`static void quux_cleanup_nets(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list)
		quux_sysfs_del(net);
	guard(mutex)(&quux_mutex);
	list_for_each_entry(net, net_exit_list, exit_list)
		quux_drop_rules(net);
}
`);
});

test('a shared helper keeps its guard for those who go on to call it', async () => {
  const tree = readFixture(`//- slots: exit_batch_rtnl
//- net/quux/quux_main.c
static void quux_delete_nets(struct list_head *nets)
{
	struct net *net;

	guard(rtnl)();
	list_for_each_entry(net, nets, exit_list)
		quux_drop_rules(net);
}

static void __net_exit quux_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};

void quux_module_exit(struct list_head *nets)
{
	quux_delete_nets(nets);
}
`);
  const outcome = await outcomeOf(tree, 'helper-takes-list', 'exit_batch');
  if (outcome?.kind !== 'edit') throw new Error(JSON.stringify(outcome));
  expect(await wrongWith(tree, outcome)).toEqual([]);
  expect(
    [...applied(tree.files, outcome.edits).values()][0],
  ).toContain(`static void quux_delete_nets(struct list_head *nets)
{
	guard(rtnl)();
	quux_delete_nets_rtnl(nets);
}
`);
});

const SCOPED = (body: string): string => `static void __net_exit quux_exit_net(struct net *net)
{
${body}
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;

test('a scoped guard without braces goes with the RTNL section that it is', async () => {
  const tree = oneFile(SCOPED('\tscoped_guard(rtnl)\n\t\tquux_drop_rules(net);\n\tkfree(net->quux);'), {
    slots: ['exit_rtnl'],
  });
  const after = await changed(tree, 'use-rtnl-slot');
  expect(after).toContain('{\n\tASSERT_RTNL();\n\tquux_drop_rules(net);\n}');
  expect(after).toContain('{\n\tkfree(net->quux);\n}');
});

test.each([
  [
    'of a lock of each netns',
    '\tscoped_guard(mutex, &net->quux.lock) {\n\t\tquux_a(net);\n\t\tquux_b(net);\n\t}',
  ],
  [
    'that is left by a return',
    '\tscoped_guard(rtnl) {\n\t\tif (!net->quux)\n\t\t\treturn;\n\t\tquux_b(net);\n\t}',
  ],
  [
    'that is left by a break',
    '\tscoped_guard(rtnl) {\n\t\tif (!net->quux)\n\t\t\tbreak;\n\t\tquux_b(net);\n\t}',
  ],
  ['with locals', '\tscoped_guard(rtnl) {\n\t\tint a = quux_a(net);\n\n\t\tquux_b(net, a);\n\t}'],
  ['around a guard', '\tscoped_guard(rtnl) {\n\t\tguard(mutex)(&quux_mutex);\n\t\tquux_b(net);\n\t}'],
  ['of spinlocks', '\tscoped_guard(spinlock, &quux_lock) {\n\t\tquux_a(net);\n\t\tquux_b(net);\n\t}'],
])('no lock is taken out of a scoped guard %s', async (_, body) => {
  for (const id of ['wrap-and-hoist', 'split-phases', 'keep-body-as-function']) {
    const after = await changed(oneFile(SCOPED(body)), id);
    expect(after).toMatch(/^(?:refused|not offered): /);
  }
});
