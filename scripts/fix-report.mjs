// What the refactorings make of a real kernel tree; see test/refactorings/tree/report.ts for the arguments.
//
//   node scripts/fix-report.mjs TREE [--slots exit_batch_rtnl] [--ops NAME] [--out FOLDER] [--verify]
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), 'fix-report-'));
try {
  const outfile = path.join(folder, 'report.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/refactorings/tree/report.ts'],
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
