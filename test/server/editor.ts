import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type InitializeParams,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { dist } from './build';

/** An editor that can do everything but confirm edits. */
export const PULLS: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    codeAction: { disabledSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  window: { workDoneProgress: true, showDocument: { support: true } },
};

/** An editor of the simple kind: it is told. */
export const IS_TOLD: ClientCapabilities = {
  textDocument: { publishDiagnostics: { relatedInformation: true } },
};

interface Options {
  readonly folders: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly settings?: (uri: string | undefined) => unknown;
  readonly initializationOptions?: unknown;
  readonly cacheHome?: string;
  readonly processId?: number | null;
  /** Most that the server's objects may take, in megabytes: with more it ends. Default: Node's own limit. */
  readonly heapLimit?: number;
}

/** The bundled server, started over stdio as an editor does, and ended with the test. */
export async function startEditor(options: Options) {
  const { folders, capabilities = PULLS, settings, initializationOptions } = options;
  const cacheHome = options.cacheHome ?? mkdtempSync(join(tmpdir(), 'pernet-lens-cache-'));
  const limit = options.heapLimit === undefined ? [] : [`--max-old-space-size=${options.heapLimit}`];
  const child = spawn(process.execPath, [...limit, join(dist, 'server.cjs'), '--stdio'], {
    env: { PATH: process.env.PATH, HOME: cacheHome, XDG_CACHE_HOME: cacheHome },
  });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    if (options.cacheHome === undefined) rmSync(cacheHome, { recursive: true, force: true });
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const heard = listen(connection, settings);
  connection.listen();
  const initialize: InitializeParams = {
    processId: options.processId === undefined ? process.pid : options.processId,
    rootUri: folders[0] ? uriOf(folders[0]) : null,
    workspaceFolders: folders.map(folder => ({ uri: uriOf(folder), name: folder })),
    capabilities,
    initializationOptions,
  };
  const { capabilities: offered } = (await connection.sendRequest(
    'initialize',
    initialize,
  )) as InitializeResult;
  await connection.sendNotification('initialized', {});
  return { ...actions(connection), ...heard, connection, child, ended, offered };
}

export type Editor = Awaited<ReturnType<typeof startEditor>>;

export const uriOf = (path: string): string => URI.file(path).toString();

/** What the server says by itself, and what it asks. */
function listen(connection: ProtocolConnection, settings: Options['settings']) {
  const published = new Map<string, readonly Diagnostic[]>();
  const log: string[] = [];
  const messages: string[] = [];
  const shown: string[] = [];
  const progress: { kind: string; message?: string; percentage?: number }[] = [];
  const notifications: { method: string; params: unknown }[] = [];
  const counts = { diagnosticRefreshes: 0, lensRefreshes: 0 };
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  const hear = (method: string, listener: (params: never) => unknown): void => {
    connection.onNotification(method, (params: unknown) => {
      listener(params as never);
      wake();
    });
  };
  const answer = (method: string, listener: (params: never) => unknown): void => {
    connection.onRequest(method, (params: unknown) => {
      const result = listener(params as never);
      wake();
      return result ?? null;
    });
  };
  hear('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) =>
    published.set(uri, diagnostics),
  );
  hear('window/logMessage', ({ message }: { message: string }) => log.push(message));
  hear('window/showMessage', ({ message }: { message: string }) => messages.push(message));
  hear('$/progress', ({ value }: { value: { kind: string } }) => progress.push(value));
  for (const method of ['pernetLens/status', 'pernetLens/opsChanged']) {
    hear(method, params => notifications.push({ method, params }));
  }
  answer('workspace/diagnostic/refresh', () => void counts.diagnosticRefreshes++);
  answer('workspace/codeLens/refresh', () => void counts.lensRefreshes++);
  answer('client/registerCapability', () => null);
  answer('window/workDoneProgress/create', () => null);
  answer('window/showDocument', ({ uri }: { uri: string }) => {
    shown.push(uri);
    return { success: true };
  });
  answer('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
    items.map(({ scopeUri }) => settings?.(scopeUri) ?? null),
  );

  /** Waits until something that was heard makes it true. */
  const until = <T>(what: string, look: () => T | undefined | false, patience = 15_000): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`waited in vain for ${what}; log:\n${log.join('\n')}`));
      }, patience);
      const check = (): void => {
        const found = look();
        if (found === undefined || found === false) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { published, log, messages, shown, progress, notifications, counts, until };
}

/** What an editor does. */
function actions(connection: ProtocolConnection) {
  const versions = new Map<string, number>();
  const documentOf = (uri: string) => ({ textDocument: { uri } });
  const request = <T>(method: string, params: unknown): Promise<T> => connection.sendRequest(method, params);
  return {
    request,
    async open(uri: string, text: string = readFileSync(URI.parse(uri).fsPath, 'utf8')): Promise<void> {
      versions.set(uri, 1);
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'c', version: 1, text },
      });
    },
    /** Replaces a range, or everything. */
    async change(uri: string, text: string, range?: Range): Promise<void> {
      const version = (versions.get(uri) ?? 0) + 1;
      versions.set(uri, version);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [range ? { range, text } : { text }],
      });
    },
    close: (uri: string): Promise<void> =>
      connection.sendNotification('textDocument/didClose', documentOf(uri)),
    save: (uri: string): Promise<void> =>
      connection.sendNotification('textDocument/didSave', documentOf(uri)),
    watched: (...changes: { uri: string; type: number }[]): Promise<void> =>
      connection.sendNotification('workspace/didChangeWatchedFiles', { changes }),
    /** Asks for diagnostics, as editors that pull do. */
    async pull(uri: string): Promise<readonly Diagnostic[]> {
      const report = await request<DocumentDiagnosticReport>('textDocument/diagnostic', documentOf(uri));
      return report.kind === 'full' ? report.items : [];
    },
    at: <T>(method: string, uri: string, position: Position): Promise<T> =>
      request<T>(method, { ...documentOf(uri), position }),
  };
}

/** `start` and `end` around the first occurrence of a text. */
export function rangeOf(text: string, word: string): Range {
  const at = text.indexOf(word);
  if (at < 0) throw new Error(`there is no ${word}`);
  const position = (offset: number): Position => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before.at(-1)!.length };
  };
  return { start: position(at), end: position(at + word.length) };
}

export const codesOf = (diagnostics: readonly Diagnostic[]): readonly unknown[] =>
  diagnostics.map(({ code }) => code);
