import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  type ConfigurationItem,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import { SHOW_EXIT_PATH_COMMAND, SIMULATE_COMMAND } from '../shared';

export type ServerState = 'stopped' | 'starting' | 'running' | 'failed';

/** Files that the server is told of: C, and headers, which VS Code takes for C++. */
export const DOCUMENTS = [
  { scheme: 'file', language: 'c' },
  { scheme: 'file', language: 'cpp', pattern: '**/*.h' },
  { scheme: 'untitled', language: 'c' },
] as const;

/** Crashes that are answered by a restart; one more within three minutes ends it. */
const RESTARTS = 4;

/** The language server: started when somebody first needs it, and again after a crash. */
export class Server implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly #heard = new Map<string, vscode.EventEmitter<unknown>>();
  #starting: Promise<void> | undefined;
  #state: ServerState = 'stopped';

  /** Fires with the new state. */
  readonly onDidChangeState = this.#changed.event;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#log = log;
    const module = context.asAbsolutePath('dist/server.cjs');
    const server = { module, transport: TransportKind.ipc };
    const options: LanguageClientOptions = {
      documentSelector: [...DOCUMENTS],
      diagnosticCollectionName: 'pernet-lens',
      outputChannel: log,
      traceOutputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      progressOnInitialization: false,
      // hovers link to these commands, and to no others
      markdown: { isTrusted: { enabledCommands: [SIMULATE_COMMAND, SHOW_EXIT_PATH_COMMAND] } },
      middleware: {
        provideCodeLenses: (document, token, next) => (hasLens(document) ? next(document, token) : []),
        workspace: { configuration: ({ items }) => items.map(settingsOf) },
      },
      errorHandler: this.#errorHandler(),
    };
    this.#client = new LanguageClient(
      'pernetLens',
      'Pernet Lens',
      { run: server, debug: { ...server, options: { execArgv: ['--nolazy', '--inspect=6093'] } } },
      options,
    );
    this.#client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.#become('running');
      else if (newState === State.Starting) this.#become('starting');
      else if (this.#state !== 'failed') this.#become('stopped');
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Resolves when the server answers; rejects, with the reason in the log, when it cannot be started. */
  start(): Promise<void> {
    this.#starting ??= this.#client.start().catch((error: unknown) => {
      this.#starting = undefined;
      this.#log.error(`the language server cannot be started: ${String(error)}`);
      this.#become('failed');
      throw error;
    });
    return this.#starting;
  }

  async restart(): Promise<void> {
    this.#log.info('restarting the language server');
    if (this.#client.needsStop()) await this.#client.stop();
    this.#starting = undefined;
    await this.start();
  }

  /** Starts the server if need be, and asks. */
  async request<Answer>(
    method: string,
    params: unknown = null,
    token?: vscode.CancellationToken,
  ): Promise<Answer> {
    await this.start();
    // a token that is not there would be sent as a second parameter
    return token === undefined
      ? this.#client.sendRequest<Answer>(method, params)
      : this.#client.sendRequest<Answer>(method, params, token);
  }

  /** Hears a notification of the server, over restarts, too. The client has one listener for each method, we have many. */
  on<Params>(method: string, listener: (params: Params) => void): vscode.Disposable {
    let heard = this.#heard.get(method);
    if (!heard) {
      const emitter = new vscode.EventEmitter<unknown>();
      this.#client.onNotification(method, params => emitter.fire(params));
      this.#heard.set(method, emitter);
      heard = emitter;
    }
    return heard.event(params => listener(params as Params));
  }

  /** The client itself, for what only it can: progress. */
  get client(): LanguageClient {
    return this.#client;
  }

  dispose(): void {
    this.#changed.dispose();
    for (const emitter of this.#heard.values()) emitter.dispose();
    void this.#client.dispose();
  }

  #become(state: ServerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed.fire(state);
  }

  #errorHandler(): ErrorHandler {
    let usual: ErrorHandler | undefined;
    const handler = () => {
      usual ??= this.#client.createDefaultErrorHandler(RESTARTS);
      return usual;
    };
    return {
      error: (error, message, count) => handler().error(error, message, count),
      closed: async (): Promise<CloseHandlerResult> => {
        const result = await handler().closed();
        if (result.action === CloseAction.DoNotRestart) {
          this.#starting = undefined;
          this.#become('failed');
        }
        return result;
      },
    };
  }
}

const hasLens = (document: vscode.TextDocument): boolean =>
  vscode.workspace.getConfiguration('pernetLens', document).get('codeLens', true);

/** What somebody has set: defaults are the server's own business, and it tells apart who said what. */
function settingsOf({ section = '', scopeUri }: ConfigurationItem): unknown {
  const scope = scopeUri === undefined ? null : vscode.Uri.parse(scopeUri);
  const settings = vscode.workspace.getConfiguration(section, scope);
  const set = Object.keys(settings).filter(name => {
    const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
    return [globalValue, workspaceValue, workspaceFolderValue].some(value => value !== undefined);
  });
  return Object.fromEntries(set.map(name => [name, settings.get(name)]));
}
