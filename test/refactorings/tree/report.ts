/**
 * What the refactorings make of a real kernel tree, by hand:
 *   node scripts/fix-report.mjs TREE [--slots a,b] [--out FOLDER] [--ops NAME] [--verify]
 *   KERNEL_TREE=TREE npm run fix:report
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isSlot } from '../../../src/core/kernel';
import type { Outcome } from '../../../src/core/refactorings';
import { DiskTree } from './disk';
import { changed, survey, verdictOf } from './survey';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slots: { type: 'string' },
    out: { type: 'string' },
    ops: { type: 'string' },
    packages: { type: 'string', default: '.' },
    verify: { type: 'boolean', default: false },
  },
});

const root = positionals[0] ?? process.env.KERNEL_TREE;
if (root === undefined) throw new Error('Which tree? node scripts/fix-report.mjs TREE, or KERNEL_TREE=TREE');
const tree = await DiskTree.open(root, values.packages);
const slots = values.slots?.split(',').filter(isSlot) ?? tree.slots;
const counts = new Map<string, number>();
const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

for (const { file, name, slot, codes, group, outcomes, problems } of await survey(tree, {
  slots,
  verifies: values.verify,
  ops: values.ops,
})) {
  const [best] = outcomes;
  const verdict = verdictOf(outcomes);
  add(`${group}: ${verdict}`);
  if (best?.kind === 'refused') {
    add(`${group}: refused, row ${best.row ?? '-'}`);
    add(`because: ${sentence(best.reason)}`);
  }
  console.log(`${file} ${name} .${slot} [${codes.join(' ')}] ${verdict}${described(best)}`);
  for (const problem of problems) {
    add('PROBLEM');
    console.log(`PROBLEM ${name}: ${problem}`);
  }
  if (best?.kind === 'edit' && values.out) write(join(values.out, `${name}.${slot}`), best);
}
console.log(
  [...counts]
    .sort()
    .map(([key, count]) => `${String(count).padStart(5)} ${key}`)
    .join('\n'),
);

/** A reason without the names in it. */
function sentence(reason: string): string {
  return reason
    .replace(/`[^`]*`/g, '…')
    .replace(/\([^()]*\)/g, '')
    .replace(/\b\d+\b/g, 'N')
    .replace(/\s+/g, ' ');
}

function described(best: Outcome | undefined): string {
  if (!best) return '';
  if (best.kind === 'refused') return ` (${best.refactoring}) row ${best.row ?? '-'}: ${best.reason}`;
  return ` (${best.refactoring}) ${best.title}${best.questions.map(({ row, text }) => `\n      ? ${row} ${text}`).join('')}`;
}

function write(folder: string, outcome: Extract<Outcome, { kind: 'edit' }>): void {
  for (const [file, text] of changed(tree, outcome.edits)[1]) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
