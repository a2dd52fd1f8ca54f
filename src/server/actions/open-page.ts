import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { docsUrl } from '../../host/project';
import { findingsAt } from './findings';
import type { ActionSource } from './index';

/** With the URL of a page as its one argument; shown by the editor, or else named in a message. */
export const OPEN_PAGE_COMMAND = 'pernetLens.openPage';

/** Opens the page about a rule. */
export const openPage: ActionSource = {
  id: 'open-page',
  provide: request => {
    const codes = new Set(findingsAt(request).map(([{ code }]) => code));
    return [...codes].map((code): CodeAction => {
      const title = `Open the page about ${code}`;
      return {
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: request.params.context.diagnostics.filter(diagnostic => diagnostic.code === code),
        command: { title, command: OPEN_PAGE_COMMAND, arguments: [docsUrl(code)] },
      };
    });
  },
};
