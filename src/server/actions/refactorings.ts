import {
  type AnnotatedTextEdit,
  type ChangeAnnotation,
  type CodeAction,
  CodeActionKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Ops } from '../../core/project';
import { type Edit, fixesFor, type Outcome, refactorInTree, refactorLoop } from '../../core/refactorings';
import { findingsAt } from './findings';
import type { ActionRequest, ActionSource } from './index';

const ASKED = 'asked';

/** What the refactorings of the core can do at a place; those that refuse are shown with their reason, disabled. */
export const refactorings: ActionSource = {
  id: 'refactorings',
  async provide(request) {
    const { located, params, token } = request;
    const { answer, session } = located;
    const from = params.range.start.line + 1;
    const to = params.range.end.line + 1;
    const isHere = (line: number): boolean => from <= line && line <= to;
    const paths = answer.ops.flatMap(ops =>
      ops.exitPaths.filter(({ range }) => isHere(range.start.line)).map(exitPath => ({ ops, exitPath })),
    );
    const loops = answer.loops.filter(({ range }) => isHere(range.start.line));
    if (paths.length === 0 && loops.length === 0) return [];

    const bench = session.workbench(answer.slots);
    const { configuration } = located.effective;
    const opsOf = async (file: string): Promise<readonly Ops[]> =>
      (await session.answer(file, configuration, () => token.isCancellationRequested))?.ops ?? [];
    const outcomes: Outcome[] = [];
    for (const path of paths)
      outcomes.push(...(await refactorInTree({ ...bench, ...path, all: answer.ops }, opsOf)));
    for (const loop of loops) outcomes.push(...refactorLoop({ ...bench, loop }));
    return eachOnce(outcomes).map(outcome => actionOf(outcome, request));
  },
};

/** Handlers on one line, or in one selection, may share an edit or a reason. */
function eachOnce(outcomes: readonly Outcome[]): readonly Outcome[] {
  const sameOf = (outcome: Outcome): string =>
    outcome.kind === 'edit' ? outcome.key : `${outcome.refactoring} ${outcome.reason}`;
  return [...new Map(outcomes.map(outcome => [sameOf(outcome), outcome])).values()];
}

function actionOf(outcome: Outcome, request: ActionRequest): CodeAction {
  const { refactoring } = outcome;
  const fixed = findingsAt(request).filter(([{ code }]) => fixesFor(code).includes(refactoring));
  const diagnostics = fixed.flatMap(([, shown]) => shown);
  const kind = diagnostics.length > 0 ? CodeActionKind.QuickFix : CodeActionKind.RefactorRewrite;
  if (outcome.kind === 'refused') {
    const { shortTitle, reason } = outcome;
    // VS Code shows the titles of disabled actions in its menu, and never their reasons
    return {
      title: `${shortTitle} (refused): ${reason}`,
      kind: CodeActionKind.RefactorRewrite,
      disabled: { reason },
    };
  }
  const { title, questions, gainless } = outcome;
  const asked = questions.map(({ text }) => text).join('; ');
  const isAsked = questions.length > 0 && request.server.abilities.asksBeforeEdits;
  return {
    title: asked === '' ? title : isAsked ? `${title}…` : `${title} (to be checked: ${asked})`,
    kind,
    diagnostics,
    isPreferred: questions.length === 0 && !gainless && fixed.length > 0,
    edit: workspaceEdit(outcome, request, isAsked ? { label: title, description: asked } : null),
  };
}

/** @param question what a person must answer before the edit is applied, if the editor can ask */
function workspaceEdit(
  { edits }: Edit,
  { located: { session }, server: { workspace, abilities } }: ActionRequest,
  question: Pick<ChangeAnnotation, 'label' | 'description'> | null,
): WorkspaceEdit {
  const documentChanges = edits.map(({ file, edits: own }) => {
    const uri = workspace.uriOf(session, file);
    const open = workspace.documents.get(uri);
    const document = open ?? TextDocument.create(uri, 'c', 0, session.textOf(file) ?? '');
    return {
      textDocument: { uri, version: open?.version ?? null },
      edits: own.map(({ start, end, text }): TextEdit | AnnotatedTextEdit => ({
        range: { start: document.positionAt(start), end: document.positionAt(end) },
        newText: text,
        ...(question && { annotationId: ASKED }),
      })),
    };
  });
  if (!abilities.versionedEdits) {
    return {
      changes: Object.fromEntries(
        documentChanges.map(({ textDocument, edits: own }) => [textDocument.uri, own]),
      ),
    };
  }
  if (!question) return { documentChanges };
  return { documentChanges, changeAnnotations: { [ASKED]: { ...question, needsConfirmation: true } } };
}
