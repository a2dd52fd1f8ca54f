import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { findingsAt } from './findings';
import type { ActionRequest, ActionSource } from './index';

/** What stands for the reason until somebody gives one. */
const PLACEHOLDER = 'TODO: why this is fine';

/** Puts a suppression comment above the line of a finding. */
export const suppressHere: ActionSource = {
  id: 'suppress',
  provide: request => {
    const seen = new Set<string>();
    return findingsAt(request).flatMap(([{ code, range }, diagnostics]): CodeAction[] => {
      const line = range.start.line;
      if (seen.has(`${code} ${line}`)) return [];
      seen.add(`${code} ${line}`);
      return [
        {
          title: `Suppress ${code} here`,
          kind: CodeActionKind.QuickFix,
          diagnostics,
          edit: { changes: { [request.params.textDocument.uri]: [commentAbove(code, line, request)] } },
        },
      ];
    });
  },
};

/** @param line 1-based */
function commentAbove(code: string, line: number, { located: { session, file } }: ActionRequest) {
  const indent = /^\s*/.exec(session.lineOf(file, line))?.[0] ?? '';
  const newline = session.textOf(file)?.includes('\r\n') ? '\r\n' : '\n';
  const at = { line: line - 1, character: 0 };
  return {
    range: { start: at, end: at },
    newText: `${indent}/* pernet-lens-ignore ${code}: ${PLACEHOLDER} */${newline}`,
  };
}
