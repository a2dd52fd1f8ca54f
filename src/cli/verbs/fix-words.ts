import type { Outcome } from '../../core/refactorings';
import type { AppliedFix, Considered, FixEdit, FixPlace } from '../../host/fix-result';
import { printable } from '../../report';

/** A path as the user would type it. */
export type Shown = (file: string) => string;

const at = ({ file, line }: Pick<FixPlace, 'file' | 'line'>, shown: Shown): string =>
  `${shown(file)}:${line}`;

/** What was done, a line. */
export const appliedLine = ({ place, edit }: AppliedFix, shown: Shown): string =>
  printable(`${at(place, shown)}: ${edit.title} [${edit.refactoring}]`);

/** What must be answered before an edit may be kept, a line each, as editors and pipes find their way from it. */
export const questionLines = ({ refactoring, questions }: FixEdit, shown: Shown): readonly string[] =>
  questions.map(({ file, range, text, row }) =>
    printable(
      `${at({ file, line: range.start.line }, shown)}: question: ${text} [${refactoring}, row ${row}]`,
    ),
  );

/** Why an edit was not made although nothing speaks against it, a line. */
export const leftAloneLine = ({ place, fate }: Considered, shown: Shown): string | null =>
  fate.kind === 'left-alone'
    ? `${at(place, shown)}: left alone: ${shown(fate.file)}: ${fate.why} [${fate.edit.refactoring}]`
    : null;

/** All that was considered for a place, for people. */
export function explained({ place, outcomes, fate }: Considered, shown: Shown): readonly string[] {
  const what =
    place.slot === null
      ? `\`${place.name}\`, a loop`
      : `\`${place.name}\` .${place.slot} = \`${place.handler}\``;
  const best = fate.kind === 'refused' ? null : fate.edit;
  return [
    `${at(place, shown)}: ${what}`,
    ...place.findings.map(({ message, code }) => `  finding: ${message} [${code}]`),
    ...(best === null ? [] : editLines(best, shown)),
    ...(fate.kind === 'left-alone' ? [`    left alone: ${shown(fate.file)}: ${fate.why}`] : []),
    ...outcomes
      .filter(outcome => outcome.refactoring !== best?.refactoring)
      .flatMap(outcome => (outcome.kind === 'edit' ? otherEdit(outcome) : refusalLines(outcome))),
  ].map(printable);
}

const editLines = ({ refactoring, title, questions, gainless, edits }: FixEdit, shown: Shown): string[] => [
  `  ${questions.length > 0 ? 'with --ask' : 'would'}: ${title}${gainless ? ' (no gain expected)' : ''} [${refactoring}]`,
  ...(edits.length > 1 ? [`    in ${edits.map(({ file }) => shown(file)).join(', ')}`] : []),
  ...questions.flatMap(question => questionBlock(question, shown)),
];

const questionBlock = (
  { file, range, text, row, evidence }: FixEdit['questions'][number],
  shown: Shown,
): string[] => [
  `    asks: ${at({ file, line: range.start.line }, shown)}: ${text} (row ${row})`,
  ...evidenceLine(evidence),
];

const otherEdit = ({ title, refactoring, questions }: FixEdit): string[] => [
  `  also possible: ${title} [${refactoring}]${questions.length > 0 ? `, ${counted(questions.length, 'question')}` : ''}`,
];

const refusalLines = ({ refactoring, reason, row, evidence }: Outcome & { kind: 'refused' }): string[] => [
  `  refused: ${reason}${row === null ? '' : ` (row ${row})`}${refactoring === 'none' ? '' : ` [${refactoring}]`}`,
  ...evidenceLine(evidence),
];

const evidenceLine = (evidence: string): string[] => (evidence === '' ? [] : [`      evidence: ${evidence}`]);

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
