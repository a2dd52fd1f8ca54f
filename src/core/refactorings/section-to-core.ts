import { perNet } from '../project';
import { type FileEdit, type TextEdit, trimmed } from '../text';
import { type Case, openCase } from './case';
import { FOR_AN_UNWRAP } from './checks';
import { type Draft, draftOf } from './draft';
import { missingHeader } from './helper-case';
import { definitionsOf, type Handler } from './reading/handler';
import { type Mention, mentionsOf, prototypeAt } from './reading/mentions';
import { type Refusal, refusal } from './refactoring';
import {
  forOneNet,
  forTheBatch,
  KILL,
  lockedForm,
  openSection,
  type Section,
  type Unlocked,
} from './shared-section';
import { rtnlSlotOf } from './slot-choice';
import { headerWith, parameterList } from './writing/functions';
import { handlerName } from './writing/names';
import { type NewFunction, replaceHandler, startWithComment } from './writing/replace-handler';

type RtnlSlot = 'exit_rtnl' | 'exit_batch_rtnl';

/** A file that names the helper, outside of the helper itself. */
interface Naming {
  readonly file: string;
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/**
 * Batch handlers that only call a common helper, which takes RTNL once: the helper leaves RTNL and the unregistration to the
 * core, and those handlers move to the tree's rtnl slot together. Where others call it too, they keep it as it is, around the new
 * one. Null where the handler is not one of these.
 */
export async function sectionToCore(subject: Case): Promise<Draft | Refusal | null> {
  const { handler, exitPath, tree } = subject;
  const slot = rtnlSlotOf(tree);
  const effect = exitPath.effects.find(
    one => one.kind === 'rtnl' && !perNet(one) && one.depth === 2 && one.via === 'direct',
  );
  if (!slot || !effect || !oneCall(handler)) return null;
  const section = openSection(subject, effect.path[1]!);
  if (section === null || 'kind' in section) return section;
  const { helper } = section;
  const naming = await namingOf(subject, section);
  const moving: { readonly file: string; readonly caller: Case }[] = [];
  let staying = 0;
  for (const { file, text, mentions } of naming) {
    for (const { kind, start } of mentions) {
      if (kind !== 'call') continue;
      const caller = await callerAt(subject, file, text, start);
      const isOwn = file === subject.file && isIn(handler, start);
      if (caller && 'kind' in caller && isOwn) return caller;
      if (caller === null || 'kind' in caller) staying++;
      else moving.push({ file, caller });
    }
  }
  const name =
    staying > 0
      ? `${helper.name}_rtnl`
      : slot === 'exit_rtnl'
        ? helper.name.replace(/_nets(?=_|$)/, '_net')
        : helper.name;
  const taken =
    name === helper.name ? undefined : naming.find(({ text }) => new RegExp(`\\b${name}\\b`).test(text));
  if (taken)
    return refusal(
      `\`${name}\`, the natural name of \`${helper.name}\` without its lock, is used in ${taken.file}`,
      '70f16ea2e4f6 added a variant without the lock beside the one with it',
      17,
    );
  const unlocked = slot === 'exit_rtnl' ? forOneNet(subject, section, name) : forTheBatch(section, name);
  if ('kind' in unlocked) return unlocked;
  const callers = moving.map(({ file }) => file);
  const undeclared = missingHeader(helper.name, section.file, callers, naming);
  if (undeclared) return undeclared;
  const edits: FileEdit[] = [
    ...(staying > 0
      ? besides(subject, section, unlocked, slot, naming)
      : instead(subject, section, unlocked, naming)),
    ...moving.map(({ file, caller }) => ({ file, edits: convertedCaller(caller, section, unlocked, slot) })),
  ];
  const others =
    staying > 0
      ? `; ${staying} other${staying === 1 ? '' : 's'} keep${staying === 1 ? 's' : ''} it with the lock`
      : '';
  return draftOf({
    short: `Move to .${slot}`,
    title: `Let the core hold RTNL for \`${helper.name}\` and the ${moving.length === 1 ? 'handler' : `${moving.length} handlers`} that call${moving.length === 1 ? 's' : ''} it: \`.exit_batch\` becomes \`.${slot}\`${others}`,
    edits,
    slots: [slot],
    phases: [handler.statements],
    lock: { name: 'rtnl', isRtnl: true, takes: 'rtnl_lock()' },
    underLock: handler.statements,
    movedUp: handler.statements,
    helpers: [helper.name],
    keepsHelpers: staying > 0,
  });
}

/** The handler is one call that is handed its list first. */
const oneCall = ({ statements, declarations, parameters }: Handler): boolean =>
  statements.length === 1 &&
  declarations.length === 0 &&
  statements[0]!.call?.args[0] === parameters[0]?.name;

const isIn = ({ definition }: Pick<Handler, 'definition'>, offset: number): boolean =>
  offset >= definition.start && offset < definition.end;

async function namingOf({ texts, plainText }: Case, { helper, file }: Section): Promise<readonly Naming[]> {
  const files = [...new Set([file, ...(await texts.filesMentioning(helper.name))])];
  return files.flatMap((name): Naming[] => {
    const text = plainText(name)?.text;
    if (text === undefined) return [];
    const defined = name === file ? [helper.definition.nameAt] : [];
    const mentions = mentionsOf(text, helper.name, defined).filter(
      ({ start }) => name !== file || !isIn(helper, start),
    );
    return [{ file: name, text, mentions }];
  });
}

/** The helper gives way to the one without the lock, under its name everywhere. */
function instead(
  { plainText }: Case,
  { helper, file }: Section,
  unlocked: Unlocked,
  naming: readonly Naming[],
): FileEdit[] {
  const { start, end } = helper.definition;
  const own = trimmed(plainText(file)!.text, { start, end, text: unlocked.text });
  return [
    { file, edits: [own] },
    ...naming.map(({ file: name, text, mentions }) => ({
      file: name,
      edits: mentions.flatMap(({ kind, start: at }): TextEdit[] => {
        const prototype = kind === 'prototype' ? prototypeAt(text, helper.name, at) : null;
        if (prototype) {
          const before = `${text.slice(prototype.start, prototype.nameAt)}${unlocked.name}(`;
          const declared = `${unlocked.name}(${parameterList(before, unlocked.parameters)}`;
          return [{ start: prototype.nameAt, end: prototype.close, text: declared }];
        }
        if (kind === 'call' || unlocked.name === helper.name) return [];
        return [{ start: at, end: at + helper.name.length, text: unlocked.name }];
      }),
    })),
  ];
}

/** The one without the lock stands beside the helper, which takes the lock around it; declared and exported as that is. */
function besides(
  { plainText }: Case,
  section: Section,
  unlocked: Unlocked,
  slot: RtnlSlot,
  naming: readonly Naming[],
): FileEdit[] {
  const { helper, file } = section;
  const text = plainText(file)!.text;
  const start = startWithComment(text, helper);
  const comment = text.slice(start, helper.definition.start);
  const both = `${unlocked.text}\n\n${comment}${lockedForm(section, unlocked, slot)}`;
  return [
    { file, edits: [trimmed(text, { start, end: helper.definition.end, text: both })] },
    ...naming.map(({ file: name, text: other, mentions }) => ({
      file: name,
      edits: mentions.flatMap(({ kind, start: at }): TextEdit[] => {
        const prototype = kind === 'prototype' ? prototypeAt(other, helper.name, at) : null;
        if (prototype) {
          const before = `${other.slice(prototype.start, prototype.nameAt)}${unlocked.name}(`;
          const declared = `${before}${parameterList(before, unlocked.parameters)}`;
          const rest = other.slice(prototype.close, prototype.end);
          return [{ start: prototype.end, end: prototype.end, text: `\n${declared}${rest}` }];
        }
        const exported = kind === 'value' ? exportAround(other, at) : null;
        if (!exported) return [];
        const again = exported.text.replace(helper.name, unlocked.name);
        return [{ start: exported.end, end: exported.end, text: `\n${again}` }];
      }),
    })),
  ];
}

/** The `EXPORT_SYMBOL…(name);` that a name stands in. */
function exportAround(text: string, at: number): { readonly text: string; readonly end: number } | null {
  const start = text.lastIndexOf('\n', at) + 1;
  const line = /^EXPORT_SYMBOL\w*\([^)\n]*\);/.exec(text.slice(start, start + 200));
  return line && { text: line[0], end: start + line[0].length };
}

/** The caller at an offset as a case of its own; null where it is no batch handler that is as simple as the first. */
async function callerAt(
  subject: Case,
  file: string,
  text: string,
  at: number,
): Promise<Case | Refusal | null> {
  const ops = subject.all.find(
    one =>
      one.file === file &&
      one.exitPaths.some(({ slot, handler: name }) => slot === 'exit_batch' && contains(text, name, at)),
  );
  const exitPath = ops?.exitPaths.find(({ slot }) => slot === 'exit_batch');
  if (!ops || !exitPath) return null;
  const opened = await openCase({ ...subject, ops, exitPath });
  if ('kind' in opened) return opened;
  if (!oneCall(opened.handler)) return null;
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
  unlocked: Unlocked,
  slot: RtnlSlot,
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
  const opening = `${handler.unit}${unlocked.name}(`;
  const header = headerWith(handler, name, parameters);
  const written: NewFunction = {
    name,
    header,
    text: `${header}{\n${opening}${parameterList(opening, args)});\n}`,
  };
  return replaceHandler(caller, [written], [{ slot, handler: name }], name).edits;
}
