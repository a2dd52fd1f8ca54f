import { basename } from 'node:path';
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { CONFIG_FILE } from '../../host/config-file';
import { TREE_MARK } from '../../host/tree';
import type { Server } from '../server';

/** Changes outside of open buffers: files on disk, configuration files, settings, folders. */
export function register({ connection, abilities, workspace, reporter }: Server): void {
  const everything = (): void => {
    workspace.settings.forget();
    workspace.forgetTrees();
    reporter.settle();
    if (abilities.refreshesDiagnostics) connection.languages.diagnostics.refresh();
  };

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const paths = changes.map(({ uri }) => URI.parse(uri).fsPath);
    const sources = paths.filter(path => /\.[ch]$/.test(path));
    workspace.changedOnDisk(sources);
    const names = paths.map(path => path.replaceAll('\\', '/'));
    if (names.some(name => basename(name) === CONFIG_FILE || name.endsWith(TREE_MARK))) everything();
    else if (sources.length > 0) reporter.settle();
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    workspace.settings.forget(settings ?? undefined);
    everything();
  });
  workspace.documents.onDidSave(({ document }) => {
    workspace.changedOnDisk([URI.parse(document.uri).fsPath]);
    if (!abilities.watchesFiles) {
      workspace.settings.forget();
      for (const session of workspace.sessions) session.lookForChanges();
    }
    reporter.settle();
  });
  workspace.documents.onDidOpen(() => {
    if (abilities.watchesFiles) return;
    workspace.settings.forget();
    for (const session of workspace.sessions) session.lookForChanges();
  });

  connection.onInitialized(() => {
    if (abilities.watchesFiles) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{c,h}' }, { globPattern: `**/${CONFIG_FILE}` }],
      });
    }
    if (abilities.registersSettings) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'pernetLens' });
    }
    if (abilities.hasFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.map(({ uri }) => URI.parse(uri).fsPath);
        const come = added.map(({ uri }) => URI.parse(uri).fsPath);
        workspace.folders = [...workspace.folders.filter(folder => !gone.includes(folder)), ...come];
        everything();
      });
    }
  });
}
