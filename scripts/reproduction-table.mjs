// The generated parts of docs/simulation.md: the price table and the reproduction table, from a fresh run of the model.
//
//   node scripts/reproduction-table.mjs                    write them
//   node scripts/reproduction-table.mjs --check            exit 1 when the committed ones differ
//   node scripts/reproduction-table.mjs --search DRAWS SEED   search the parameter sets of 2022 unshare10 anew (minutes)
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const PAGE = path.join(root, 'docs/simulation.md');
const MODULE = 'src/core/simulation/reproduction/index.ts';
const SETS = path.join(root, 'src/core/simulation/reproduction/unshare10-sets.ts');

const bundle = await build({
  absWorkingDir: root,
  entryPoints: [MODULE],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
});
const code = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const { pageWith, reproductionRows, searchSets } = await import(`data:text/javascript;base64,${code}`);

const [mode, draws, seed] = process.argv.slice(2);
if (mode === '--search') {
  const found = searchSets(Number(draws), Number(seed));
  writeFileSync(SETS, setsModule(found, draws, seed));
  console.error(
    `${found.length} of ${draws} parameter sets accepted; now format the file and write the table`,
  );
} else {
  const committed = readFileSync(PAGE, 'utf8');
  const fresh = pageWith(committed, reproductionRows());
  if (mode !== '--check') writeFileSync(PAGE, fresh);
  else if (fresh !== committed) {
    console.error('docs/simulation.md is stale: run node scripts/reproduction-table.mjs');
    process.exitCode = 1;
  }
}

function setsModule(found, draws, seed) {
  const names = Object.keys(found[0].set);
  return [
    '/**',
    ' * Parameter sets under which a run of the unpatched kernel of 2022 unshare10 meets what was published of it.',
    ` * Generated, do not edit: reproduction-table.mjs --search ${draws} ${seed}; ${found.length} were accepted. Sorted by the creation`,
    ' * time that they predict for the patched kernel. Columns: seed of the run, then the fields of ParameterSet.',
    ' */',
    "import type { AcceptedSet } from './search';",
    '',
    'const ROWS = [',
    ...found.map(({ seed: own, set }) => `  [${[own, ...names.map(name => set[name])].join(', ')}],`),
    '] as const;',
    '',
    'export const ACCEPTED_SETS: readonly AcceptedSet[] = ROWS.map(',
    `  ([seed, ${names.join(', ')}]) => ({`,
    '    seed,',
    `    set: { ${names.join(', ')} },`,
    '  }),',
    ');',
    '',
  ].join('\n');
}
