import { CodeActionKind } from 'vscode-languageserver/node';
import { type Edit, eachFileOnce, fixesFor } from '../../core/refactorings';
import type { ActionSource } from './index';
import { type Considered, considered } from './outcomes';
import { workspaceEdit } from './workspace-edit';

/** The kind of the action; those who want it on saving name it in `editor.codeActionsOnSave`. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.pernetLens`;

/** Every safe refactoring of a file at once: only where it is asked for, since it is about the whole file. */
export const fixAll: ActionSource = {
  id: 'fix-all',
  async provide(request) {
    const wanted = request.params.context.only ?? [];
    if (!wanted.some(kind => FIX_ALL === kind || FIX_ALL.startsWith(`${kind}.`))) return [];
    const edits = fitting((await considered(request, () => true)).flatMap(safeEdit));
    if (edits.length === 0) return [];
    const together = eachFileOnce(edits.flatMap(edit => edit.edits));
    const title = `Make the ${edits.length === 1 ? 'refactoring that is' : `${edits.length} refactorings that are`} safe`;
    return [{ title, kind: FIX_ALL, edit: workspaceEdit(together, request, null) }];
  },
};

/** The first edit without a question that removes a finding of its place. */
const safeEdit = ({ outcomes, findings }: Considered): readonly Edit[] =>
  outcomes
    .filter(
      (outcome): outcome is Edit =>
        outcome.kind === 'edit' &&
        outcome.questions.length === 0 &&
        !outcome.gainless &&
        findings.some(({ code }) => fixesFor(code).includes(outcome.refactoring)),
    )
    .slice(0, 1);

/** Those that can be made together, the first first: no two of them touch the same place. */
function fitting(edits: readonly Edit[]): readonly Edit[] {
  const taken: Edit[] = [];
  for (const edit of edits) if (!taken.some(other => touches(edit, other))) taken.push(edit);
  return taken;
}

const touches = (one: Edit, other: Edit): boolean =>
  one.edits.some(({ file, edits }) =>
    other.edits.some(
      against =>
        against.file === file &&
        edits.some(a => against.edits.some(b => a.start <= b.end && b.start <= a.end)),
    ),
  );
