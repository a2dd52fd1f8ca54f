import { expect, test } from 'vitest';
import { folderWith } from '../host/folder';
import { codesOf, startEditor } from './editor';
import { MAIN, makeTree, TABLE, TREE } from './tree';

const SCAN = { command: 'pernetLens.scanWorkspace' };

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `net/many/quux_${at}.c`,
    TREE[MAIN].replaceAll('quux_net_ops', `quux_net_ops_${at}`),
  ]),
);

test('nothing but open files and what they reach is read before a scan is asked for', async () => {
  const { root, uri } = makeTree(many);
  const editor = await startEditor({ folders: [root] });
  await editor.open(uri(MAIN));
  await editor.pull(uri(MAIN));
  const { trees } = await editor.request<{ trees: { ops: unknown[] }[] }>('pernetLens/ops', null);
  expect(trees[0]?.ops).toHaveLength(1);
  expect(editor.published.size).toBe(0);
});

test('a scan shows progress and streams findings; open files are left to those who ask', async () => {
  const { root, uri } = makeTree(many);
  const editor = await startEditor({ folders: [root] });
  await editor.open(uri(MAIN));
  await editor.pull(uri(MAIN));
  const outcome = await editor.request('workspace/executeCommand', SCAN);
  expect(outcome).toEqual({ files: 64, ops: 61, findings: 61, cancelled: false });
  // one line about the configuration, not one for each folder
  expect(editor.log.filter(line => line.startsWith('configuration of'))).toHaveLength(1);
  await editor.until('all findings', () => editor.published.size === 60);
  expect(editor.published.has(uri(MAIN))).toBe(false);
  const kinds = editor.progress.map(({ kind }) => kind);
  expect([kinds[0], kinds.at(-1)]).toEqual(['begin', 'end']);
  expect(kinds.filter(kind => kind === 'report').length).toBeGreaterThan(10);
  expect(await editor.request('pernetLens/ops', null)).toMatchObject({ covers: 'workspace' });

  // what was told is taken back once the editor asks, and told again afterwards
  const one = uri('net/many/quux_7.c');
  await editor.open(one);
  expect(editor.published.get(one)).toHaveLength(1);
  expect(codesOf(await editor.pull(one))).toEqual(['exit-takes-rtnl']);
  expect(editor.published.get(one)).toEqual([]);
  await editor.close(one);
  await editor.until('told again', () => editor.published.get(one)?.length === 1);

  // editors open documents that nobody sees: what was told of them stays, and is kept up to date
  await editor.open(uri('net/many/quux_8.c'));

  // a helper that changes in a buffer changes what was told of all
  await editor.open(uri(TABLE));
  await editor.change(uri(TABLE), TREE[TABLE].replace('rtnl_lock', 'synchronize_rcu'));
  await editor.until('all other findings', () =>
    [...editor.published.values()].every(found => codesOf(found)[0] === 'exit-waits-grace-period'),
  );
});

test('a scan that is cancelled keeps what it has found, and another can follow', async () => {
  const { root } = makeTree(many);
  const editor = await startEditor({ folders: [root] });
  editor.connection.onRequest('window/workDoneProgress/create', ({ token }: { token: string }) => {
    void editor
      .until('some findings', () => editor.published.size > 3)
      .then(() => editor.connection.sendNotification('window/workDoneProgress/cancel', { token }));
    return null;
  });
  const outcome = await editor.request<{ findings: number; cancelled: boolean }>(
    'workspace/executeCommand',
    SCAN,
  );
  expect(outcome.cancelled).toBe(true);
  expect(outcome.findings).toBeGreaterThan(3);
  expect(outcome.findings).toBeLessThan(60);
  editor.connection.onRequest('window/workDoneProgress/create', () => null);
  expect(await editor.request('workspace/executeCommand', SCAN)).toMatchObject({
    findings: 61,
    cancelled: false,
  });
});

test('two scans at a time are one too many', async () => {
  const { root } = makeTree(many);
  const editor = await startEditor({ folders: [root] });
  const first = editor.request('workspace/executeCommand', SCAN);
  await expect(editor.request('workspace/executeCommand', SCAN)).rejects.toThrow('is running');
  await first;
});

test('our own extension hears of ops as a scan finds them', async () => {
  const { root } = makeTree(many);
  const editor = await startEditor({ folders: [root], initializationOptions: { ownClient: true } });
  const changes = (): number =>
    editor.notifications.filter(({ method }) => method === 'pernetLens/opsChanged').length;
  const known = async (): Promise<number> => {
    const { trees } = await editor.request<{ trees: { ops: unknown[] }[] }>('pernetLens/ops', null);
    return trees.flatMap(({ ops }) => ops).length;
  };
  const scanning = editor.request('workspace/executeCommand', SCAN);
  await editor.until('the first ones', () => changes() > 0);
  expect(await known()).toBeLessThan(61);
  await scanning;
  const before = changes();
  if ((await known()) < 61) await editor.until('the last ones', () => changes() > before);
  expect(await known()).toBe(61);
});

test('a scan that finds nothing has looked at the workspace all the same', async () => {
  const editor = await startEditor({ folders: [folderWith({ 'hello.c': 'int hello;\n' })] });
  expect(await editor.request('pernetLens/ops', null)).toMatchObject({ covers: 'open-files' });
  await editor.request('workspace/executeCommand', SCAN);
  expect(await editor.request('pernetLens/ops', null)).toEqual({ trees: [], covers: 'workspace' });
});

test('our own extension hears of the state and of changes; others do not', async () => {
  const { root, uri } = makeTree();
  const ours = await startEditor({ folders: [root], initializationOptions: { ownClient: true } });
  expect(ours.offered.executeCommandProvider?.commands).not.toContain('pernetLens.showExitPath');
  await ours.open(uri(MAIN));
  await ours.pull(uri(MAIN));
  await ours.until('the state', () =>
    ours.notifications.some(
      ({ method, params }) =>
        method === 'pernetLens/status' && (params as { findings: number; state: string }).findings === 1,
    ),
  );
  await ours.until('the change', () =>
    ours.notifications.some(({ method }) => method === 'pernetLens/opsChanged'),
  );
  const other = await startEditor({ folders: [root] });
  await other.open(uri(MAIN));
  await other.pull(uri(MAIN));
  await other.request('workspace/executeCommand', SCAN);
  expect(other.notifications).toEqual([]);
});
