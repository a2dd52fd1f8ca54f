import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import { folderWith } from '../host/folder';
import { dist } from './build';
import { codesOf, rangeOf, startEditor, uriOf } from './editor';
import { MAIN, makeTree, TABLE, TREE } from './tree';

const OPS = `
static void quux_exit_net(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;

describe('a file outside of any tree', () => {
  test('is analysed with the files around it and assumed slots, and the log says so', async () => {
    const root = folderWith({
      'mod/quux.c': TREE[MAIN],
      'mod/table.c': TREE[TABLE],
      'mod/quux.h': TREE['include/net/quux.h'],
    });
    const editor = await startEditor({ folders: [root] });
    const uri = uriOf(join(root, 'mod/quux.c'));
    await editor.open(uri);
    expect(codesOf(await editor.pull(uri))).toEqual(['exit-takes-rtnl']);
    await editor.until('the log', () => editor.log.includes(`no kernel tree above ${root}`));
    expect(await editor.request('pernetLens/configuration', { uri })).toMatchObject({
      source: 'defaults',
      tree: null,
      slots: ['init', 'pre_exit', 'exit', 'exit_batch'],
      slotsFrom: 'default',
    });
  });

  test('and of any folder of the editor is analysed all the same', async () => {
    const root = folderWith({ 'quux.c': OPS });
    const editor = await startEditor({ folders: [] });
    await editor.open(uriOf(join(root, 'quux.c')));
    expect(codesOf(await editor.pull(uriOf(join(root, 'quux.c'))))).toEqual(['exit-takes-rtnl']);
  });

  test('and of no concern to us starts nothing', async () => {
    const root = folderWith({ 'hello.c': 'int main(void)\n{\n\treturn 0;\n}\n' });
    const editor = await startEditor({ folders: [root] });
    const uri = uriOf(join(root, 'hello.c'));
    await editor.open(uri);
    expect(await editor.pull(uri)).toEqual([]);
    expect(await editor.request('textDocument/codeLens', { textDocument: { uri } })).toEqual([]);
    expect(await editor.at('textDocument/hover', uri, { line: 0, character: 5 })).toBeNull();
    expect(editor.log).toHaveLength(1);
  });
});

test('an untitled buffer is analysed by itself; other schemes are left alone', async () => {
  const editor = await startEditor({ folders: [] });
  await editor.open('untitled:Untitled-1', OPS);
  expect(codesOf(await editor.pull('untitled:Untitled-1'))).toEqual(['exit-takes-rtnl']);
  await editor.change('untitled:Untitled-1', OPS.replace('rtnl_lock', 'quux_lock'));
  expect(codesOf(await editor.pull('untitled:Untitled-1'))).toEqual(['exit-without-batch']);
  await editor.open('git:/net/quux.c?HEAD', OPS);
  expect(await editor.pull('git:/net/quux.c?HEAD')).toEqual([]);
});

test('a file that is deleted while open keeps its findings; once closed it is gone', async () => {
  const { root, uri } = makeTree();
  const editor = await startEditor({ folders: [root] });
  await editor.open(uri(MAIN));
  await editor.pull(uri(MAIN));
  rmSync(join(root, MAIN));
  await editor.watched({ uri: uri(MAIN), type: 3 });
  expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
  await editor.close(uri(MAIN));
  expect(await editor.request('pernetLens/ops', null)).toMatchObject({ trees: [] });
  await editor.open(uri(MAIN), TREE[MAIN]);
  expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
});

test('a storm of edits, questions and cancellations ends with the right answer', async () => {
  const { root, uri } = makeTree();
  const editor = await startEditor({ folders: [root] });
  await editor.open(uri(MAIN), '');
  let text = '';
  for (const letter of TREE[MAIN]) {
    const end = rangeOf(`${text}$`, '$').start;
    void editor.change(uri(MAIN), letter, { start: end, end });
    text += letter;
    void editor.pull(uri(MAIN)).catch(() => {});
  }
  expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
  expect(editor.log.filter(line => line.includes('failed'))).toEqual([]);
});

test('CRLF, tabs and letters outside of ASCII leave ranges where the editor has them', async () => {
  const { root, uri } = makeTree();
  const editor = await startEditor({ folders: [root] });
  const text = OPS.replace('\t.exit = ', '\t/* é 🐧 */\t.exit\t=\t').replaceAll('\n', '\r\n');
  await editor.open(uri(MAIN), text);
  const [finding] = await editor.pull(uri(MAIN));
  const line = text.split('\r\n')[finding!.range.start.line]!;
  expect(line.slice(finding!.range.start.character, finding!.range.end.character)).toBe('quux_exit_net');
});

test('a file on disk that is no UTF-8 is read, and one line of the log says so', async () => {
  const { root, uri } = makeTree();
  writeFileSync(join(root, 'net/quux/latin.c'), Buffer.from(`/* caf\xe9 */${OPS}`, 'latin1'));
  const editor = await startEditor({ folders: [root] });
  await editor.request('workspace/executeCommand', { command: 'pernetLens.scanWorkspace' });
  expect(codesOf(editor.published.get(uri('net/quux/latin.c')) ?? [])).toEqual(['exit-takes-rtnl']);
  expect(editor.log.filter(line => line.includes('not valid UTF-8'))).toEqual([
    'net/quux/latin.c: not valid UTF-8; read as Latin-1, columns count bytes',
  ]);
});

test('a generated file of 5 MB is edited without falling behind', { timeout: 60_000 }, async () => {
  const { root, uri } = makeTree();
  const editor = await startEditor({ folders: [root] });
  const row = 'static const u32 quux_table_0[] = { 0x00000000, 0x11111111, 0x22222222, 0x33333333 };\n';
  const text = OPS + row.repeat(Math.ceil(5_000_000 / row.length));
  const opening = performance.now();
  await editor.open(uri('net/quux/big.c'), text);
  expect(codesOf(await editor.pull(uri('net/quux/big.c')))).toEqual(['exit-takes-rtnl']);
  const editing = performance.now();
  for (let edit = 0; edit < 5; edit++) {
    await editor.change(uri('net/quux/big.c'), 'x', rangeOf(text, '0x'));
    await editor.pull(uri('net/quux/big.c'));
  }
  // an edit costs no more than reading the file once, with room for a busy machine
  expect(performance.now() - editing).toBeLessThan(5 * 2 * (editing - opening));
});

describe('a broken configuration', () => {
  const CONFIG = '.pernet-lens.json';

  test('is named in a message, in the log and in its file; what held before still does', async () => {
    const { root, uri } = makeTree({ [CONFIG]: '{ "severities": { "exit-takes-rtnl": "error" } }' });
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    const severity = async () => (await editor.pull(uri(MAIN)))[0]?.severity;
    expect(await severity()).toBe(1);

    writeFileSync(join(root, CONFIG), '{\n  "severities": { "exit-takes-rtln": "error" }\n}');
    await editor.watched({ uri: uri(CONFIG), type: 2 });
    expect(await severity()).toBe(1);
    const [marked] = await editor.until('the mark', () => editor.published.get(uri(CONFIG)) as Diagnostic[]);
    expect(marked).toMatchObject({
      severity: 1,
      message: expect.stringContaining('did you mean `exit-takes-rtnl`?'),
      range: { start: { line: 1 } },
    });
    await editor.until('the message', () =>
      editor.messages.some(message => message.includes(`${CONFIG}:2:`)),
    );
    expect(await editor.request('pernetLens/configuration', { uri: uri(MAIN) })).toMatchObject({
      source: 'file',
      file: join(root, CONFIG),
      problem: expect.stringContaining('exit-takes-rtln'),
    });

    writeFileSync(join(root, CONFIG), '{ "severities": { "exit-takes-rtnl": "off" } }');
    await editor.watched({ uri: uri(CONFIG), type: 2 });
    expect(await editor.pull(uri(MAIN))).toEqual([]);
    await editor.until('no mark', () => editor.published.get(uri(CONFIG))?.length === 0);
    rmSync(join(root, CONFIG));
    await editor.watched({ uri: uri(CONFIG), type: 3 });
    expect(await severity()).toBe(2);
  });

  test('in the settings of the editor is named, and the defaults hold', async () => {
    const { root, uri } = makeTree();
    const settings = () => ({ depth: 'deep', exclude: null, codeLens: true });
    const editor = await startEditor({ folders: [root], settings });
    await editor.open(uri(MAIN));
    expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
    await editor.until('the message', () =>
      editor.messages.some(message => message.includes('"depth" must be a whole number, not "deep"')),
    );
  });
});

test('settings of the editor count where the tree has no configuration, each folder by its own', async () => {
  const [one, two] = [makeTree(), makeTree()];
  const settings = (scope: string | undefined) =>
    scope?.startsWith(one.uri('net')) ? { severities: { 'exit-takes-rtnl': 'off' } } : null;
  const editor = await startEditor({ folders: [one.root, two.root], settings });
  for (const { uri } of [one, two]) await editor.open(uri(MAIN));
  expect(await editor.pull(one.uri(MAIN))).toEqual([]);
  expect(codesOf(await editor.pull(two.uri(MAIN)))).toEqual(['exit-takes-rtnl']);
  writeFileSync(join(one.root, '.pernet-lens.json'), '{}');
  await editor.watched({ uri: one.uri('.pernet-lens.json'), type: 1 });
  expect(codesOf(await editor.pull(one.uri(MAIN)))).toEqual(['exit-takes-rtnl']);
});

test('two kernels side by side keep their slots and their functions apart', async () => {
  const header = TREE['include/net/net_namespace.h'].replace(
    'void (*exit)',
    'void (*exit_rtnl)(struct net *net);\n\tvoid (*exit)',
  );
  const older = makeTree();
  const newer = makeTree({
    'include/net/net_namespace.h': header,
    [TABLE]: TREE[TABLE].replace('rtnl_lock();', 'rtnl_lock();\n\tsynchronize_rcu();'),
  });
  const editor = await startEditor({ folders: [older.root, newer.root] });
  for (const { uri } of [older, newer]) await editor.open(uri(MAIN));
  const messages = async (uri: string) => (await editor.pull(uri)).map(({ message }) => message).sort();
  expect(await messages(older.uri(MAIN))).toEqual([expect.stringContaining('`.exit_batch` could')]);
  expect(await messages(newer.uri(MAIN))).toEqual([
    expect.stringContaining('`.exit_rtnl` would'),
    expect.stringContaining('`synchronize_rcu`'),
  ]);
  const { trees } = await editor.request<{ trees: { root: string }[] }>('pernetLens/ops', null);
  expect(trees.map(({ root }) => root).sort()).toEqual([uriOf(older.root), uriOf(newer.root)].sort());
  const report = JSON.parse(await editor.request('pernetLens/report', { format: 'json' }));
  for (const { file } of report.findings) expect(join(report.tree.root, file)).toMatch(/quux_main\.c$/);
});

describe('the server ends', () => {
  test('when the editor says so', async () => {
    const editor = await startEditor({ folders: [] });
    await editor.request('shutdown', undefined);
    await editor.connection.sendNotification('exit');
    expect(await editor.ended).toBe(0);
  });

  test('when the editor closes the pipe', async () => {
    const editor = await startEditor({ folders: [] });
    editor.child.stdin.end();
    expect(await editor.ended).toBe(1);
  });

  test('when the editor that it was told of is dead', { timeout: 20_000 }, async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const editor = await startEditor({ folders: [], processId: parent.pid! });
    parent.kill('SIGKILL');
    expect(await editor.ended).toBe(1);
  });

  test('and answers to its command line like the others', async () => {
    const cli = spawn(process.execPath, [join(dist, 'cli.cjs'), 'lsp']);
    const said = await new Promise<string>(resolve => cli.stderr.once('data', data => resolve(String(data))));
    expect(said).toBe('pernet-lens: lsp needs --stdio, the one way it talks to an editor\n');
  });
});

test('a folder that is gone, a request out of nowhere and a damaged cache cost one line each', async () => {
  const { root, uri } = makeTree();
  const cacheHome = folderWith({});
  const first = await startEditor({ folders: [root], cacheHome });
  await first.open(uri(MAIN));
  await first.pull(uri(MAIN));
  await first.request('shutdown', undefined);

  const gone = join(root, 'gone');
  mkdirSync(gone);
  const editor = await startEditor({ folders: [root, gone], cacheHome });
  rmSync(gone, { recursive: true });
  await editor.request('workspace/executeCommand', { command: 'pernetLens.scanWorkspace' });
  expect(editor.log).toContain(`${gone} is not there any more; not scanned`);
  await expect(editor.request('pernetLens/nonsense', {})).rejects.toThrow();
  await expect(editor.request('workspace/executeCommand', { command: 'pernetLens.no' })).rejects.toThrow(
    'pernetLens.no',
  );
  expect(await editor.pull(uri('net/quux/never.c'))).toEqual([]);
  await editor.open(uri(MAIN));
  expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
});
