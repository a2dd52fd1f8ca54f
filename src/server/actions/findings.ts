import type { Diagnostic, Range } from 'vscode-languageserver/node';
import type { Finding } from '../../core/rules';
import { rangeToLsp } from '../to-lsp';
import type { ActionRequest } from './index';

/** The findings at the place an action is wanted for, each with the diagnostics of the editor that show it. */
export function findingsAt({
  located,
  params,
}: ActionRequest): readonly (readonly [Finding, Diagnostic[]])[] {
  return located.answer.findings
    .filter(({ range }) => touches(rangeToLsp(range), params.range))
    .map(finding => {
      const range = rangeToLsp(finding.range);
      const shown = params.context.diagnostics.filter(
        ({ code, range: at }) => code === finding.code && at.start.line === range.start.line,
      );
      return [finding, shown];
    });
}

const touches = (a: Range, b: Range): boolean => a.start.line <= b.end.line && b.start.line <= a.end.line;
