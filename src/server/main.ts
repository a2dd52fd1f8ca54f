import {
  type Connection,
  createConnection,
  ProposedFeatures,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { defaultCacheDir } from '../host/cache-dir';
import { VERSION } from '../host/version';
import { abilitiesOf } from './abilities';
import * as actions from './actions';
import { capabilitiesFor } from './capabilities';
import * as callHierarchy from './features/call-hierarchy';
import * as codeLens from './features/code-lens';
import * as commands from './features/commands';
import * as configuration from './features/configuration';
import { createReporter } from './features/diagnostics';
import * as hover from './features/hover';
import * as memory from './features/memory';
import * as offered from './features/offered';
import * as ops from './features/ops';
import * as report from './features/report';
import * as status from './features/status';
import * as symbols from './features/symbols';
import * as watchedFiles from './features/watched-files';
import { oneLine, type Server } from './server';
import { Settings } from './settings';
import { Workspace } from './workspace';

/** How the server was started. */
interface Start {
  readonly connection: Connection;
  /** As a child of Node, which only our own extension does. */
  readonly ipc: boolean;
  readonly cacheDir: string | null;
}

/** Serves one editor, until it goes. */
function serve({ connection, ipc, cacheDir }: Start): void {
  const log = (message: string): void => connection.console.info(message);

  connection.onInitialize(params => {
    const abilities = abilitiesOf(params, ipc);
    const settings = new Settings(connection, abilities.hasConfiguration, params.initializationOptions);
    const workspace = new Workspace(new TextDocuments(TextDocument), settings, cacheDir);
    workspace.folders = foldersOf(params);
    const reporter = createReporter({ connection, abilities, workspace, log });
    const server: Server = { connection, abilities, workspace, reporter, log };

    reporter.register(server);
    watchedFiles.register(server);
    configuration.register(server);
    hover.register(server);
    codeLens.register(server);
    actions.register(server);
    symbols.register(server);
    callHierarchy.register(server);
    ops.register(server);
    offered.register(server);
    report.register(server);
    commands.register(server, status.register(server));
    memory.register(server);
    workspace.documents.listen(connection);

    log(
      `pernet-lens ${VERSION}, Node ${process.version}, folders: ${workspace.folders.join(', ') || 'none'}`,
    );
    return {
      capabilities: capabilitiesFor(abilities),
      serverInfo: { name: 'pernet-lens', version: VERSION },
    };
  });
  connection.listen();
}

function foldersOf(params: {
  readonly workspaceFolders?: readonly { readonly uri: string }[] | null;
  readonly rootUri?: string | null;
}): readonly string[] {
  const uris = params.workspaceFolders?.map(({ uri }) => uri) ?? (params.rootUri ? [params.rootUri] : []);
  return uris.map(uri => URI.parse(uri)).flatMap(uri => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

/** Serves the editor that started this process: over standard input and output, or as a child of Node. */
export function serveParent(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const connection = createConnection(ProposedFeatures.all);
  // what nobody waited for must not end what everybody works with
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => connection.console.error(`${oneLine(error)}. Please report it`));
  }
  serve({
    connection,
    ipc: argv.includes('--node-ipc'),
    cacheDir: env.PERNET_LENS_NO_CACHE ? null : defaultCacheDir(env),
  });
}
