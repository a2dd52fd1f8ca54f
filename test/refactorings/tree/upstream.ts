/**
 * Whether we make of an older tree what maintainers made of it until a newer one, by hand:
 *   node scripts/upstream-report.mjs OLDER NEWER
 *
 * For every ops of both trees whose exit members differ: our best edit in the older tree, with its slots, beside the newer one.
 * Compared are the slots and, in each, the statements; comments, assertions, the order of declarations and the names of the
 * list of devices aside. Prints a table in Markdown, and below it what differs.
 */
import { parseArgs } from 'node:util';
import { indexDefinitions } from '../../../src/core/facts';
import type { Ops } from '../../../src/core/project';
import { type Edit, type Outcome, refactor } from '../../../src/core/refactorings';
import { codeOnly } from '../../../src/core/text';
import { DiskTree } from './disk';
import { changed, openBench, rank } from './survey';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { packages: { type: 'string', default: '.' } },
});
const [older, newer] = positionals;
if (older === undefined || newer === undefined) throw new Error('Which trees? OLDER NEWER');

const was = await DiskTree.open(older, values.packages);
const is = await DiskTree.open(newer, values.packages);
const { analysis, workbench } = await openBench(was, was.slots);
const { analysis: after } = await openBench(is, is.slots);

const MEMBERS = ['pre_exit', 'exit_rtnl', 'exit_batch_rtnl', 'exit', 'exit_batch'] as const;
const slotsOf = ({ members }: Pick<Ops, 'members'>): readonly string[] =>
  MEMBERS.filter(slot => members[slot] !== undefined);

const details: string[] = [];
console.log('| ops | file | older | newer | ours |\n| --- | --- | --- | --- | --- |');
for (const ops of analysis.ops) {
  const upstream = after.ops.find(({ name, file }) => name === ops.name && file === ops.file);
  if (!upstream || slotsOf(ops).join() === slotsOf(upstream).join()) continue;
  const verdict = await compared(ops, upstream);
  console.log(
    `| ${[ops.name, ops.file, slotsOf(ops).join(', '), slotsOf(upstream).join(', '), verdict].join(' | ')} |`,
  );
}
console.log(`\n${details.join('\n')}`);

async function compared(ops: Ops, upstream: Ops): Promise<string> {
  const outcomes: Outcome[] = [];
  for (const exitPath of ops.exitPaths)
    outcomes.push(...(await refactor({ ...workbench, ops, exitPath, all: analysis.ops })));
  const edits = outcomes
    .filter((outcome): outcome is Edit => outcome.kind === 'edit')
    .sort((a, b) => rank(a) - rank(b));
  const results = edits.map(edit => differences(edit, ops, upstream));
  const best = results.sort((a, b) => a.length - b.length)[0];
  if (!best) {
    for (const outcome of outcomes)
      if (outcome.kind === 'refused') details.push(`${ops.name}: refused: ${outcome.reason}`);
    return outcomes.length === 0 ? 'nothing offered' : 'refused';
  }
  details.push(...best.map(line => `${ops.name}: ${line}`));
  return best.length === 0 ? 'equal' : 'differs';
}

/** What our file has and upstream's has not, and the other way round. */
function differences(edit: Edit, { name, file }: Ops, upstream: Ops): readonly string[] {
  const text = changed(was, edit.edits)[1].get(file) ?? was.read(file)!;
  const ours = membersIn(text, name);
  const theirs = membersIn(is.read(file)!, name);
  const slots = slotsOf({ members: ours });
  if (slots.join() !== slotsOf(upstream).join())
    return [`slots ${slots.join(', ')} (${edit.refactoring})`, 'not theirs'];
  return slots.flatMap(slot => {
    const own = statementsOf(text, ours[slot]!);
    const other = statementsOf(is.read(file)!, theirs[slot]!);
    return [
      ...missing(own, other).map(line => `.${slot}: only ours: ${line}`),
      ...missing(other, own).map(line => `.${slot}: only theirs: ${line}`),
    ];
  });
}

function membersIn(text: string, name: string): Readonly<Record<string, string>> {
  const code = codeOnly(text);
  const at = code.search(new RegExp(`\\b${name}\\s*(?:__\\w+\\s*)?=\\s*\\{`));
  const body = code.slice(at, code.indexOf('};', at));
  return Object.fromEntries(
    [...body.matchAll(/\.\s*(\w+)\s*=\s*(\w+)/g)].map(([, slot, handler]) => [slot!, handler!]),
  );
}

/** The statements of a function and of the helper that it is one call of. */
function statementsOf(text: string, name: string): readonly string[] {
  const definition = indexDefinitions(text).definitions.find(one => one.name === name);
  if (!definition) return [`no ${name}`];
  const written = codeOnly(text.slice(definition.start, definition.end));
  const list = /struct list_head \*(?:dev_kill_list|dev_to_kill)\b/.test(written)
    ? /(dev_kill_list|dev_to_kill)/.exec(written)![1]!
    : null;
  const named = list === null ? written : written.replaceAll(list, 'devices');
  return named
    .replace(/\bASSERT_RTNL\w*\([^)]*\);/g, '')
    .replace(/\b__net_exit\b/g, '')
    .split(/[;{}]/)
    .map(statement => statement.replace(/\s+/g, ' ').trim())
    .filter(statement => statement !== '');
}

function missing(some: readonly string[], from: readonly string[]): readonly string[] {
  const left = [...from];
  return some.filter(one => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
