import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codesOf, IS_TOLD, rangeOf, startEditor } from './editor';
import { MAIN, makeTree, TABLE, TREE } from './tree';

const CHANGED = 2;

describe('an editor that asks', () => {
  test('gets the finding with code, page and the whole call path', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    expect(await editor.pull(uri(MAIN))).toEqual([
      {
        range: { start: { line: 7, character: 9 }, end: { line: 7, character: 22 } },
        severity: 2,
        code: 'exit-takes-rtnl',
        codeDescription: { href: expect.stringMatching(/^https:.*\/docs\/rules\/exit-takes-rtnl\.md$/) },
        source: 'pernet-lens',
        message: expect.stringContaining('`quux_exit_net` takes RTNL once per netns through `quux_flush`'),
        relatedInformation: [
          {
            location: { uri: uri(MAIN), range: rangeOf(TREE[MAIN], 'quux_flush') },
            message: '`quux_exit_net` calls `quux_flush`',
          },
          {
            location: { uri: uri(TABLE), range: rangeOf(TREE[TABLE], 'rtnl_lock') },
            message: '`quux_flush` calls `rtnl_lock`',
          },
        ],
      },
    ]);
  });

  test('is told that nothing changed where nothing did', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    const ask = (previousResultId?: string) =>
      editor.request<{ kind: string; resultId: string }>('textDocument/diagnostic', {
        textDocument: { uri: uri(MAIN) },
        previousResultId,
      });
    const first = await ask();
    expect(first.kind).toBe('full');
    expect(await ask(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
  });

  test('gets what unsaved buffers say, edited bit by bit', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    await editor.change(uri(MAIN), 'rtnl_lock();\n\tquux_forget', rangeOf(TREE[MAIN], 'quux_flush'));
    const [direct] = await editor.pull(uri(MAIN));
    expect(direct?.relatedInformation).toHaveLength(1);
    expect(direct?.range.start.line).toBe(8);
    await editor.change(uri(MAIN), '\n'.repeat(3), {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    });
    expect((await editor.pull(uri(MAIN)))[0]?.range.start.line).toBe(11);
  });

  test('is asked to look again when a helper in another buffer changes, and not otherwise', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    await editor.open(uri(TABLE));
    expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
    expect(await editor.pull(uri(TABLE))).toEqual([]);

    await editor.change(uri(TABLE), TREE[TABLE].replace('rtnl_lock', 'synchronize_rcu'));
    await editor.until('a refresh', () => editor.counts.diagnosticRefreshes === 1);
    expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-waits-grace-period']);

    await editor.change(
      uri(TABLE),
      `${TREE[TABLE].replace('rtnl_lock', 'synchronize_rcu')}\nint quux_other;\n`,
    );
    await new Promise(resolve => setTimeout(resolve, 400));
    expect(editor.counts.diagnosticRefreshes).toBe(1);
    await editor.close(uri(TABLE));
    await editor.until('a refresh', () => editor.counts.diagnosticRefreshes === 2);
    expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-takes-rtnl']);
  });

  test('is asked to look again when a file changes on disk', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    await editor.open(uri(MAIN));
    await editor.pull(uri(MAIN));
    writeFileSync(join(root, TABLE), TREE[TABLE].replace('rtnl_lock', 'quux_lock'));
    await editor.watched({ uri: uri(TABLE), type: CHANGED });
    await editor.until('a refresh', () => editor.counts.diagnosticRefreshes === 1);
    expect(codesOf(await editor.pull(uri(MAIN)))).toEqual(['exit-without-batch']);
  });

  test('gets remarks about comments that silence nothing', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root] });
    const text = TREE[MAIN].replace(
      '\t.exit',
      '\t/* pernet-lens-ignore exit-waits-grace-period: it does not */\n\t.exit',
    );
    await editor.open(uri(MAIN), text);
    const [remark] = (await editor.pull(uri(MAIN))).filter(({ severity }) => severity === 3);
    expect(remark).toMatchObject({
      range: rangeOf(text, 'pernet-lens-ignore'),
      message: '`pernet-lens-ignore exit-waits-grace-period` silences nothing here; remove it',
    });
  });
});

describe('an editor that is told', () => {
  test('hears of findings on opening, after edits, and of other files that an edit changes', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root], capabilities: IS_TOLD });
    expect(editor.offered.diagnosticProvider).toBeUndefined();
    await editor.open(uri(MAIN));
    const codes = (file: string) => codesOf(editor.published.get(uri(file)) ?? []);
    await editor.until('the finding', () => codes(MAIN)[0] === 'exit-takes-rtnl');
    await editor.open(uri(TABLE));
    await editor.change(uri(TABLE), TREE[TABLE].replace('rtnl_lock', 'synchronize_rcu'));
    await editor.until('the other finding', () => codes(MAIN)[0] === 'exit-waits-grace-period');
    await editor.change(uri(MAIN), 'int quux;\n');
    await editor.until('nothing', () => codes(MAIN).length === 0);
    await editor.change(uri(MAIN), TREE[MAIN]);
    await editor.until('the finding again', () => codes(MAIN).length === 1);
    await editor.close(uri(MAIN));
    await editor.until('nothing after closing', () => codes(MAIN).length === 0);
  });

  test('hears of changes on disk when something is saved', async () => {
    const { root, uri } = makeTree();
    const editor = await startEditor({ folders: [root], capabilities: IS_TOLD });
    await editor.open(uri(MAIN));
    const codes = () => codesOf(editor.published.get(uri(MAIN)) ?? []);
    await editor.until('the finding', () => codes()[0] === 'exit-takes-rtnl');
    writeFileSync(join(root, TABLE), TREE[TABLE].replace('rtnl_lock', 'synchronize_rcu_expedited'));
    await editor.save(uri(MAIN));
    await editor.until('the other finding', () => codes()[0] === 'exit-waits-grace-period');
    rmSync(join(root, TABLE));
    await editor.save(uri(MAIN));
    await editor.until('no path', () => codes()[0] === 'exit-without-batch');
  });
});
