import { describe, expect, test } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeAction,
  CodeLens,
  DocumentSymbol,
  Hover,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { REPORT_REQUEST } from '../../src/shared';
import { codesOf, type Editor, PULLS, rangeOf, startEditor } from './editor';
import { MAIN, makeTree, TABLE, TREE } from './tree';

const textDocument = (uri: string) => ({ textDocument: { uri } });

async function opened(files: Readonly<Record<string, string>> = {}) {
  const tree = makeTree(files);
  const editor = await startEditor({ folders: [tree.root] });
  await editor.open(tree.uri(MAIN));
  return { ...tree, editor };
}

describe('hover', () => {
  const hoverOn = async (word: string, file = MAIN) => {
    const { editor, uri } = await opened();
    await editor.pull(uri(MAIN));
    if (file !== MAIN) await editor.open(uri(file));
    const text = TREE[file as keyof typeof TREE];
    const hover = await editor.at<Hover | null>('textDocument/hover', uri(file), rangeOf(text, word).start);
    return (hover?.contents as { value: string } | undefined)?.value ?? null;
  };

  test('on an ops tells what it pays, the paths, the way out and the slots', async () => {
    const text = await hoverOn('quux_net_ops');
    expect(text).toContain('**`quux_net_ops`**: per netns: 1 RTNL (estimated 5 µs)');
    expect(text).toContain('\n\nEstimated cost: 5 µs per netns\n\n');
    expect(text).toContain('waiting for RTNL that others hold comes on top');
    expect(text).toContain(
      '- RTNL once per netns: quux_exit_net (net/quux/quux_main.c:4) > quux_flush (net/quux/quux_table.c:4) > rtnl_lock',
    );
    expect(text).toContain('`.exit_batch` could take it once for the whole batch (exit-takes-rtnl)');
    expect(text).toContain("This tree's slots: `.init`, `.pre_exit`, `.exit`, `.exit_batch`");
  });

  test('on a slot tells how often it is called, and what its handler pays', async () => {
    const text = await hoverOn('exit =');
    expect(text).toMatch(/^\*\*`\.exit`\*\*: called once per netns\n\nEstimated cost: 5 µs per netns\n/);
    expect(text).toContain('- RTNL once per netns: quux_exit_net (');
    expect(text).toContain("This tree's slots: ");
  });

  test('on a handler, in the initialiser and at its definition', async () => {
    for (const word of ['quux_exit_net,', 'quux_exit_net(']) {
      expect(await hoverOn(word)).toContain(
        '**`quux_exit_net`**, `.exit` of `quux_net_ops`: called once per netns',
      );
    }
  });

  test('links to the simulation and the path where links may run commands, and nowhere else', async () => {
    const { root, uri } = makeTree();
    const hoverIn = async (ownClient: boolean) => {
      const editor = await startEditor({ folders: [root], initializationOptions: { ownClient } });
      await editor.open(uri(MAIN));
      const place = rangeOf(TREE[MAIN], 'quux_exit_net,').start;
      const hover = await editor.at<Hover>('textDocument/hover', uri(MAIN), place);
      return (hover.contents as { value: string }).value;
    };
    const links = [...(await hoverIn(true)).matchAll(/\[([^\]]+)\]\(command:([\w.]+)\?([^)]+)\)/g)];
    expect(
      links.map(([, title, command, given]) => [title, command, JSON.parse(decodeURIComponent(given!))]),
    ).toEqual([
      ['Preview dismantle cost', 'pernetLens.simulate', [{ uri: uri(MAIN), ops: 'quux_net_ops' }]],
      ['Show exit path', 'pernetLens.showExitPath', [{ uri: uri(MAIN), ops: 'quux_net_ops' }]],
    ]);
    expect(await hoverIn(false)).not.toContain('command:');
  });

  test('on anything else says nothing', async () => {
    expect(await hoverOn('quux_flush')).toBeNull();
    expect(await hoverOn('rtnl_lock', TABLE)).toBeNull();
  });
});

