/**
 * Whether we make of an older tree what maintainers made of it until a newer one, by hand:
 *   node scripts/upstream-report.mjs OLDER NEWER
 *
 * For every ops of both trees whose exit members differ: our best edit in the older tree beside the newer one, with the slots of
 * the older tree, and where that does not come out alike, with those of the newer one, which the maintainers had. Compared are the
 * slots and, in each, the statements; comments, assertions, the order of declarations and the names of the list of devices
 * aside. Edits that gain nothing are not looked at. Prints a table in Markdown, and below it what differs.
 */
import { parseArgs } from 'node:util';
import { indexDefinitions } from '../../../src/core/facts';
import type { SlotName } from '../../../src/core/kernel';
import type { Ops } from '../../../src/core/project';
import { type Edit, type ExitPathRequest, type Outcome, refactor } from '../../../src/core/refactorings';
import { codeOnly } from '../../../src/core/text';
import { DiskTree } from './disk';
import { changed, openBench, rank } from './survey';

type TreeParts = ExitPathRequest['tree'];

const EQUAL = 'equal';

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
const fresh = is.slots.filter(slot => !was.slots.includes(slot));
const slotsToo = (slot: SlotName): boolean => workbench.tree.offers(slot) || fresh.includes(slot);

const MEMBERS = ['pre_exit', 'exit_rtnl', 'exit_batch_rtnl', 'exit', 'exit_batch'] as const;
const slotsOf = ({ members }: Pick<Ops, 'members'>): readonly string[] =>
  MEMBERS.filter(slot => members[slot] !== undefined);

interface Compared {
  readonly verdict: string;
  readonly details: readonly string[];
}

const rows = new Map<string, string[]>();
const details: string[] = [];
for (const ops of analysis.ops) {
  const upstream = after.ops.find(({ name, file }) => name === ops.name && file === ops.file);
  const [from, to] = [slotsOf(ops), upstream ? slotsOf(upstream) : []];
  if (!upstream || from.length === 0 || from.join() === to.join()) continue;
  const own = await compared(ops, upstream, workbench.tree);
  const withTheirs =
    own.verdict === EQUAL || fresh.length === 0
      ? own
      : await compared(ops, upstream, { ...workbench.tree, offers: slotsToo });
  const theirs = withTheirs.verdict === EQUAL && own.verdict !== EQUAL;
  const verdict = theirs ? `${EQUAL}, with \`${fresh.join('`, `')}\` offered` : own.verdict;
  if (!theirs) details.push(...own.details.map(line => `${ops.name}: ${line}`));
  const row = [ops.file, from.join(', '), to.join(', '), verdict].join(' | ');
  rows.set(row, [...(rows.get(row) ?? []), ops.name]);
}
const alike = (row: string): number =>
  row.endsWith(` | ${EQUAL}`) ? 0 : row.includes(` | ${EQUAL}`) ? 1 : 2;
console.log('| ops | file | older | newer | ours |\n| --- | --- | --- | --- | --- |');
for (const [row, names] of [...rows].sort(([a], [b]) => alike(a) - alike(b)))
  console.log(`| ${names.join(', ')} | ${row} |`);
console.log(`\n${details.join('\n')}`);

async function compared(ops: Ops, upstream: Ops, offered: TreeParts): Promise<Compared> {
  const outcomes: Outcome[] = [];
  for (const exitPath of ops.exitPaths)
    outcomes.push(...(await refactor({ ...workbench, tree: offered, ops, exitPath, all: analysis.ops })));
  const results = outcomes
    .filter((outcome): outcome is Edit => outcome.kind === 'edit' && !outcome.gainless)
    .sort((a, b) => rank(a) - rank(b))
    .map(edit => differences(edit, ops, upstream))
    .sort((a, b) => a.details.length - b.details.length);
  if (results[0]) return results[0];
  const refused = outcomes.flatMap(outcome =>
    outcome.kind === 'refused' ? [`refused: ${outcome.reason}`] : [],
  );
  return { verdict: refused.length > 0 ? 'refused' : 'nothing offered', details: refused };
}

/** What our file has and upstream's has not, and the other way round. */
function differences(edit: Edit, { name, file }: Ops, upstream: Ops): Compared {
  const text = changed(was, edit.edits)[1].get(file) ?? was.read(file)!;
  const ours = membersIn(text, name);
  const theirs = membersIn(is.read(file)!, name);
  const slots = slotsOf({ members: ours });
  if (slots.join() !== slotsOf(upstream).join())
    return {
      verdict: `differs: ${slots.join(', ')}`,
      details: [`slots ${slots.join(', ')} (${edit.refactoring})`, `not ${slotsOf(upstream).join(', ')}`],
    };
  const found = slots.flatMap(slot => {
    const own = statementsOf(text, ours[slot]!);
    const other = statementsOf(is.read(file)!, theirs[slot]!);
    return [
      ...missing(own, other).map(line => `.${slot}: only ours: ${line}`),
      ...missing(other, own).map(line => `.${slot}: only theirs: ${line}`),
    ];
  });
  const few = `${found.length} statement${found.length > 1 ? 's' : ''}`;
  return { verdict: found.length === 0 ? EQUAL : `${EQUAL} but for ${few}`, details: found };
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
