/**
 * Applies every edit that the refactorings offer for a kernel tree, safe ones and those with questions, and compiles the files that
 * each one changes, before and after, with W=1. What is an error, or a warning that was not there before, is a fault of the refactoring.
 *
 *   node scripts/compile-edits.mjs TREE [options]
 *     --build FOLDER     a kernel that is configured: its O= folder, or TREE itself. Without it, configurations of our own are made
 *                        below ~/.cache/pernet-lens-compile, once
 *     --config all,min   of our own: everything, and the same without NET_NS, PROC_FS and SYSCTL (default: both)
 *     --slots NAME,…     take the tree to offer these slots (default: its own; then, where edits differ, `exit_batch` alone)
 *     --only REFACTORING, --ops NAME   only some of the edits
 *     --minutes N        begin no object after so many minutes; the next run goes on from there
 *     --summary FILE     write the tables there too
 *
 * TREE is not touched. It needs what a kernel needs to be compiled, and root or user namespaces for mounts of its own.
 * Ends with 1 where something failed or warned.
 */
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isSlot, type SlotName } from '../../src/core/kernel';
import { DiskTree } from '../refactorings/tree/disk';
import { checkEdits } from './check';
import { CONFIGURATIONS, type Configuration, setUp } from './configurations';
import { type Offered, offeredEdits } from './edits';
import type { KernelBuild } from './objects';
import { Results } from './results';
import { type Run, summaryOf } from './summary';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: 'string' },
    config: { type: 'string', default: Object.keys(CONFIGURATIONS).join(',') },
    slots: { type: 'string' },
    only: { type: 'string' },
    ops: { type: 'string' },
    minutes: { type: 'string' },
    summary: { type: 'string' },
    packages: { type: 'string', default: '.' },
  },
});

const [given] = positionals;
if (given === undefined) throw new Error('Which TREE? node scripts/compile-edits.mjs TREE');
const root = resolve(given);
const until =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.minutes) * 60_000;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const tree = await DiskTree.open(root, values.packages);
const sets: (readonly [name: string, edits: readonly Offered[]])[] = [];
const seen = new Set<string>();
for (const [name, slots] of slotSets()) {
  const edits = await offeredEdits(tree, { slots, ops: values.ops, only: values.only });
  const fresh = edits.filter(({ key }) => !seen.has(key));
  for (const { key } of fresh) seen.add(key);
  say(`${fresh.length} edits with ${name}`);
  sets.push([name, fresh]);
}

const runs: Run[] = [];
for (const [configuration, kernel] of kernels()) {
  const results = new Results(join(kernel.build, '.pernet-lens-compiled.jsonl'));
  for (const [slots, edits] of sets)
    runs.push({
      tree: basename(root).replace('linux-source-', ''),
      slots,
      configuration,
      checked: checkEdits({ kernel, edits, results, until, say }),
    });
}
const text = summaryOf(runs);
console.log(text);
if (values.summary !== undefined) writeFileSync(values.summary, text);
const isBad = runs.some(({ checked }) =>
  checked.some(({ results }) => results.some(({ verdict }) => verdict === 'fails' || verdict === 'warns')),
);
process.exitCode = isBad ? 1 : 0;

function slotSets(): readonly (readonly [string, readonly SlotName[]])[] {
  if (values.slots !== undefined) return [[values.slots, values.slots.split(',').filter(isSlot)]];
  return [
    ['its own', tree.slots],
    ['`.exit_batch` only', []],
  ];
}

function kernels(): readonly (readonly [string, KernelBuild])[] {
  if (values.build !== undefined) return [['yours', { tree: root, build: resolve(values.build) }]];
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pernet-lens-compile');
  return values.config.split(',').map(name => {
    if (!(name in CONFIGURATIONS)) throw new Error(`There is no configuration ${name}`);
    const build = join(cache, `${basename(root)}-${name}`);
    setUp(root, build, name as Configuration);
    return [name, { tree: root, build }];
  });
}
