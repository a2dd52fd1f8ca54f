import type { Case } from './case';
import { definitionsOf, type Handler, readHandler } from './reading/handler';
import type { Statement } from './reading/statement';
import { batchStepsOf, isWritten, listUnregistered, type NetLoop } from './reading/steps';
import { type Refusal, refusal } from './refactoring';
import { queuedOn } from './rtnl-draft';
import { linesOf } from './writing/batch';
import { block, headerWith, inChristmasTreeOrder, parameterList } from './writing/functions';
import { perNetOf, writePerNet } from './writing/per-net';

/** What the core's list of devices is called in a helper. */
export const KILL = 'dev_kill_list';

/** A helper that is given the list of netns, and is one loop under RTNL. */
export interface Section {
  readonly file: string;
  readonly helper: Handler;
  readonly loops: readonly NetLoop[];
  /** Lists whose devices it unregisters behind the loop. */
  readonly lists: readonly string[];
  readonly lock: Statement;
  /** What stands behind the loop. */
  readonly end: readonly Statement[];
}

/** The helper as such a section; null where it is none, a refusal where it is more. */
export function openSection(
  { plainText, parser, tables }: Case,
  at: { readonly file: string; readonly function: string },
): Section | Refusal | null {
  const text = plainText(at.file)?.text;
  const definitions = text === undefined ? [] : definitionsOf(text, at.function);
  if (text === undefined || definitions.length !== 1) return null;
  const helper = readHandler(parser, tables, text, definitions[0]!);
  if (typeof helper === 'string') return null;
  const steps = batchStepsOf(helper);
  if (steps === null) return null;
  const [lock] = steps;
  const inner = steps.slice(1, -1);
  const last = inner.findIndex(({ kind }) => kind === 'unregister');
  const loops = inner.flatMap(step => (step.kind === 'loop' ? [step.loop] : []));
  const lists = inner.flatMap(step =>
    step.kind === 'unregister' ? [listUnregistered(step.statement)!] : [],
  );
  if (lock?.kind !== 'lock' || !lock.lock!.isRtnl || steps.at(-1)?.kind !== 'unlock' || loops.length !== 1)
    return refusal(
      `\`${at.function}\` (${at.file}), which takes RTNL, is more than one loop under it: only a person can say what goes where`,
    );
  if (loops.length + lists.length !== inner.length || (last >= 0 && last < inner.length - 1)) return null;
  if (loops[0]!.body.some(({ jumps }) => jumps.length > 0)) return null;
  const end = steps
    .slice(2)
    .flatMap(step => (step.kind === 'loop' || !isWritten(step) ? [] : [step.statement]));
  return { file: at.file, helper, loops, lists, lock: lock.statement, end };
}

/** The helper without its lock, for who holds RTNL. */
export interface Unlocked {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly text: string;
}

const withoutLists = ({ helper, lists }: Section): Handler => ({
  ...helper,
  declarations: helper.declarations.filter(({ declarators }) => !lists.includes(declarators[0]!.name)),
});

const killParameter = ({ lists }: Section): readonly string[] =>
  lists.length > 0 ? [`struct list_head *${KILL}`] : [];

/** For the whole list of netns. @param name what it is called */
export function forTheBatch(section: Section, name: string): Unlocked {
  const { helper, loops, lists } = section;
  const parameters = [...helper.parameters.map(({ written }) => written), ...killParameter(section)];
  const heads = inChristmasTreeOrder(
    withoutLists(section).declarations.map(({ statement }) => statement.lines),
  );
  const body = `${helper.unit}ASSERT_RTNL();\n${linesOf(loops.map(({ statement }) => statement))}`;
  const text = headerWith(helper, name, parameters) + queuedOn(block(heads, body), lists, KILL);
  return { name, parameters, text };
}

/** For one netns. @param name what it is called */
export function forOneNet({ tree }: Case, section: Section, name: string): Unlocked | Refusal {
  const { helper, loops, lists } = section;
  const [{ net }] = loops as [NetLoop];
  const part = perNetOf(withoutLists(section), loops, net);
  if (!part) return refusal(`\`${helper.name}\` has a declaration of an unusual form in its loop`);
  const parameters = [
    `struct net *${net}`,
    ...helper.parameters.slice(1).map(({ written }) => written),
    ...killParameter(section),
  ];
  const assertion = tree.assertsRtnlNet ? `ASSERT_RTNL_NET(${net});` : 'ASSERT_RTNL();';
  const rewritten = (body: string): string => queuedOn(body, lists, KILL);
  return {
    name,
    parameters,
    text: writePerNet({ ...part, handler: helper, name, parameters, assertion, rewritten }).text,
  };
}

/** The helper as others go on to call it: RTNL around what those call who hold it. */
export function lockedForm(
  section: Section,
  unlocked: Unlocked,
  slot: 'exit_rtnl' | 'exit_batch_rtnl',
): string {
  const { helper, loops, lists, lock, end } = section;
  const { unit, parameters } = helper;
  const [{ net }] = loops as [NetLoop];
  const [list, ...rest] = parameters.map(({ name }) => name);
  const each = slot === 'exit_rtnl';
  const kept = helper.declarations.filter(
    ({ declarators: [first] }) => lists.includes(first!.name) || (each && first!.name === net),
  );
  const indent = each ? unit + unit : unit;
  const opening = `${indent}${unlocked.name}(`;
  const args = [each ? net : list!, ...rest, ...lists.slice(0, 1).map(name => `&${name}`)];
  const call = `${opening}${parameterList(opening, args)});`;
  const lines = each ? `${unit}list_for_each_entry(${net}, ${list}, exit_list)\n${call}` : call;
  const body = linesOf([lock, { lines, blankBefore: false } as Statement, ...end]);
  const header = headerWith(
    helper,
    helper.name,
    parameters.map(({ written }) => written),
  );
  return (
    header +
    block(
      kept.map(({ statement }) => statement.lines),
      body,
    )
  );
}
