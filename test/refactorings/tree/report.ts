/**
 * What the refactorings make of a real kernel tree, by hand:
 *   node scripts/fix-report.mjs TREE [--slots a,b] [--out FOLDER] [--ops NAME] [--verify]
 * For every finding of severity warning, every `.exit`-only ops and every batch that takes RTNL: edit, questions or refusal.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_CONFIGURATION } from '../../../src/core/configuration';
import { DEFAULT_SLOTS, isSlot, type SlotName } from '../../../src/core/kernel';
import { type Analysis, analyse, type ExitPath, type Ops } from '../../../src/core/project';
import { fixesFor, type Outcome, refactor, refactorLoop } from '../../../src/core/refactorings';
import { judge } from '../../../src/core/rules';
import type { Finding } from '../../../src/core/rules/rule';
import { applyEdits, type FileEdit } from '../../../src/core/text';
import { verify } from '../properties';
import { DiskTree } from './disk';

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

const tree = await DiskTree.open(positionals[0] ?? '.', values.packages);
const slots = values.slots?.split(',').filter(isSlot) ?? tree.slots;
const offers = (slot: SlotName): boolean => DEFAULT_SLOTS.includes(slot) || slots.includes(slot);

const run = (files: readonly string[]): Promise<Analysis> =>
  analyse(tree.sources(), {
    files,
    configuration: DEFAULT_CONFIGURATION,
    cancelled: () => false,
    onProgress: () => {},
  });
const judged = ({ ops, loops }: Analysis): readonly Finding[] =>
  judge({ ops, loops, tree: { offers } }).findings;

const analysis = await run(tree.interesting);
const findings = judged(analysis);
const rows: string[] = [];
const counts = new Map<string, number>();
const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

for (const ops of analysis.ops) {
  if (values.ops && ops.name !== values.ops) continue;
  for (const exitPath of ops.exitPaths) {
    const codes = findings
      .filter(
        finding => finding.file === ops.file && finding.ops === ops.name && finding.slot === exitPath.slot,
      )
      .map(({ code, severity }) => (severity === 'warning' ? code.toUpperCase() : code));
    const onlyExit =
      exitPath.slot === 'exit' &&
      !['exit_batch', 'exit_rtnl', 'exit_batch_rtnl'].some(member => member in ops.members);
    if (codes.length === 0 && !onlyExit) continue;
    const served = new Set(codes.flatMap(code => fixesFor(code.toLowerCase())));
    const outcomes = (await outcomesOf(ops, exitPath)).filter(
      ({ refactoring }) => refactoring === 'none' || served.has(refactoring),
    );
    const best = bestOf(outcomes);
    const kind = !best
      ? 'none'
      : best.kind === 'refused'
        ? 'refused'
        : best.questions.length > 0
          ? 'asked'
          : best.gainless
            ? 'gainless'
            : 'safe';
    const group = codes.some(code => code === code.toUpperCase())
      ? 'warning'
      : codes.includes('batch-takes-rtnl')
        ? 'batch-takes-rtnl'
        : codes.some(code => code === 'exit-without-batch' || code === '')
          ? 'nothing shared'
          : 'information';
    add(`${group}: ${kind}`);
    if (best?.kind === 'refused') add(`${group}: refused, row ${best.row ?? '-'}`);
    rows.push(`${ops.file} ${ops.name} .${exitPath.slot} [${codes.join(' ')}] ${kind}${describe(best)}`);
    for (const outcome of outcomes) {
      if (outcome.kind !== 'edit') continue;
      try {
        await check(ops, outcome.refactoring, outcome.edits);
      } catch (error) {
        add('CRASH');
        rows.push(`CRASH ${ops.file} ${ops.name} ${outcome.refactoring}: ${error}`);
        continue;
      }
      if (outcome === best && values.out)
        write(join(values.out, `${ops.name}.${exitPath.slot}`), outcome.edits);
    }
  }
}
for (const loop of analysis.loops) {
  const [outcome] = refactorLoop({
    loop,
    parser: tree.parser,
    tables: tree.tables,
    tree: { offers, assertsRtnlNet: tree.assertsRtnlNet },
    texts: { read: file => tree.read(file), filesMentioning: tree.filesMentioning },
  });
  const kind = outcome?.kind === 'edit' ? (outcome.questions.length > 0 ? 'asked' : 'safe') : 'refused';
  add(`loop: ${kind}`);
  rows.push(`${loop.file} ${loop.function} loop ${kind}${describe(outcome)}`);
  if (outcome?.kind === 'edit') {
    await check({ name: loop.function, file: loop.file }, outcome.refactoring, outcome.edits);
    if (values.out) write(join(values.out, `${loop.function}.loop`), outcome.edits);
  }
}
console.log(rows.join('\n'));
console.log(
  [...counts]
    .sort()
    .map(([key, count]) => `${String(count).padStart(5)} ${key}`)
    .join('\n'),
);

async function outcomesOf(ops: Ops, exitPath: ExitPath): Promise<readonly Outcome[]> {
  try {
    return await refactor({
      ops,
      exitPath,
      all: analysis.ops,
      parser: tree.parser,
      tables: tree.tables,
      tree: { offers, assertsRtnlNet: tree.assertsRtnlNet },
      texts: { read: file => tree.read(file), filesMentioning: tree.filesMentioning },
    });
  } catch (error) {
    add('CRASH');
    rows.push(`CRASH ${ops.file} ${ops.name}: ${error instanceof Error ? error.stack : error}`);
    return [];
  }
}

function bestOf(outcomes: readonly Outcome[]): Outcome | undefined {
  const rank = (outcome: Outcome): number =>
    outcome.kind === 'refused' ? 1_000 : (outcome.gainless ? 500 : 0) + outcome.questions.length;
  return [...outcomes].sort((a, b) => rank(a) - rank(b))[0];
}

function describe(best: Outcome | undefined): string {
  if (!best) return '';
  if (best.kind === 'refused') return ` (${best.refactoring}) row ${best.row}: ${best.reason}`;
  return ` (${best.refactoring}) ${best.title}${best.questions.map(({ row, text }) => `\n      ? ${row} ${text}`).join('')}`;
}

async function check(
  ops: Pick<Ops, 'name' | 'file'>,
  refactoring: string,
  edits: readonly FileEdit[],
): Promise<void> {
  const before = new Map(edits.map(({ file }) => [file, tree.read(file)!]));
  const after = new Map(edits.map(({ file, edits: own }) => [file, applyEdits(before.get(file)!, own)]));
  const problems = verify(tree.parser, tree.tables, before, after);
  if (values.verify) {
    for (const [file, text] of after) tree.overlay.set(file, text);
    const again = judged(await run([...before.keys()]));
    const was = findings.filter(finding => before.has(finding.file));
    const key = ({ code, ops: name, slot, file }: Finding): string => `${file} ${name} .${slot} ${code}`;
    const known = new Set(was.map(key));
    const fresh = again.map(key).filter(name => !known.has(name));
    const now = new Set(again.map(key));
    const gone = was.filter(finding => !now.has(key(finding))).map(key);
    rows.push(`   ${ops.name} ${refactoring}: gone [${gone.join(', ')}] new [${fresh.join(', ')}]`);
    tree.overlay.clear();
  }
  for (const problem of problems) {
    add('INVALID');
    rows.push(`INVALID ${ops.file} ${ops.name} ${refactoring}: ${problem}`);
  }
}

function write(folder: string, edits: readonly FileEdit[]): void {
  for (const { file, edits: own } of edits) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, applyEdits(tree.read(file)!, own));
  }
}
