import { expect, test } from 'vitest';
import { readFixture } from '../support/fixture';
import { applied } from './bench';
import { EXIT, outcomeFor } from './handlers';

/*
 * What went wrong when people did it, each as a fixture of ours: refused, or done right.
 */

const outcome = (id: string, code: string) => outcomeFor({ row: null, what: '', says: /./, id, code });

/** The file after the edit. */
async function written(id: string, code: string): Promise<string> {
  const made = await outcome(id, code);
  if (made?.kind !== 'edit') throw new Error(JSON.stringify(made));
  return [...applied(readFixture(code).files, made.edits).values()].join('\n');
}

test('CVE-2025-21865: a device queued twice in one round, by a dellink that unlinks for itself', async () => {
  const code = `//- slots: exit_rtnl${EXIT(`	struct quux_net *qn = net_generic(net, quux_net_id);
	struct net_device *dev, *aux;
	struct quux_dev *qd, *tmp;
	LIST_HEAD(list);

	rtnl_lock();
	for_each_netdev_safe(net, dev, aux)
		if (dev->rtnl_link_ops == &quux_link_ops)
			quux_dellink(dev, &list);
	list_for_each_entry_safe(qd, tmp, &qn->devs, node)
		quux_dellink(qd->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();`)}`;
  expect(await outcome('use-rtnl-slot', code)).toMatchObject({ kind: 'refused', row: 1 });
  expect(await outcome('collect-devices', code.replace('//- slots: exit_rtnl', ''))).toMatchObject({
    kind: 'refused',
    row: 1,
  });
});

test('a7ec2512ad7b, 92584ddf550a: work pulled before the unlock, which waits for the devices', async () => {
  const body = `	struct quux_net *qn = net_generic(net, quux_net_id);
	struct quux_dev *qd;
	LIST_HEAD(list);

	rtnl_lock();
	list_for_each_entry(qd, &qn->devs, node)
		unregister_netdevice_queue(qd->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();

	WARN_ON(!list_empty(&qn->devs));`;
  const batch = await written('collect-devices', EXIT(body));
  expect(batch.indexOf('WARN_ON')).toBeGreaterThan(batch.indexOf('rtnl_unlock'));
  const slots = await written('use-rtnl-slot', `//- slots: exit_rtnl${EXIT(body)}`);
  expect(slots).toMatch(
    /quux_exit_rtnl\(struct net[^}]*\}\s+static void __net_exit quux_exit_net\([^}]*WARN_ON/,
  );
});

test('a7ec2512ad7b: what is freed at the end of the locked part must outlive the devices', async () => {
  const code = `//- slots: exit_rtnl${EXIT(`	rtnl_lock();
	quux_flush(net);
	kfree(net->quux.devhash);
	rtnl_unlock();`)}`;
  expect(await written('use-rtnl-slot', code)).toMatch(
    /quux_exit_net\(struct net \*net\)\n\{\n\tkfree\(net->quux\.devhash\);\n\}/,
  );
});

test('5611a00697c8: the error path of .init calls a helper whose lock has moved', async () => {
  const code = `//- slots: exit_rtnl
static void quux_table_free(struct net *net)
{
	rtnl_lock();
	quux_flush(net);
	rtnl_unlock();
}

static int __net_init quux_init_net(struct net *net)
{
	int err = quux_proc_init(net);

	if (err)
		quux_table_free(net);
	return err;
}
${EXIT('\tquux_table_free(net);')}`;
  const after = await written('helper-takes-list', code);
  expect(after).toContain(`	if (err) {
		rtnl_lock();
		quux_table_free(net);
		rtnl_unlock();
	}
`);
  expect(after.match(/rtnl_lock/g)).toHaveLength(1);
});

test('565d121b6998: a walk over any dead netns, where another batch runs, is never written; one without its lock is asked about', async () => {
  const code = `static LIST_HEAD(quux_all);
${EXIT(`	struct quux_ent *ent;

	list_for_each_entry(ent, &quux_all, node)
		if (net_eq(ent->net, net))
			quux_unhook(ent);
	synchronize_rcu();
	quux_stats_fini(net);`)}`;
  expect(await written('one-grace-period-per-batch', code)).toContain('if (net_eq(ent->net, net))');
  const asked = await outcome('one-grace-period-per-batch', code);
  expect(asked?.kind === 'edit' && asked.questions.map(({ row }) => row)).toContain(9);
});

test('60a25ef8dacb: RTNL in .pre_exit is not made, and moves where it is', async () => {
  const unhook = `//- slots: exit_rtnl
static void quux_unhook(struct net *net)
{
	rtnl_lock();
	quux_drop(net);
	rtnl_unlock();
}
${EXIT('\tquux_unhook(net);\n\tsynchronize_rcu();\n\tquux_free(net);')}`;
  expect(await outcome('pre-exit-split', unhook)).toMatchObject({ kind: 'refused', row: 28 });
});
