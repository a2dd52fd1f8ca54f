import { perNet } from '../project';
import { type FileEdit, inOrder, lineOf, type TextEdit, trimmed } from '../text';
import { type Case, openCase } from './case';
import { FOR_AN_UNWRAP } from './checks';
import { type Draft, draftOf } from './draft';
import { missingHeader } from './helper-case';
import { definitionsOf, type Handler, readHandler } from './reading/handler';
import { type Mention, mentionsOf, prototypeAt } from './reading/mentions';
import { batchStepsOf, listUnregistered, type NetLoop } from './reading/steps';
import { type Refusal, refusal } from './refactoring';
import { queuedOn } from './rtnl-draft';
import { rtnlSlotOf } from './slot-choice';
import { linesOf } from './writing/batch';
import { block, headerWith, inChristmasTreeOrder, parameterList } from './writing/functions';
import { handlerName } from './writing/names';
import { perNetOf, writePerNet } from './writing/per-net';
import { type NewFunction, replaceHandler } from './writing/replace-handler';

const KILL = 'dev_kill_list';

/** A helper that is given the list and takes RTNL for it, with the functions that are nothing but a call of it. */
interface Section {
  readonly file: string;
  readonly helper: Handler;
  readonly loops: readonly NetLoop[];
  readonly lists: readonly string[];
}

/**
 * Batch handlers that only call a common helper, which takes RTNL once: the helper leaves RTNL and the unregistration to the
 * core, and all its callers move to the tree's rtnl slot together. Null where the handler is not one of these.
 */
export async function sectionToCore(subject: Case): Promise<Draft | Refusal | null> {
  const { handler, exitPath, tree, texts, plainText } = subject;
  const slot = rtnlSlotOf(tree);
  const effect = exitPath.effects.find(
    one => one.kind === 'rtnl' && !perNet(one) && one.depth === 2 && one.via === 'direct',
  );
  if (!slot || !effect || !oneCall(handler)) return null;
  const section = openSection(subject, effect.path[1]!);
  if (section === null || 'kind' in section) return section;
  const { helper, file } = section;
  const named = [...new Set([file, ...(await texts.filesMentioning(helper.name))])];
  const edits = new Map<string, TextEdit[]>();
  const add = (name: string, more: readonly TextEdit[]): void =>
    void edits.set(name, [...(edits.get(name) ?? []), ...more]);
  const changed = slot === 'exit_rtnl' ? forOneNet(subject, section) : forTheBatch(section);
  if ('kind' in changed) return changed;
  const own = plainText(file)!.text;
  add(file, [
    trimmed(own, { start: helper.definition.start, end: helper.definition.end, text: changed.text }),
  ]);
  const callers: string[] = [];
  const mentioning: { readonly mentions: readonly Mention[] }[] = [];
  for (const name of named) {
    const text = plainText(name)?.text;
    if (text === undefined) continue;
    const mentions = mentionsOf(text, helper.name, name === file ? [helper.definition.nameAt] : []);
    mentioning.push({ mentions });
    for (const { kind, start } of mentions) {
      if (name === file && start >= helper.definition.start && start < helper.definition.end) continue;
      const prototype = kind === 'prototype' ? prototypeAt(text, helper.name, start) : null;
      if (prototype) {
        const before = `${text.slice(prototype.start, prototype.nameAt)}${changed.name}(`;
        add(name, [
          {
            start: prototype.nameAt,
            end: prototype.close,
            text: `${changed.name}(${parameterList(before, changed.parameters)}`,
          },
        ]);
      } else if (kind === 'call') {
        const caller = await callerAt(subject, name, text, start);
        if ('kind' in caller) return caller;
        add(name, convertedCaller(caller, section, changed, slot));
        callers.push(name);
      } else if (changed.name !== helper.name)
        add(name, [{ start, end: start + helper.name.length, text: changed.name }]);
    }
  }
  const undeclared = missingHeader(helper.name, file, callers, mentioning);
  if (undeclared) return undeclared;
  const fileEdits: FileEdit[] = [...edits].map(([name, list]) => ({ file: name, edits: inOrder(list) }));
  return draftOf({
    short: `Move to .${slot}`,
    title: `Let the core hold RTNL for \`${helper.name}\` and the ${callers.length} handlers that call it: \`.exit_batch\` becomes \`.${slot}\``,
    edits: fileEdits,
    slots: [slot],
    phases: [handler.statements],
    lock: { name: 'rtnl', isRtnl: true, takes: 'rtnl_lock()' },
    underLock: handler.statements,
    movedUp: handler.statements,
    helpers: [helper.name],
  });
}

