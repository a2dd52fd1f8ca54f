/**
 * How fast a scan is, beside Coccinelle and ripgrep on the same files in the same run: `npm run bench`. All commands take
 * turns for a number of rounds; medians and their ratios are printed and written to docs/performance.md.
 *
 *   --quick     one round, printed only: to see that it works
 *   --rounds N  default 5
 *   --native    also parse with native tree-sitter (installs and compiles it below bench/native: a minute, and g++)
 *
 * Ends with 1 if a ratio is worse than it should be.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOf, kernelTree } from './kernel-tree.mjs';
import { machine, needCommands } from './machine.mjs';
import { highestPeak, measure, median } from './measure.mjs';
import { compareNative } from './native/compare.mjs';
import { writePage } from './page.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    native: { type: 'boolean', default: false },
  },
});
const rounds = flags.quick ? 1 : Number(flags.rounds);
const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

needCommands({ spatch: 'coccinelle', rg: 'ripgrep' });
const tree = await kernelTree();
const facts = machine(tree);
const root = copyOf(tree.root);
const cacheDir = mkdtempSync(join(tmpdir(), 'pernet-lens-bench-cache-'));
process.on('exit', () => rmSync(cacheDir, { recursive: true, force: true }));

const scan = (...argv) => [
  process.execPath,
  join(here, '../dist/cli.cjs'),
  'scan',
  ...['--format', 'json', '-q', '--exit-zero'],
  ...argv,
];
const parts = ['net', 'drivers/net'];
const cocci = join(here, 'exit-without-batch.cocci');
const spatch = part => [
  'spatch',
  ...['-j', '2', '--very-quiet', '-D', 'report', '--sp-file', cocci, '--dir', part],
];

/** An edit as an editor saves it: a new file in the old one's place, so that the tree it was linked from keeps its own. */
const EDITED = 'net/core/dev.c';
const original = readFileSync(join(root, EDITED), 'utf8');
let edits = 0;
function edit() {
  rmSync(join(root, EDITED));
  writeFileSync(join(root, EDITED), `${original}/* edit ${++edits} */\n`);
}

const cold = (...paths) => [scan('--no-cache', ...paths)];
const cached = (...paths) => [scan('--cache-dir', cacheDir, ...paths)];
const run = commands => commands.map(command => measure(command, { cwd: root }));

/** What takes turns. Several commands are one case: their times add up. What happens `before` is not measured. */
const CASES = {
  'spatch, parts': { commands: parts.map(spatch) },
  'cold, parts': { commands: cold(...parts) },
  'warm, parts': { before: () => run(cached(...parts)), commands: cached(...parts) },
  'edited, parts': { before: edit, commands: cached(...parts) },
  'rg, tree': { commands: [['rg', '-l', 'pernet_operations', '-g', '*.[ch]', '.']] },
  'cold, tree': { commands: cold('.') },
  'warm, tree': { before: () => run(cached('.')), commands: cached('.') },
  'edited, tree': { before: edit, commands: cached('.') },
};

function runCase({ before, commands }) {
  before?.();
  const runs = run(commands);
  return {
    seconds: runs.reduce((sum, run) => sum + run.seconds, 0),
    output: runs.map(({ stdout }) => stdout).join(''),
  };
}

// a round that is not counted: it brings the files into memory and fills the cache
const outputs = {};
const samples = Object.fromEntries(Object.keys(CASES).map(name => [name, []]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, what] of Object.entries(CASES)) {
    const { output, ...sample } = runCase(what);
    if (round > 0) samples[name].push(sample);
    else outputs[name] = output;
    console.error(`round ${round}: ${name}: ${sample.seconds.toFixed(2)} s`);
  }
}
const results = Object.fromEntries(
  Object.entries(samples).map(([name, runs]) => [
    name,
    {
      seconds: median(runs.map(({ seconds }) => seconds)),
      least: Math.min(...runs.map(({ seconds }) => seconds)),
      most: Math.max(...runs.map(({ seconds }) => seconds)),
    },
  ]),
);

/** What both answer about the same folders: it is only a comparison if they agree where they overlap. */
function answers() {
  const lines = outputs['spatch, parts'].split('\n');
  const { ops, stats } = JSON.parse(outputs['cold, parts']);
  const whole = JSON.parse(outputs['cold, tree']);
  const exits = ops.flatMap(({ exitPaths }) => exitPaths.filter(({ slot }) => slot === 'exit'));
  const rtnl = (path, depths) =>
    path.effects.some(
      ({ kind, depth, primitive }) => kind === 'rtnl' && primitive === 'rtnl_lock' && depths(depth),
    );
  return {
    spatch: {
      withoutBatch: lines.filter(line => line.endsWith('has .exit and no .exit_batch')).length,
      rtnl: new Set(lines.filter(line => line.endsWith(' takes RTNL')).map(line => line.split(' ')[1])).size,
    },
    ours: {
      withoutBatch: ops.filter(({ members }) => members.exit && !members.exit_batch).length,
      rtnl: new Set(exits.filter(path => rtnl(path, depth => depth === 1)).map(({ handler }) => handler))
        .size,
      rtnlBelow: new Set(
        exits
          .filter(path => rtnl(path, depth => depth > 1) && !rtnl(path, depth => depth === 1))
          .map(({ handler }) => handler),
      ).size,
      functions: stats.functionsReached,
      files: stats.filesScanned,
      treeFiles: whole.stats.filesScanned,
    },
  };
}

const native = flags.native ? compareNative(root, outputs['rg, tree'].trim().split('\n'), rounds) : null;
const met = writePage({
  facts,
  results,
  answers: answers(),
  native,
  rounds,
  peak: highestPeak(),
  write: !flags.quick,
});
process.exitCode = met ? 0 : 1;
