import type { Outcome } from '../../core/refactorings';
import type { Considered, Fate } from '../../host/fix-result';
import type { ScanReport } from '../../report';
import { VERSION } from '../project';

/** What `--explain` tells, for programs; the shape is in docs/cli.md, its keys always in this order. */
export function fixesJson(left: readonly Considered[], { root, slots, source }: ScanReport['tree']): string {
  const answer = {
    schema: 1,
    tool: { name: 'pernet-lens', version: VERSION },
    tree: { root, slots, source },
    places: left.map(placeOf),
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

const placeOf = ({ place, outcomes, fate }: Considered) => ({
  file: place.file,
  line: place.line,
  name: place.name,
  slot: place.slot,
  handler: place.handler,
  findings: place.findings.map(({ code, message }) => ({ code, message })),
  fate: fate.kind,
  best: fate.kind === 'refused' ? null : fate.edit.key,
  leftAlone: leftAlone(fate),
  outcomes: outcomes.map(outcome => outcomeOf(outcome, fate)),
});

const leftAlone = (fate: Fate): { readonly file: string; readonly why: string } | null =>
  fate.kind === 'left-alone' ? { file: fate.file, why: fate.why } : null;

function outcomeOf(outcome: Outcome, fate: Fate) {
  if (outcome.kind === 'refused') {
    const { kind, refactoring, title, row, reason, evidence } = outcome;
    return { kind, refactoring, title, row, reason, evidence };
  }
  // the lines of the best one's questions are those of the files on disk
  const isBest = fate.kind !== 'refused' && fate.edit.key === outcome.key;
  const { kind, refactoring, title, shortTitle, key, gainless, functions, edits, questions } = isBest
    ? fate.edit
    : outcome;
  return {
    kind,
    refactoring,
    title,
    shortTitle,
    key,
    gainless,
    files: edits.map(({ file }) => file),
    functions,
    questions: questions.map(({ row, text, evidence, file, range }) => ({
      row,
      text,
      evidence,
      file,
      range,
    })),
  };
}
