import { expect, test } from 'vitest';
import { changed, oneFile, outcomeOf } from './bench';
import { EXIT } from './handlers';

const DROP = '\t\tmutex_lock(&quux_mutex);\n\t\tquux_drop_rules(net);\n\t\tmutex_unlock(&quux_mutex);\n';

test('what decides whether a lock is taken is decided under it, and asked about', async () => {
  const tree = oneFile(EXIT(`\tif (quux_busy(net)) {\n${DROP}\t}`));
  expect(await changed(tree, 'wrap-and-hoist')).toContain(`	mutex_lock(&quux_mutex);
	list_for_each_entry(net, net_exit_list, exit_list) {
		if (quux_busy(net))
			quux_drop_rules(net);
	}
	mutex_unlock(&quux_mutex);
`);
  expect(await outcomeOf(tree, 'wrap-and-hoist')).toMatchObject({ kind: 'edit', questions: [{ row: 10 }] });
});

test('a branch that waits before it takes the lock is refused', async () => {
  const tree = oneFile(EXIT(`\tif (cancel_work_sync(&net->quux.work)) {\n${DROP}\t}`));
  expect(await outcomeOf(tree, 'wrap-and-hoist')).toMatchObject({ kind: 'refused', row: 10 });
});

test('in an rtnl slot the branch stays, and its lock goes', async () => {
  const body = `	/* only where it was used */
	if (net->quux.rules ||
	    net->quux.table) {
		rtnl_lock();
		/* rules first */
		quux_drop_rules(net);
		quux_drop_table(net);
		rtnl_unlock();
	}

	kfree(net->quux.table);`;
  expect(await changed(oneFile(EXIT(body), { slots: ['exit_rtnl'] }), 'use-rtnl-slot')).toContain(`{
	ASSERT_RTNL();
	/* only where it was used */
	if (net->quux.rules ||
	    net->quux.table) {
		/* rules first */
		quux_drop_rules(net);
		quux_drop_table(net);
	}
}

static void __net_exit quux_exit_net(struct net *net)
{
	kfree(net->quux.table);
}
`);
});

test.each([
  ['an else', `\tif (net->quux) {\n${DROP}\t} else {\n\t\tquux_say(net);\n\t}`],
  ['something before the lock', `\tif (net->quux) {\n\t\tquux_say(net);\n${DROP}\t}`],
  ['something behind the unlock', `\tif (net->quux) {\n${DROP}\t\tquux_say(net);\n\t}`],
  [
    'a return',
    `\tif (net->quux) {\n${DROP.replace('\t\tquux_drop', '\t\tif (net->idle)\n\t\t\treturn;\n\t\tquux_drop')}\t}`,
  ],
  ['two stretches', `\tif (net->quux) {\n${DROP}${DROP}\t}`],
  ['a lock of each netns', `\tif (net->quux) {\n${DROP.replaceAll('&quux_mutex', '&net->quux.lock')}\t}`],
])('a branch with %s keeps its lock', async (_, body) => {
  for (const id of ['wrap-and-hoist', 'split-phases'])
    expect(await changed(oneFile(EXIT(body)), id)).toMatch(/^(?:refused|not offered): /);
});
