import type { Effect } from '../project';
import {
  applyEdits,
  backward,
  composed,
  type FileEdit,
  forward,
  inOrder,
  lineEnd,
  lineOf,
  lineStart,
  offsetAt,
  type TextEdit,
} from '../text';
import { type Case, openCase } from './case';
import { collectDevices } from './collect-devices';
import type { Draft } from './draft';
import type { HelperCase } from './helper-case';
import { callSiteAt } from './reading/call-sites';
import type { Lock } from './reading/locks';
import { isWritten, type OnceStep } from './reading/steps';
import { type Refactoring, type Refusal, refusal } from './refactoring';
import { splitPhases } from './split-phases';
import { useRtnlSlot } from './use-rtnl-slot';
import { wrapAndHoist } from './wrap-and-hoist';

/** What can go on from a handler that takes the lock itself. */
const AFTERWARDS: readonly Refactoring[] = [useRtnlSlot, collectDevices, wrapAndHoist, splitPhases];

/**
 * The lock moves out of a helper to each of its callers, the handler among them; what then can be done about the handler is done
 * to the result.
 */
export async function lockToCallers(
  subject: Case,
  { helper, file, files, effect }: HelperCase,
  lock: OnceStep,
  unlock: OnceStep,
): Promise<Draft | Refusal> {
  // a guard of a caller's own would hold to the end of the caller
  const { takes, gives } = lock.lock?.guarded ?? { takes: written(lock), gives: written(unlock) };
  const edits = new Map<string, TextEdit[]>();
  const editsOf = (name: string): TextEdit[] => {
    const own = edits.get(name) ?? [];
    edits.set(name, own);
    return own;
  };
  editsOf(file).push(...withoutLock(helper, lock, unlock));
  for (const { file: name, text, mentions } of files) {
    for (const { kind, start } of mentions) {
      if (kind === 'value') {
        const line = text.slice(lineStart(text, start), lineEnd(text, start)).trim();
        return refusal(
          `\`${helper.name}\` is more than called (${name}:${lineOf(text, start)}: \`${line}\`): users out of sight rely on its lock`,
          'ip_tunnel_delete_net → ip_tunnel_delete_nets',
          23,
        );
      }
      if (kind !== 'call') continue;
      const site = callSiteAt(subject.parser, subject.tables, text, start);
      if (typeof site === 'string')
        return refusal(
          `\`${helper.name}\` cannot leave its lock to its callers: ${site} (${name}:${lineOf(text, start)})`,
          '1c6957646143, e2f736b753ec: every caller had to change',
          6,
        );
      const { indent, unbraced, headEnd, end } = site;
      if (!unbraced) {
        editsOf(name).push(
          { start, end: start, text: `${takes};\n${indent}` },
          { start: end, end, text: `\n${indent}${gives};` },
        );
        continue;
      }
      const outer = indent.slice(0, indent.length - helper.unit.length);
      editsOf(name).push(
        { start: headEnd, end: headEnd, text: ' {' },
        { start, end: start, text: `${takes};\n${indent}` },
        { start: end, end, text: `\n${indent}${gives};\n${outer}}` },
      );
    }
  }
  const first: readonly FileEdit[] = [...edits].map(([name, own]) => ({ file: name, edits: inOrder(own) }));
  const moved = await caseAfter(subject, first, effect);
  if ('kind' in moved) return moved;
  for (const refactoring of AFTERWARDS) {
    if (!refactoring.slots.includes(subject.exitPath.slot)) continue;
    const draft = await refactoring.draft(moved);
    if (draft === null) continue;
    if (draft.kind === 'refusal') return draft;
    return {
      ...draft,
      title: `${draft.title}, with the lock of \`${helper.name}\` left to its callers`,
      edits: sum(subject, first, draft.edits),
      helpers: [helper.name],
      within: {
        subject: moved,
        back: offset => backward(first.find(edit => edit.file === subject.file)?.edits ?? [], offset),
      },
    };
  }
  return refusal(
    `once \`${helper.name}\` leaves ${takes} to its callers, \`${subject.handler.name}\` still has no form that can be batched`,
  );
}

const written = ({ statement }: OnceStep): string =>
  `${statement.call!.name}(${statement.call!.args.join(', ')})`;

const lockArgument = ({ takes, guarded }: Lock): string =>
  /\((.*)\)$/.exec((guarded ?? { takes }).takes)![1]!;

/** The helper's lock gives way to an assertion, its unlock goes. */
function withoutLock({ text }: HelperCase['helper'], lock: OnceStep, unlock: OnceStep): TextEdit[] {
  const { start, end } = lock.statement;
  const assertion = lock.lock!.isRtnl
    ? 'ASSERT_RTNL();'
    : `lockdep_assert_held(${lockArgument(lock.lock!)});`;
  if (!isWritten(unlock)) return [{ start, end, text: assertion }];
  const from = lineStart(text, unlock.statement.start);
  return [
    { start, end, text: assertion },
    { start: from, end: lineEnd(text, unlock.statement.end) + 1, text: '' },
  ];
}

/** The case as it is once the lock has moved: its texts, its positions, and the effect in the handler's own body. */
async function caseAfter(subject: Case, first: readonly FileEdit[], moved: Effect): Promise<Case | Refusal> {
  const own = first.find(edit => edit.file === subject.file)?.edits ?? [];
  const lineAfter = (line: number): number => {
    const at = offsetAt(subject.text, { line, column: 1 });
    return lineOf(after(subject.file), forward(own, lineEnd(subject.text, at), 'end'));
  };
  const after = (file: string): string =>
    applyEdits(subject.plainText(file)!.text, first.find(edit => edit.file === file)?.edits ?? []);
  const { ops, exitPath } = subject;
  const [hop] = moved.path;
  const callLine = lineAfter(hop!.line);
  const effects = exitPath.effects.map((effect): Effect => {
    const [top, ...below] = effect.path;
    if (effect === moved) return { ...effect, depth: 1, path: [{ ...top!, line: callLine - 2 }] };
    return top?.file === subject.file
      ? { ...effect, path: [{ ...top, line: lineInside(top.line) }, ...below] }
      : effect;
  });
  const changedOps = { ...ops, line: lineAfter(ops.line) };
  return openCase({
    ...subject,
    ops: changedOps,
    exitPath: { ...exitPath, effects },
    all: subject.all.map(other =>
      other === ops
        ? changedOps
        : other.file === subject.file
          ? { ...other, line: lineAfter(other.line) }
          : other,
    ),
    texts: {
      ...subject.texts,
      read: file => (first.some(edit => edit.file === file) ? after(file) : subject.texts.read(file)),
    },
  });

  /** The call itself stands one line below the lock that was put above it. */
  function lineInside(line: number): number {
    return line === hop!.line ? callLine - 1 : lineAfter(line);
  }
}

function sum(subject: Case, first: readonly FileEdit[], second: readonly FileEdit[]): readonly FileEdit[] {
  const files = [...new Set([...first, ...second].map(({ file }) => file))];
  const of = (edits: readonly FileEdit[], file: string): readonly TextEdit[] =>
    edits.find(edit => edit.file === file)?.edits ?? [];
  return files.map(file => ({
    file,
    edits: composed(subject.plainText(file)!.text, of(first, file), of(second, file)),
  }));
}
