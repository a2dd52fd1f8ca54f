import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { fixesFor, type Outcome } from '../../core/refactorings';
import { findingsAt } from './findings';
import type { ActionRequest, ActionSource } from './index';
import { considered } from './outcomes';
import { workspaceEdit } from './workspace-edit';

/** What the refactorings of the core can do at a place; those that refuse are shown with their reason, disabled. */
export const refactorings: ActionSource = {
  id: 'refactorings',
  async provide(request) {
    const from = request.params.range.start.line + 1;
    const to = request.params.range.end.line + 1;
    const found = await considered(request, line => from <= line && line <= to);
    const outcomes = found.flatMap(one => one.outcomes);
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
    edit: workspaceEdit(outcome.edits, request, isAsked ? { label: title, description: asked } : null),
  };
}
