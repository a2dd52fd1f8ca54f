import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

/** The tree that test:kernel uses, found or fetched in the same way. */
export async function kernelTree() {
  const folder = mkdtempSync(join(tmpdir(), 'pernet-lens-bench-'));
  try {
    const outfile = join(folder, 'tree.mjs');
    const entry = new URL('../test/kernel/tree.ts', import.meta.url).pathname;
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
    const { findTree } = await import(pathToFileURL(outfile).href);
    return findTree(process.env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A copy of a tree in which a file may be changed: hard links, so that it costs nothing, if the place allows it.
 * Gone when the process ends.
 */
export function copyOf(root) {
  let folder = mkdtempSync(join(dirname(root), '.pernet-lens-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(2));
  const copy = how => spawnSync('cp', [how, `${root}/.`, folder], { stdio: 'inherit' }).status === 0;
  if (!copy('-al')) {
    remove();
    folder = mkdtempSync(join(tmpdir(), 'pernet-lens-bench-tree-'));
    if (!copy('-a')) throw new Error(`${root} could not be copied to ${folder}`);
  }
  return folder;
}