/** The handler is one call that is handed its list first. */
const oneCall = ({ statements, declarations, parameters }: Handler): boolean =>
  statements.length === 1 &&
  declarations.length === 0 &&
  statements[0]!.call?.args[0] === parameters[0]?.name;

function openSection(
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
  return { file: at.file, helper, loops, lists };
}

interface ChangedHelper {
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

function forTheBatch(section: Section): ChangedHelper {
  const { helper, loops, lists } = section;
  const parameters = [...helper.parameters.map(({ written }) => written), ...killParameter(section)];
  const heads = inChristmasTreeOrder(
    withoutLists(section).declarations.map(({ statement }) => statement.lines),
  );
  const body = `${helper.unit}ASSERT_RTNL();\n${linesOf(loops.map(({ statement }) => statement))}`;
  const text = headerWith(helper, helper.name, parameters) + queuedOn(block(heads, body), lists, KILL);
  return { name: helper.name, parameters, text };
}

function forOneNet({ tree }: Case, section: Section): ChangedHelper | Refusal {
  const { helper, loops, lists } = section;
  const [{ net }] = loops as [NetLoop];
  const part = perNetOf(withoutLists(section), loops, net);
  if (!part) return refusal(`\`${helper.name}\` has a declaration of an unusual form in its loop`);
  const name = helper.name.replace(/_nets(?=_|$)/, '_net');
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

/** The caller at an offset as a case of its own, if it is as simple as the first. */
async function callerAt(subject: Case, file: string, text: string, at: number): Promise<Case | Refusal> {
  const { all, handler } = subject;
  const where = `${file}:${lineOf(text, at)}`;
  const ops = all.find(
    one =>
      one.file === file &&
      one.exitPaths.some(({ slot, handler: name }) => slot === 'exit_batch' && contains(text, name, at)),
  );
  const exitPath = ops?.exitPaths.find(({ slot }) => slot === 'exit_batch');
  const reason = (why: string): Refusal =>
    refusal(
      `all callers of the helper of \`${handler.name}\` must move together, and the one in ${where} ${why}`,
      '9b5b36374ed6: ip_tunnel_delete_nets and all of its callers in one patch',
      6,
    );
  if (!ops || !exitPath) return reason('is no batch handler');
  const opened = await openCase({ ...subject, ops, exitPath });
  if ('kind' in opened) return opened;
  if (!oneCall(opened.handler)) return reason('does more than call it');
  const draft = draftOf({ title: '', edits: [], slots: [], phases: [] });
  for (const check of FOR_AN_UNWRAP) {
    const verdict = check.of(opened, draft);
    if (verdict.kind === 'refuse') return refusal(verdict.reason, verdict.evidence, check.row);
  }
  return opened;
}

const contains = (text: string, name: string, at: number): boolean =>
  definitionsOf(text, name).some(({ body, end }) => body < at && at < end);

function convertedCaller(
  caller: Case,
  section: Section,
  changed: ChangedHelper,
  slot: 'exit_rtnl' | 'exit_batch_rtnl',
): readonly TextEdit[] {
  const { handler, text } = caller;
  const [statement] = handler.statements;
  const [first, ...rest] = statement!.call!.args;
  const { net } = section.loops[0]!;
  const name = handlerName(text, handler.name, slot, [handler.name]);
  const parameters = [
    slot === 'exit_rtnl' ? `struct net *${net}` : handler.parameters[0]!.written,
    `struct list_head *${KILL}`,
  ];
  const args = [slot === 'exit_rtnl' ? net : first!, ...rest, ...(section.lists.length > 0 ? [KILL] : [])];
  const opening = `${handler.unit}${changed.name}(`;
  const header = headerWith(handler, name, parameters);
  const written: NewFunction = {
    name,
    header,
    text: `${header}{\n${opening}${parameterList(opening, args)});\n}`,
  };
  return replaceHandler(caller, [written], [{ slot, handler: name }], name).edits;
}
