import { expect, test } from 'vitest';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver/node';
import { type Editor, PULLS, rangeOf, startEditor } from './editor';
import { makeTree } from './tree';

const BATCH = (name: string): string => `
static void __net_exit ${name}_exit_batch(struct list_head *nets)
{
	quux_delete_nets(nets, ${name}_net_id);
}

static struct pernet_operations ${name}_net_ops = {
	.exit_batch = ${name}_exit_batch,
};
`;

const HEADER = 'include/net/quux.h';
const FOUR = 'net/quux/quux4.c';
const SIX = 'net/quux/quux6.c';
const CORE = 'net/quux/quux_core.c';

/** Two ops in two files, over a helper in a third that a fourth declares. */
const FILES = {
  'include/net/net_namespace.h': `
struct pernet_operations {
	void (*pre_exit)(struct net *net);
	void (*exit)(struct net *net);
	void (*exit_batch)(struct list_head *net_exit_list);
	void (*exit_batch_rtnl)(struct list_head *net_exit_list, struct list_head *dev_kill_list);
};
`,
  [HEADER]: 'void quux_delete_nets(struct list_head *nets, unsigned int id);\n',
  [FOUR]: BATCH('quux4'),
  [SIX]: BATCH('quux6'),
  [CORE]: `
void quux_delete_nets(struct list_head *nets, unsigned int id)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list)
		quux_forget(net_generic(net, id));
	rtnl_unlock();
}
`,
};

async function opened() {
  const { root, uri } = makeTree(FILES);
  const workspaceEdit = { documentChanges: true, changeAnnotationSupport: {} };
  const capabilities = { ...PULLS, workspace: { ...PULLS.workspace, workspaceEdit } };
  const editor = await startEditor({ folders: [root], capabilities });
  await editor.open(uri(FOUR));
  return { editor, uri };
}

const actionsFor = async (editor: Editor, uri: string, text: string, word: string) =>
  editor.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: rangeOf(text, word),
    context: { diagnostics: await editor.pull(uri) },
  });

const changesOf = ({ edit }: CodeAction): readonly TextDocumentEdit[] =>
  (edit?.documentChanges ?? []) as TextDocumentEdit[];

test('an edit of handlers in several files is offered in one that is open, for the others unseen', async () => {
  const { editor, uri } = await opened();
  const actions = await actionsFor(editor, uri(FOUR), FILES[FOUR], 'quux4_exit_batch,');
  const [edit] = actions.filter(({ title }) => title.startsWith('Let the core hold RTNL'));
  expect(edit?.title).toContain('for `quux_delete_nets` and the 2 handlers that call it');
  expect(changesOf(edit!).map(({ textDocument }) => textDocument.uri)).toEqual(
    [HEADER, FOUR, SIX, CORE].map(uri),
  );
});

test('each file of an edit has the version that the edit is for: an editor refuses it for a later one', async () => {
  const { editor, uri } = await opened();
  const text = `\n${FILES[FOUR]}`;
  await editor.change(uri(FOUR), text);
  const actions = await actionsFor(editor, uri(FOUR), text, 'quux4_exit_batch,');
  const edit = actions.find(({ title }) => title.startsWith('Let the core hold RTNL'))!;
  const versions = changesOf(edit).map(({ textDocument }) => textDocument.version);
  expect(versions).toEqual([null, 2, null, null]);
});

test('two ops on one line share one action', async () => {
  const { editor, uri } = await opened();
  const second = FILES[FOUR]
    .replace(/[\s\S]*static struct/, '\nstatic struct')
    .replace('quux4_net_ops', 'quux5_net_ops');
  const text = FILES[FOUR] + second;
  await editor.change(uri(FOUR), text);
  const whole = { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
  const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: uri(FOUR) },
    range: whole,
    context: { diagnostics: [] },
  });
  expect(actions.filter(({ title }) => title.startsWith('Let the core hold RTNL'))).toHaveLength(1);
});

test('what is safe in a file can be done at once, and only that', async () => {
  const handler = (name: string, lock: string, more = ''): string => `
static void __net_exit ${name}_exit_net(struct net *net)
{
${more}	mutex_lock(&${lock});
	${name}_drop(net);
	mutex_unlock(&${lock});
}

static struct pernet_operations ${name}_net_ops = {
	.exit = ${name}_exit_net,
};
`;
  const { editor, uri } = await opened();
  const text = `static DEFINE_MUTEX(quux_mutex);
${handler('a', 'quux_mutex')}${handler('b', 'quux_mutex', '\tb_sysfs_del(net);\n\n')}${handler('c', 'quux_mutex')}`;
  await editor.change(uri(FOUR), text);
  const actions = async (only: string[]) =>
    editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uri(FOUR) },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [], only },
    });
  expect(await actions(['quickfix'])).toEqual([]);
  const [all, ...others] = await actions(['source.fixAll']);
  expect(others).toEqual([]);
  expect(all).toMatchObject({
    title: 'Make the 2 refactorings that are safe',
    kind: 'source.fixAll.pernetLens',
  });
  const written = JSON.stringify(all?.edit);
  expect(written).toContain('a_exit_batch');
  expect(written).toContain('c_exit_batch');
  expect(written).not.toContain('b_exit_batch');
  expect(written).not.toContain('needsConfirmation');
});

test('what is refused is there, disabled, with its reason', async () => {
  const { editor, uri } = await opened();
  const text = FILES[FOUR].replace('quux4_net_id);\n', 'quux4_net_id);\n\tquux_stats_fini();\n');
  await editor.change(uri(FOUR), text);
  const actions = await actionsFor(editor, uri(FOUR), text, 'quux4_exit_batch,');
  const refused = actions.filter(({ disabled }) => disabled);
  expect(refused.length).toBeGreaterThan(0);
  for (const { disabled, edit, kind, title } of refused) {
    expect(title).toMatch(/^[A-Z].* \(refused\): /);
    expect(edit).toBeUndefined();
    expect(kind).toBe('refactor.rewrite');
    expect(disabled!.reason).toMatch(/\w+ \w+/);
  }
});
