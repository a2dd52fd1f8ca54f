// Bundles a TypeScript entry of the tests with what it imports, and runs it with this process's arguments.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** @param {string} entry relative to the repository, whose root the entry is told by `--packages` */
export async function runBundled(entry) {
  const root = path.join(import.meta.dirname, '..');
  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(path.join(tmpdir(), 'pernet-lens-bundled-'));
  try {
    const outfile = path.join(folder, 'entry.mjs');
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      alias: { 'web-tree-sitter': require.resolve('web-tree-sitter').replace(/\.cjs$/, '.js') },
      outfile,
      logLevel: 'warning',
    });
    process.argv.push('--packages', root);
    await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
