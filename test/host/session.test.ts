import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { scan } from '../../src/host/scan';
import { Session } from '../../src/host/session';
import { folderWith } from './folder';

const HEADER = `
struct pernet_operations {
	int (*init)(struct net *net);
	void (*pre_exit)(struct net *net);
	void (*exit)(struct net *net);
	void (*exit_batch)(struct list_head *net_exit_list);
};
`;

const TREE = {
  'include/net/net_namespace.h': HEADER,
  'include/net/quux.h': 'void quux_flush(struct net *net);\n',
  'net/quux/quux_main.c': `
#include "quux_int.h"

static void __net_exit quux_exit_net(struct net *net)
{
	quux_flush(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
  'net/quux/quux_int.h': 'void quux_forget(struct net *net);\n',
  'net/quux/quux_table.c': `
void quux_flush(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
`,
  'drivers/net/corge.c': `
void quux_forget(struct net *net)
{
	synchronize_rcu();
}
`,
};

async function sessionIn(root: string): Promise<Session> {
  const session = await Session.start({ root, treeRoot: root, jobs: 1, cacheDir: null });
  onTestFinished(() => session.close());
  return session;
}

const MAIN = 'net/quux/quux_main.c';
const TABLE = 'net/quux/quux_table.c';

const codes = async (session: Session, file = MAIN) =>
  (await session.answer(file, DEFAULT_CONFIGURATION))!.findings.map(({ code }) => code);

describe('a session', () => {
  test('sees a buffer of a helper instead of the disk, and the disk again once it is closed', async () => {
    const session = await sessionIn(folderWith(TREE));
    expect(await codes(session)).toEqual(['exit-takes-rtnl']);
    session.setText(TABLE, TREE[TABLE].replace('rtnl_lock', 'rtnl_lokc'));
    expect(await session.stale([MAIN])).toEqual([MAIN]);
    expect(await codes(session)).toEqual(['exit-without-batch']);
    session.setText(TABLE, null);
    expect(await codes(session)).toEqual(['exit-takes-rtnl']);
  });

  test('keeps an answer while something else changes', async () => {
    const session = await sessionIn(folderWith(TREE));
    const answer = await session.answer(MAIN, DEFAULT_CONFIGURATION);
    session.setText('drivers/net/corge.c', 'int corge;\n');
    session.setText('net/quux/quux_other.c', 'static int quux_other(void)\n{\n\treturn 0;\n}\n');
    expect(await session.stale([MAIN])).toEqual([]);
    expect(await session.answer(MAIN, DEFAULT_CONFIGURATION)).toBe(answer);
  });

  test('takes files that come, change and go on disk', async () => {
    const root = folderWith(TREE);
    const session = await sessionIn(root);
    await codes(session);
    rmSync(join(root, TABLE));
    session.changedOnDisk([TABLE]);
    expect(await codes(session)).toEqual(['exit-without-batch']);
    writeFileSync(join(root, 'net/quux/quux_flush.c'), TREE[TABLE]);
    session.changedOnDisk(['net/quux/quux_flush.c']);
    expect(await codes(session)).toEqual(['exit-takes-rtnl']);
  });

  test('reads the slots again when the tree changes them', async () => {
    const root = folderWith(TREE);
    const session = await sessionIn(root);
    const before = await session.answer(MAIN, DEFAULT_CONFIGURATION);
    expect(before?.slots).toMatchObject({ source: 'tree' });
    expect(before?.slots.slots).not.toContain('exit_rtnl');
    const header = HEADER.replace(
      'void (*exit_batch)',
      'void (*exit_rtnl)(struct net *net);\n\tvoid (*exit_batch)',
    );
    writeFileSync(join(root, 'include/net/net_namespace.h'), header);
    session.changedOnDisk(['include/net/net_namespace.h']);
    session.setText(MAIN, `\n${TREE[MAIN]}`);
    const after = await session.answer(MAIN, DEFAULT_CONFIGURATION);
    expect(after?.slots.slots).toContain('exit_rtnl');
    expect(after?.findings[0]?.message).toContain('`.exit_rtnl`');
  });

  test('gives up when nobody wants the answer, and can be asked again', async () => {
    const session = await sessionIn(folderWith(TREE));
    expect(await session.answer(MAIN, DEFAULT_CONFIGURATION, () => true)).toBeNull();
    expect(await codes(session)).toEqual(['exit-takes-rtnl']);
  });

  test('answers about a file that is not on disk, and about one that is gone', async () => {
    const session = await sessionIn(folderWith(TREE));
    session.setText('net/quux/new.c', TREE[MAIN].replaceAll('quux_net_ops', 'new_net_ops'));
    expect(await codes(session, 'net/quux/new.c')).toEqual(['exit-takes-rtnl']);
    expect(await codes(session, 'net/quux/gone.c')).toEqual([]);
  });
});

/** What an edit may put in: whole functions that come, go and change, calls, and nonsense. */
const PIECES = [
  'void quux_flush(struct net *net)\n{\n\trtnl_lock();\n\trtnl_unlock();\n}\n',
  'void quux_flush(struct net *net)\n{\n\tquux_forget(net);\n}\n',
  'void quux_forget(struct net *net)\n{\n\tsynchronize_rcu();\n}\n',
  'static inline void quux_forget(struct net *net)\n{\n\trcu_barrier();\n}\n',
  'void quux_forget(struct net *net);\n',
  'static void quux_exit_net(struct net *net)\n{\n\tquux_forget(net);\n\tquux_flush(net);\n}\n',
  'static struct pernet_operations other_net_ops = {\n\t.exit = quux_flush,\n};\n',
  '#include "quux_int.h"\n',
  '\n/* pernet-lens-ignore exit-takes-rtnl: so it is */\n',
  'rtnl_lock();',
  '}\n',
  '{',
  '/*',
  'é\r\n',
];
const FILES = [...Object.keys(TREE).slice(1), 'net/quux/extra.c', 'tools/quux.c', 'net/excluded/x.c'];

const step = fc.record({
  file: fc.constantFrom(...FILES),
  what: fc.constantFrom('edit', 'edit', 'edit', 'close', 'write', 'delete', 'ask'),
  piece: fc.constantFrom(...PIECES),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(60),
});

test('after any edits the findings are those of a fresh scan', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async steps => {
      const root = folderWith(TREE);
      const exclude = ['net/excluded'];
      const session = await sessionIn(root);
      const disk = new Map<string, string>(Object.entries(TREE));
      const open = new Map<string, string>();
      for (const { file, what, piece, at, cut } of steps) {
        const text = open.get(file) ?? disk.get(file) ?? '';
        const from = Math.floor(at * text.length);
        const edited = text.slice(0, from) + piece + text.slice(from + cut);
        if (what === 'edit') {
          open.set(file, edited);
          session.setText(file, edited);
        } else if (what === 'close') {
          open.delete(file);
          session.setText(file, null);
        } else if (what === 'write') {
          mkdirSync(dirname(join(root, file)), { recursive: true });
          writeFileSync(join(root, file), edited);
          disk.set(file, edited);
          session.changedOnDisk([file]);
        } else if (what === 'delete') {
          rmSync(join(root, file), { force: true });
          disk.delete(file);
          session.changedOnDisk([file]);
        } else await session.answer(file, DEFAULT_CONFIGURATION);
      }
      const answers = [];
      for (const file of FILES) answers.push((await session.answer(file, DEFAULT_CONFIGURATION))!.findings);
      // a file that was never saved cannot be found by others; a scan from disk would find it
      for (const [file, text] of open) if (disk.has(file)) writeFileSync(join(root, file), text);
      for (const [at, file] of FILES.entries()) {
        const unsaved = open.has(file) && !disk.has(file);
        if (!disk.has(file) && !unsaved) {
          expect(answers[at]).toEqual([]);
          continue;
        }
        const report = await scan({
          paths: unsaved ? [] : [join(root, file)],
          stdin: unsaved ? { path: join(root, file), text: open.get(file)! } : null,
          treeRoot: root,
          base: root,
          configuration: { ...DEFAULT_CONFIGURATION, exclude },
          jobs: 1,
          cacheDir: null,
          timing: false,
          signal: new AbortController().signal,
          onProgress: () => {},
        });
        expect(answers[at]).toEqual(report.findings);
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: Number(process.env.SESSION_RUNS ?? 60), seed: 20261130 },
  );
});
