import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { randomOf } from '../../src/core/simulation/random';
import { scan } from '../../src/host/scan';
import { walkSources } from '../../src/host/walk';
import { startEditor, uriOf } from '../server/editor';

const STEPS = 2_000;
const FILES = 200;
const SEED = 20_261_130;
/** Megabytes of objects; with half of it this many edits and open files of a whole tree do not fit. */
const HEAP_LIMIT = 384;

/** What a careless hand may type: calls, halves of blocks, definitions, nothing in particular. */
const TYPED = [
  'x',
  ';',
  '\n',
  '{',
  '}',
  '\trtnl_lock();\n',
  'synchronize_rcu();',
  '/*',
  '*/',
  '#if 0\n',
  '\n}\n\nvoid quux(void)\n{\n',
];

/** Opened, edited and closed at random; alive, bounded, and in the end as right as a server that has just been started. */
test('a soak of 200 files', { timeout: 300_000 }, async () => {
  const { root } = inject('kernelTree');
  const { uniform: random } = randomOf(SEED);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const files = soaked(root);
  const uri = (file: string): string => uriOf(join(root, file));
  const editor = await startEditor({ folders: [root], heapLimit: HEAP_LIMIT });
  const open = new Map<string, string>();

  for (let step = 0; step < STEPS; step++) {
    const file = pick(files);
    const text = open.get(file);
    if (text === undefined) {
      const whole = readFileSync(join(root, file), 'latin1');
      open.set(file, whole);
      await editor.open(uri(file), whole);
    } else if (random() < 0.25) {
      open.delete(file);
      await editor.close(uri(file));
    } else {
      const from = Math.floor(random() * text.length);
      const to = Math.min(text.length, from + Math.floor(random() * 40));
      const piece = pick(TYPED);
      open.set(file, text.slice(0, from) + piece + text.slice(to));
      await editor.change(uri(file), piece, { start: positionAt(text, from), end: positionAt(text, to) });
    }
    if (random() < 0.5 && open.size > 0) await editor.pull(uri(pick([...open.keys()])));
  }
  expect(editor.log.filter(line => line.includes('Please report'))).toEqual([]);
  // what the system counts says when the collector ran, not what is kept: the limit is what bounds it
  expect(editor.child.exitCode).toBeNull();

  const fresh = await startEditor({ folders: [root] });
  for (const [file, text] of open) await fresh.open(uri(file), text);
  expect(open.size).toBeGreaterThan(50);
  for (const file of open.keys()) {
    expect({ file, found: await editor.pull(uri(file)) }).toEqual({
      file,
      found: await fresh.pull(uri(file)),
    });
  }

  for (const file of open.keys()) await editor.close(uri(file));
  for (const file of files.slice(0, 25)) {
    await editor.open(uri(file), readFileSync(join(root, file), 'latin1'));
    const found = shown(await editor.pull(uri(file)));
    expect({ file, found }).toEqual({ file, found: await scanned(root, file) });
  }
});

/** Files with ops, and as many others of the same folders. */
function soaked(root: string): readonly string[] {
  const { files } = walkSources([join(root, 'net')], root);
  const withOps = files.filter(file =>
    readFileSync(join(root, file), 'latin1').includes('pernet_operations'),
  );
  const folders = new Set(withOps.map(folderOf));
  const others = files.filter(file => folders.has(folderOf(file)) && !withOps.includes(file));
  return [...withOps.slice(0, FILES / 2), ...others.slice(0, FILES / 2)];
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

function positionAt(text: string, offset: number) {
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { line, character: offset - (before.lastIndexOf('\n') + 1) };
}

/** Without remarks, which a scan has as notes. */
const shown = (found: readonly Diagnostic[]): readonly string[] =>
  found
    .filter(({ code }) => code !== undefined)
    .map(
      ({ code, message, range }) => `${range.start.line + 1}:${range.start.character + 1} ${code} ${message}`,
    );

async function scanned(root: string, file: string): Promise<readonly string[]> {
  const { findings } = await scan({
    paths: [join(root, file)],
    stdin: null,
    treeRoot: root,
    base: root,
    configuration: DEFAULT_CONFIGURATION,
    jobs: 1,
    cacheDir: null,
    timing: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return findings.map(
    ({ code, message, range: { start } }) => `${start.line}:${start.column} ${code} ${message}`,
  );
}
