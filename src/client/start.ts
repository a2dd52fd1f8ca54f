import * as vscode from 'vscode';
import { setContext } from './context';
import type { Lens } from './lens';
import { foldersAbove, LARGEST, type Surroundings, whyNear } from './near';
import { DOCUMENTS } from './server';

/**
 * Starts the server with the first C file that has to do with network namespaces, and not for others. A workspace that
 * is a kernel tree, or is configured, gets the Dismantle view at once, the server not before it is needed.
 */
export function register({ server, log, subscriptions }: Lens): void {
  const far = new Set<string>();

  const look = async (document: vscode.TextDocument): Promise<void> => {
    if (server.state !== 'stopped' || vscode.languages.match(DOCUMENTS, document) === 0) return;
    const { path } = document.uri;
    const [folder = path] = foldersAbove(path);
    const text = document.getText();
    if (far.has(folder) && !text.includes('pernet_operations')) return;
    const why = await whyNear(path, text, disk(document.uri));
    if (why === null) {
      far.add(folder);
      log.debug(`idle: no kernel tree and no pernet_operations near ${path}`);
      return;
    }
    log.info(`starting: ${why}`);
    setContext('near', true);
    await server.start().catch(() => {});
  };

  const lookAll = (): void => {
    for (const document of vscode.workspace.textDocuments) void look(document);
  };
  subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.workspace.onDidChangeWorkspaceFolders(() => showViewIfNear(log)),
    server.onDidChangeState(state => {
      if (state !== 'stopped') setContext('near', true);
    }),
  );
  void showViewIfNear(log);
  lookAll();
}

async function showViewIfNear(log: vscode.LogOutputChannel): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const why = await whyNear(`${uri.path}/any`, '', disk(uri));
    if (why === null) continue;
    log.info(`the Dismantle view is shown: ${why}`);
    setContext('near', true);
    return;
  }
}

/** The file system on which a document lies. */
function disk(document: vscode.Uri): Surroundings {
  const at = (path: string): vscode.Uri => document.with({ path });
  const { fs } = vscode.workspace;
  return {
    isFile: async path => {
      try {
        return ((await fs.stat(at(path))).type & vscode.FileType.File) !== 0;
      } catch {
        return false;
      }
    },
    filesIn: async folder => {
      try {
        const entries = await fs.readDirectory(at(folder));
        return entries.filter(([, type]) => type === vscode.FileType.File).map(([name]) => name);
      } catch {
        return [];
      }
    },
    textOf: async path => {
      try {
        if ((await fs.stat(at(path))).size > LARGEST) return '';
        return new TextDecoder().decode(await fs.readFile(at(path)));
      } catch {
        return '';
      }
    },
  };
}
