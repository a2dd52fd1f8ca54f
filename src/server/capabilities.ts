import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { SCAN_COMMAND, SHOW_EXIT_PATH_COMMAND } from '../shared';
import type { Abilities } from './abilities';
import { FIX_ALL } from './actions/fix-all';
import { OPEN_PAGE_COMMAND } from './actions/open-page';

/** What the server offers to an editor. */
export const capabilitiesFor = ({ pullsDiagnostics, isOurs }: Abilities): ServerCapabilities => ({
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  ...(pullsDiagnostics && {
    diagnosticProvider: {
      identifier: 'pernet-lens',
      interFileDependencies: true,
      workspaceDiagnostics: false,
    },
  }),
  hoverProvider: true,
  codeLensProvider: { resolveProvider: false },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL],
    resolveProvider: true,
  },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  callHierarchyProvider: true,
  executeCommandProvider: {
    // what our own extension runs itself must not be registered for it a second time
    commands: [SCAN_COMMAND, OPEN_PAGE_COMMAND, ...(isOurs ? [] : [SHOW_EXIT_PATH_COMMAND])],
    workDoneProgress: true,
  },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
});
