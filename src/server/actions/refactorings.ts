import {
  type AnnotatedTextEdit,
  type ChangeAnnotation,
  type CodeAction,
  CodeActionKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Ops, UnregisterLoop } from '../../core/project';
import { type Edit, fixesFor, type Outcome, refactor, refactorLoop } from '../../core/refactorings';
import type { Workspace } from '../workspace';
import { findingsAt } from './findings';
import type { ActionRequest, ActionSource } from './index';

const ASKED = 'asked';

/** What the refactorings of the core can do at a place; those that refuse are shown with their reason, disabled. */
export const refactorings: ActionSource = {
  id: 'refactorings',
  async provide(request) {
    const { located, params } = request;
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
    const all = allOps(request.server.workspace, answer.ops);
    const actions: CodeAction[] = [];
    for (const path of paths) {
      const outcomes = await refactor({ ...bench, ...path, all });
      actions.push(...outcomes.map(outcome => actionOf(outcome, request)));
    }
    for (const loop of loops) {
      actions.push(
        ...refactorLoop({ ...bench, loop: loop as UnregisterLoop }).map(outcome =>
          actionOf(outcome, request),
        ),
      );
    }
    return actions;
  },
};

function allOps(workspace: Workspace, own: readonly Ops[]): readonly Ops[] {
  const others = workspace.known().flatMap(({ answers }) => answers.flatMap(({ ops }) => ops));
  return [...own, ...others.filter(ops => !own.includes(ops))];
}

function actionOf(outcome: Outcome, request: ActionRequest): CodeAction {
  const { refactoring } = outcome;
  const fixed =
    refactoring === null
      ? []
      : findingsAt(request).filter(([{ code }]) => fixesFor(code).includes(refactoring));
  const diagnostics = fixed.flatMap(([, shown]) => shown);
  const kind = diagnostics.length > 0 ? CodeActionKind.QuickFix : CodeActionKind.RefactorRewrite;
  if (outcome.kind === 'refused') {
    return {
      title: outcome.title,
      kind: CodeActionKind.RefactorRewrite,
      disabled: { reason: outcome.reason },
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