test('a code lens stands over each ops and leads to its exit path', async () => {
  const { editor, uri } = await opened();
  const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', textDocument(uri(MAIN)));
  const command = {
    title: 'per netns: 1 RTNL (estimated 5 µs)',
    command: 'pernetLens.showExitPath',
    arguments: [{ uri: uri(MAIN), ops: 'quux_net_ops' }],
  };
  expect(lenses).toEqual([{ range: rangeOf(TREE[MAIN], 'quux_net_ops'), command }]);
  const text = await editor.request<string>('workspace/executeCommand', command);
  expect(text).toContain('.exit = quux_exit_net\n  RTNL once per netns: quux_exit_net (');
  await editor.until('the message', () => editor.messages.includes(text));
});

test('in our own extension it leads to the simulation, and a second one to the exit path', async () => {
  const { root, uri } = makeTree({ [MAIN]: `${TREE[MAIN]}static struct pernet_operations none_ops = {};\n` });
  const editor = await startEditor({ folders: [root], initializationOptions: { ownClient: true } });
  await editor.open(uri(MAIN));
  const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', textDocument(uri(MAIN)));
  const given = (ops: string) => [{ uri: uri(MAIN), ops }];
  expect(lenses.map(({ command }) => command)).toEqual([
    {
      title: 'per netns: 1 RTNL (estimated 5 µs)',
      command: 'pernetLens.simulate',
      arguments: given('quux_net_ops'),
    },
    { title: 'exit path', command: 'pernetLens.showExitPath', arguments: given('quux_net_ops') },
    { title: 'no RTNL, no wait, no walk', command: 'pernetLens.simulate', arguments: given('none_ops') },
  ]);
});

test('symbols: of a document with its slots, and of everything known', async () => {
  const { editor, uri } = await opened();
  const [symbol] = await editor.request<DocumentSymbol[]>(
    'textDocument/documentSymbol',
    textDocument(uri(MAIN)),
  );
  expect(symbol).toMatchObject({
    name: 'quux_net_ops',
    detail: 'per netns: 1 RTNL (estimated 5 µs)',
    selectionRange: rangeOf(TREE[MAIN], 'quux_net_ops'),
    children: [{ name: '.exit', detail: 'quux_exit_net' }],
  });
  const find = (query: string) => editor.request<WorkspaceSymbol[]>('workspace/symbol', { query });
  for (const query of ['qno', 'quux_exit', '']) {
    expect(await find(query)).toMatchObject([
      { name: 'quux_net_ops', location: { uri: uri(MAIN), range: rangeOf(TREE[MAIN], 'quux_net_ops') } },
    ]);
  }
  expect(await find('xyz')).toEqual([]);
});

test('call hierarchy: from a handler to what it pays, and back', async () => {
  const { editor, uri } = await opened();
  const prepare = (word: string) =>
    editor.at<CallHierarchyItem[] | null>(
      'textDocument/prepareCallHierarchy',
      uri(MAIN),
      rangeOf(TREE[MAIN], word).start,
    );
  expect(await prepare('struct net')).toBeNull();
  const [handler] = (await prepare('quux_exit_net,'))!;
  expect(handler).toMatchObject({
    name: 'quux_exit_net',
    uri: uri(MAIN),
    selectionRange: { start: { line: 1 } },
  });

  const outgoing = (item: CallHierarchyItem) =>
    editor.request<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', { item });
  const incoming = (item: CallHierarchyItem) =>
    editor.request<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item });
  const [flush, ...others] = await outgoing(handler!);
  expect(others).toEqual([]);
  expect(flush).toMatchObject({
    to: { name: 'quux_flush', uri: uri(TABLE), range: rangeOf(TREE[TABLE], 'quux_flush') },
    fromRanges: [rangeOf(TREE[MAIN], 'quux_flush')],
  });
  const [lock] = await outgoing(flush!.to);
  expect(lock).toMatchObject({
    to: { name: 'rtnl_lock', detail: 'RTNL once per netns', uri: uri(TABLE) },
    fromRanges: [rangeOf(TREE[TABLE], 'rtnl_lock')],
  });
  expect(await outgoing(lock!.to)).toEqual([]);
  expect(await incoming(lock!.to)).toMatchObject([
    { from: { name: 'quux_flush' }, fromRanges: [{ start: { line: 3 } }] },
  ]);
  expect(await incoming(flush!.to)).toMatchObject([{ from: { name: 'quux_exit_net' } }]);
  expect(await incoming(handler!)).toEqual([]);
});

