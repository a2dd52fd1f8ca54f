import { expect, test } from 'vitest';
import {
  bothOffered,
  type Choice,
  type EditMade,
  type Offered,
  offeredBy,
  questionOf,
  type TreeProgram,
  toBeAsked,
  treeProgram,
} from '../../src/core/dismantle';
import { type OpEffect, PRESETS } from '../../src/core/simulation';
import { analysisOf } from '../support/effects';

const load = PRESETS[0]!.kind === 'dismantle' ? PRESETS[0]!.before({ ops: [] }) : never();
function never(): never {
  throw new Error('the first preset is the tree');
}

const ops = async (body: string, slot = 'exit') => {
  const argument = slot.startsWith('exit_batch') ? 'struct list_head *net_list' : 'struct net *net';
  const text = `
static void __net_exit foo_exit(${argument})
{
	${body}
}

static struct pernet_operations foo_net_ops = {
	.${slot} = foo_exit,
};
`;
  return (await analysisOf(text)).ops[0]!;
};
const made = (before: EditMade['ops'][number]['before'], after: typeof before): EditMade => ({
  refactoring: 'wrap-and-hoist',
  questions: 1,
  ops: [{ before, after }],
});
const FOO = 'net/quux/quux_main.c:foo_net_ops';
const choice: Choice = { loaded: 'all', use: 'used', subject: [], target: 'best' };

async function asked(offered: Offered | null, changes: Partial<Choice> = {}) {
  const before = await ops('rtnl_lock(); rcu_barrier(); rtnl_unlock();');
  const tree = treeProgram([before], { label: 'tree', slots: ['init', 'exit', 'exit_batch'], offered });
  return questionOf(tree, { ...choice, ...changes }, load);
}

const effectsAfter = ({ after }: Awaited<ReturnType<typeof asked>>): readonly OpEffect[] =>
  after!.program.ops[0]!.effects;

test('the edit that is offered, not the change by hand, is what comes after', async () => {
  const before = await ops('rtnl_lock(); rcu_barrier(); rtnl_unlock();');
  // as a person would not assume: the refactoring has left the barrier per netns
  const after = await ops(
    'struct net *net; rtnl_lock(); list_for_each_entry(net, net_list, exit_list) rcu_barrier(); rtnl_unlock();',
    'exit_batch',
  );
  const question = await asked(offeredBy([made(before, after)], []));
  expect(effectsAfter(question)).toEqual([
    expect.objectContaining({ kind: 'rtnl', slot: 'exit_batch', per: 'batch' }),
    expect.objectContaining({ kind: 'rcu-barrier', slot: 'exit_batch', per: 'net' }),
  ]);
  expect(question.change).toEqual([
    'After: as the refactorings write it (wrap-and-hoist), applied in memory and analysed again. One question is left for a person to answer before it may be used.',
  ]);
});

test('where it is refused the change is assumed, and the reason is told', async () => {
  const refused = { file: 'net/quux/quux_main.c', name: 'foo_net_ops', reason: 'the list is not its own.' };
  const question = await asked(offeredBy([], [refused]));
  expect(effectsAfter(question)).toContainEqual(
    expect.objectContaining({ kind: 'rcu-barrier', slot: 'exit_batch', per: 'batch' }),
  );
  expect(question.change).toEqual([
    'Assumed, not written: moved by hand; no refactoring is offered for `foo_net_ops`: the list is not its own.',
  ]);
});

test('where nobody was asked the change is said to be assumed', async () => {
  expect((await asked(null)).change).toEqual([
    'Assumed, not written: moved by hand; no refactoring was asked.',
  ]);
});

test('only what is offered: without an edit the tree stays as it is, a previewed op is assumed to move', async () => {
  const nothing = offeredBy([], []);
  expect((await asked(nothing, { target: 'offered' })).changed).toEqual([]);
  const named = await asked(nothing, { target: 'offered', subject: [FOO] });
  expect(named.changed).toEqual([FOO]);
  expect(named.change[0]).toMatch(/^Assumed, not written/);
});

test('a slot takes the edit that leads there, and no other', async () => {
  const before = await ops('rtnl_lock(); rcu_barrier(); rtnl_unlock();');
  const after = await ops('rcu_barrier();', 'exit_rtnl');
  const offered = offeredBy([made(before, after)], []);
  expect((await asked(offered, { target: 'exit_batch' })).change[0]).toMatch(/^Assumed, not written/);
});

test('edits of one ops stand together, later ones on the result of earlier ones', async () => {
  const [first, second, third] = [
    await ops('rtnl_lock(); rtnl_unlock();'),
    await ops('synchronize_rcu();'),
    await ops(''),
  ];
  const offered = offeredBy([made(first, second), made(second, third)], []);
  expect(offered.edits).toHaveLength(1);
  expect(offered.edits[0]).toMatchObject({
    steps: [{ questions: 1 }, { questions: 1 }],
    ops: [{ id: FOO, effects: [] }],
  });
});

test('devices that an rtnl slot hands to the core are still unregistered', async () => {
  const before = await ops('unregister_netdevice_many(&list);');
  const after = await ops('unregister_netdevice_queue(dev, list);', 'exit_rtnl');
  const [edit] = offeredBy([made(before, after)], []).edits;
  expect(edit!.ops[0]!.effects).toContainEqual({
    kind: 'device-unregister',
    slot: 'exit_rtnl',
    per: 'batch',
  });
});

test('only ops that would be assumed are asked about, and each once', async () => {
  const before = await ops('rtnl_lock(); rtnl_unlock();');
  const tree = (offered: Offered | null): TreeProgram =>
    treeProgram([before], { label: 'tree', slots: ['init', 'exit', 'exit_batch'], offered });
  expect(toBeAsked(tree(null), choice)).toEqual([FOO]);
  expect(toBeAsked(tree(null), { ...choice, target: null })).toEqual([]);
  expect(toBeAsked(tree(offeredBy([], [], [FOO])), choice)).toEqual([]);
  expect(toBeAsked(tree(offeredBy([], [], ['other.c:bar_net_ops'])), choice)).toEqual([FOO]);
});

test('a later answer about the same ops takes the place of the earlier one', async () => {
  const before = await ops('rtnl_lock(); rtnl_unlock();');
  const known = offeredBy([made(before, await ops('', 'exit_batch'))], [], [FOO]);
  const both = bothOffered(known, offeredBy([], [], [FOO]));
  expect(both).toEqual({ asked: [FOO], only: null, edits: [], refused: {} });
  expect(bothOffered(known, offeredBy([], [], ['other.c:bar_net_ops'])).edits).toEqual(known.edits);
});
