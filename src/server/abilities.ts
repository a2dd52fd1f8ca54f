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
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    isOurs: ipc || initializationOptions?.ownClient === true,
  };
}
