import { RTNL_SLOTS } from '../kernel';
import { type FileEdit, lineOf } from '../text';
import { type Case, openCase } from './case';
import { collectInLoop } from './collect-in-loop';
import type { Draft } from './draft';
import { editOf } from './edit';
import { REFACTORINGS } from './list';
import {
  type ExitPathRequest,
  type LoopRequest,
  type Outcome,
  type Place,
  type Question,
  type Refactoring,
  type Refusal,
  refusal,
} from './refactoring';
import { whyNothing } from './why-nothing';

/**
 * What can be done about a handler in a slot: for each refactoring that is about handlers of its form, an edit or why
 * there is none. Where the handler has the form of none, one refusal that says what stands in the way.
 */
export async function refactor(
  request: ExitPathRequest,
  wanted: readonly Refactoring[] = REFACTORINGS,
): Promise<readonly Outcome[]> {
  const { slot } = request.exitPath;
  const about = wanted.filter(({ slots }) => slots.includes(slot));
  if (slot === 'init' || (about.length === 0 && wanted !== REFACTORINGS)) return [];
  const subject = await openCase(request);
  const only = about.length === 1 ? about[0] : undefined;
  if ('kind' in subject) return [refusedBy(only, subject)];
  const outcomes: Outcome[] = [];
  for (const refactoring of about) {
    const draft = await refactoring.draft(subject);
    if (draft === null) continue;
    const outcome =
      draft.kind === 'refusal' ? refusedBy(refactoring, draft) : judged(subject, refactoring, draft);
    // what stands in the way of several is said once
    const known = outcomes.some(
      other => other.kind === 'refused' && outcome.kind === 'refused' && other.reason === outcome.reason,
    );
    if (!known) outcomes.push(outcome);
  }
  const helps = about.some(
    ({ id, gainless, serves }) =>
      !gainless && serves.length > 0 && outcomes.some(({ refactoring }) => refactoring === id),
  );
  // from one rtnl slot to the other nothing gets cheaper
  const nothing = wanted === REFACTORINGS && (!helps || RTNL_SLOTS.has(slot)) ? whyNothing(subject) : [];
  return [...outcomes, ...nothing.map(reason => refusedBy(undefined, reason))];
}

const refusedBy = (refactoring: Refactoring | undefined, { reason, evidence, row }: Refusal): Outcome => ({
  kind: 'refused',
  refactoring: refactoring?.id ?? 'none',
  title: refactoring?.summary ?? 'No refactoring fits this handler',
  shortTitle: refactoring?.short ?? 'No refactoring fits',
  row,
  reason,
  evidence,
});

/** Where no refactoring is about a handler, why. */
export const noneFits = (reason: string): Outcome => refusedBy(undefined, refusal(reason));

/** What can be done about a loop that unregisters one device at a time. */
export const refactorLoop = (request: LoopRequest): readonly Outcome[] => [collectInLoop(request)];

/** Asks every check of a refactoring about its draft. The first refusal ends it; questions add up. */
function judged(subject: Case, { id, checks, short, gainless = false }: Refactoring, draft: Draft): Outcome {
  const questions: Question[] = [];
  const asked = draft.within?.subject ?? subject;
  const back = draft.within?.back ?? (offset => offset);
  for (const check of checks) {
    const verdict = check.of(asked, draft);
    if (verdict.kind === 'refuse') {
      const { reason, evidence } = verdict;
      const { title, short: shortTitle = short } = draft;
      return { kind: 'refused', refactoring: id, title, shortTitle, row: check.row, reason, evidence };
    }
    if (verdict.kind !== 'ask') continue;
    const { question, evidence, at } = verdict;
    questions.push({
      row: check.row,
      text: question,
      evidence,
      file: subject.file,
      range: rangeOf(subject.text, { start: back(at.start), end: back(at.end) }),
    });
  }
  return editOf({
    refactoring: id,
    title: draft.title,
    shortTitle: draft.short ?? short,
    edits: restored(subject, draft.edits),
    functions: [subject.handler.name, ...draft.helpers],
    questions,
    gainless,
  });
}

const rangeOf = (text: string, { start, end }: Place): Question['range'] => ({
  start: { line: lineOf(text, start), column: start - text.lastIndexOf('\n', start - 1) },
  end: { line: lineOf(text, end), column: end - text.lastIndexOf('\n', end - 1) },
});

/** Edits in terms of the texts as they were given, their line endings included. */
const restored = ({ plainText }: Case, edits: readonly FileEdit[]): readonly FileEdit[] =>
  edits.map(({ file, edits: own }) => ({ file, edits: plainText(file)!.restored(own) }));
