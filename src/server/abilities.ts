import type { InitializeParams } from 'vscode-languageserver/node';

/** What the editor at the other end can do, as far as our answers depend on it. */
export interface Abilities {
  /** It asks for diagnostics; others are told. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly refreshesLenses: boolean;
  readonly watchesFiles: boolean;
  readonly hasConfiguration: boolean;
  /** It wants to be asked to tell of changed settings. */
  readonly registersSettings: boolean;
  readonly hasFolders: boolean;
  readonly createsProgress: boolean;
  readonly showsDocuments: boolean;
  readonly disabledActions: boolean;
  /** It asks before it applies an edit that says so. */
  readonly asksBeforeEdits: boolean;
  /** It takes edits that name the version of the document they are for. */
  readonly versionedEdits: boolean;
  readonly nestedSymbols: boolean;
  /** It is our own extension, which runs the commands of lenses itself and understands our notifications. */
  readonly isOurs: boolean;
}

/** @param ipc only our own extension starts the server as a child of Node */
export function abilitiesOf(
  { capabilities, initializationOptions }: InitializeParams,
  ipc: boolean,
): Abilities {
  const { textDocument, workspace, window } = capabilities;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    hasConfiguration: workspace?.configuration === true,
    registersSettings: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    hasFolders: workspace?.workspaceFolders === true,
    createsProgress: window?.workDoneProgress === true,
    showsDocuments: window?.showDocument?.support === true,
    disabledActions: textDocument?.codeAction?.disabledSupport === true,
    asksBeforeEdits:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.changeAnnotationSupport !== undefined,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    isOurs: ipc || initializationOptions?.ownClient === true,
  };
}
