import { expect, test } from 'vitest';
import type { Offered } from '../../src/core/dismantle';
import type { OpsAnswer } from '../../src/shared';
import { startEditor } from './editor';
import { makeTree } from './tree';

const FILE = 'net/quux/quux_own.c';
const OWN = `#include <net/net_namespace.h>

static void __net_exit quux_own_exit(struct net *net)
{
	rtnl_lock();
	quux_free(net);
	rtnl_unlock();
}

static struct pernet_operations quux_own_ops = {
	.exit = quux_own_exit,
};
`;
const ID = `${FILE}:quux_own_ops`;

async function opened() {
  const { root, uri } = makeTree({ [FILE]: OWN });
  const editor = await startEditor({ folders: [root] });
  await editor.open(uri(FILE));
  await editor.pull(uri(FILE));
  const { trees } = await editor.request<OpsAnswer>('pernetLens/ops', null);
  const ask = () => editor.request<Offered>('pernetLens/offered', { root: trees[0]!.root, ids: [ID] });
  return { editor, uri, ask };
}

test('what refactorings offer for an ops is told; neither the buffer nor the file is changed', async () => {
  const { editor, uri, ask } = await opened();
  const offered = await ask();
  expect(offered.asked).toEqual([ID]);
  expect(offered.edits.flatMap(({ ops }) => ops.map(({ id }) => id))).toEqual([ID]);
  const effects = offered.edits[0]!.ops[0]!.effects;
  expect(effects.every(({ per }) => per === 'batch')).toBe(true);
  // the finding is still there
  expect(await editor.pull(uri(FILE))).toHaveLength(1);
});

test('unsaved text counts', async () => {
  const { editor, uri, ask } = await opened();
  const ways = ({ edits }: Offered) => edits.flatMap(({ steps }) => steps.map(step => step.refactoring));
  expect(ways(await ask())).toEqual(['wrap-and-hoist']);
  await editor.change(uri(FILE), OWN.replace('rtnl_lock();', 'if (net->quux)\n\t\treturn;\n\trtnl_lock();'));
  await editor.pull(uri(FILE));
  // what returns early stays a function of its own
  expect(ways(await ask())).toEqual(['keep-body-as-function']);
});

test('of a tree that nobody knows nothing can be told', async () => {
  const { editor } = await opened();
  await expect(editor.request('pernetLens/offered', { root: 'file:///nowhere', ids: null })).rejects.toThrow(
    'nothing is known of file:///nowhere: scan it first',
  );
});