describe('code actions', () => {
  const actionsAt = async (editor: Editor, uri: string, text: string, only?: string[]) => {
    const diagnostics = await editor.pull(uri);
    return editor.request<CodeAction[]>('textDocument/codeAction', {
      ...textDocument(uri),
      range: rangeOf(text, 'quux_exit_net,'),
      context: { diagnostics, ...(only && { only }) },
    });
  };

  test('suppress a finding above its line, in the line endings of the file', async () => {
    const { editor, uri } = await opened();
    const text = TREE[MAIN].replaceAll('\n', '\r\n');
    await editor.change(uri(MAIN), text);
    const actions = await actionsAt(editor, uri(MAIN), text);
    const suppress = actions.find(({ title }) => title === 'Suppress exit-takes-rtnl here');
    expect(suppress).toMatchObject({ kind: 'quickfix', diagnostics: [{ code: 'exit-takes-rtnl' }] });
    const edited = applied(text, uri(MAIN), suppress!.edit!);
    expect(edited).toContain(
      '\t/* pernet-lens-ignore exit-takes-rtnl: TODO: why this is fine */\r\n\t.exit = quux_exit_net,\r\n',
    );
    await editor.change(uri(MAIN), edited);
    expect(await editor.pull(uri(MAIN))).toEqual([]);
  });

  test('open the page about a rule', async () => {
    const { editor, uri } = await opened();
    const actions = await actionsAt(editor, uri(MAIN), TREE[MAIN]);
    const page = actions.find(({ title }) => title === 'Open the page about exit-takes-rtnl');
    await editor.request('workspace/executeCommand', page!.command);
    expect(editor.shown).toEqual([expect.stringMatching(/^https:.*exit-takes-rtnl\.md$/)]);
    const elsewhere = { command: 'pernetLens.openPage', arguments: ['file:///etc/passwd'] };
    await expect(editor.request('workspace/executeCommand', elsewhere)).rejects.toThrow('is no page of ours');
  });

  test('preview the cost from a finding, the ops and the definition of its handler, in our own extension', async () => {
    const { root, uri } = makeTree();
    const previews = async (word: string, ownClient = true) => {
      const editor = await startEditor({ folders: [root], initializationOptions: { ownClient } });
      await editor.open(uri(MAIN));
      const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
        ...textDocument(uri(MAIN)),
        range: rangeOf(TREE[MAIN], word),
        context: { diagnostics: await editor.pull(uri(MAIN)) },
      });
      return actions.filter(({ title }) => title.startsWith('Preview'));
    };
    for (const place of ['quux_exit_net,', 'quux_net_ops', 'quux_exit_net(']) {
      expect(await previews(place), place).toMatchObject([
        {
          title: 'Preview dismantle cost of quux_net_ops',
          command: { command: 'pernetLens.simulate', arguments: [{ uri: uri(MAIN), ops: 'quux_net_ops' }] },
        },
      ]);
    }
    expect(await previews('quux_flush(net)')).toEqual([]);
    expect(await previews('quux_net_ops', false)).toEqual([]);
  });

  test('refactor a handler, after which the finding is gone; what is refused says why', async () => {
    const body = `
static void __net_exit quux_exit_net(struct net *net)
{
	rtnl_lock();
	quux_forget(net);
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;
    const { editor, uri } = await opened();
    await editor.change(uri(MAIN), body);
    const actions = await actionsAt(editor, uri(MAIN), body);
    const offered = actions.filter(({ edit, title }) => edit && !title.startsWith('Suppress'));
    expect(offered.length).toBeGreaterThan(0);
    const edited = applied(body, uri(MAIN), offered[0]!.edit!);
    expect(edited).toContain('.exit_batch = ');
    await editor.change(uri(MAIN), edited);
    expect(codesOf(await editor.pull(uri(MAIN)))).not.toContain('exit-takes-rtnl');
    const refused = actions.filter(({ disabled }) => disabled);
    for (const { disabled, edit } of refused) {
      expect(edit).toBeUndefined();
      expect(disabled!.reason).not.toBe('');
    }
  });

  const ASKED = `
static void __net_exit quux_exit_net(struct net *net)
{
	quux_sysfs_del(net);
	rtnl_lock();
	quux_drop(net);
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;

  test('whose edits a person must confirm ask the editor to ask, and others say what to check', async () => {
    const { root, uri } = makeTree({ [MAIN]: ASKED });
    const asks = await startEditor({
      folders: [root],
      capabilities: {
        ...PULLS,
        workspace: {
          ...PULLS.workspace,
          workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
        },
      },
    });
    const other = await startEditor({ folders: [root] });
    const split = async (editor: Editor) => {
      await editor.open(uri(MAIN));
      const actions = await actionsAt(editor, uri(MAIN), ASKED);
      return actions.find(({ edit, title }) => edit && /2 parts/.test(title + JSON.stringify(edit)))!;
    };
    const asking = await split(asks);
    expect(asking.title).toMatch(/…$/);
    expect(asking.isPreferred).toBe(false);
    const [annotation] = Object.values(asking.edit!.changeAnnotations!);
    expect(annotation).toMatchObject({
      needsConfirmation: true,
      description: expect.stringMatching(/each of its 2 parts/),
    });
    const [change] = asking.edit!.documentChanges!;
    expect(change).toMatchObject({
      textDocument: { uri: uri(MAIN), version: 1 },
      edits: [{ annotationId: 'asked' }, { annotationId: 'asked' }],
    });

    const plain = await split(other);
    expect(plain.title).toMatch(/\(to be checked: .*each of its 2 parts/);
    expect(plain.edit).not.toHaveProperty('changeAnnotations');
    expect(applied(ASKED, uri(MAIN), plain.edit!)).toBe(applied(ASKED, uri(MAIN), asking.edit!));
  });

  test('only of the kinds that are wanted', async () => {
    const { editor, uri } = await opened();
    const kinds = async (only: string[]) =>
      (await actionsAt(editor, uri(MAIN), TREE[MAIN], only)).map(({ kind }) => kind);
    expect(await kinds(['source'])).toEqual([]);
    expect(new Set(await kinds(['quickfix']))).toEqual(new Set(['quickfix']));
  });
});

test('what is known goes to views and reports', async () => {
  const { editor, uri, root } = await opened();
  await editor.pull(uri(MAIN));
  expect(await editor.request('pernetLens/ops', null)).toMatchObject({
    covers: 'open-files',
    trees: [
      {
        root: uri('').replace(/\/$/, ''),
        ops: [{ name: 'quux_net_ops' }],
        findings: [{ code: 'exit-takes-rtnl' }],
      },
    ],
  });
  const report = async (format: string) => JSON.parse(await editor.request(REPORT_REQUEST, { format }));
  expect(await report('json')).toMatchObject({ tree: { root }, findings: [{ file: MAIN }] });
  expect(await report('sarif')).toMatchObject({ runs: [{ results: [{ ruleId: 'exit-takes-rtnl' }] }] });
  await expect(editor.request(REPORT_REQUEST, { format: 'xml' })).rejects.toThrow('xml');
});

function applied(text: string, uri: string, { changes, documentChanges }: WorkspaceEdit): string {
  const edits =
    changes?.[uri] ??
    documentChanges?.flatMap(change =>
      'edits' in change && change.textDocument.uri === uri ? change.edits : [],
    ) ??
    [];
  const document = TextDocument.create(uri, 'c', 1, text);
  return TextDocument.applyEdits(
    document,
    edits.flatMap(edit => ('newText' in edit ? edit : [])),
  );
}
