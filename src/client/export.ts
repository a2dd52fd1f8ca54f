import * as vscode from 'vscode';
import { REPORT_REQUEST, type ReportParams } from '../shared';
import type { Lens } from './lens';

const FILES = {
  json: { name: 'pernet-lens.json', kind: 'JSON', extensions: ['json'] },
  sarif: { name: 'pernet-lens.sarif', kind: 'SARIF', extensions: ['sarif', 'json'] },
} as const;

/** What the server knows, written to a file that the user names. */
export function register({ server, log, subscriptions }: Lens): void {
  const write = async (format: ReportParams['format']): Promise<void> => {
    const { name, kind, extensions } = FILES[format];
    try {
      const text = await server.request<string>(REPORT_REQUEST, { format } satisfies ReportParams);
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const target = await vscode.window.showSaveDialog({
        filters: { [kind]: [...extensions] },
        ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
      });
      if (!target) return;
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
      const open = vscode.l10n.t('Open');
      const message = vscode.l10n.t('Pernet Lens: written to {0}', target.fsPath);
      if ((await vscode.window.showInformationMessage(message, open)) === open)
        await vscode.window.showTextDocument(target);
    } catch (error) {
      log.error(`export as ${kind}: ${String(error)}`);
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'Pernet Lens: nothing was exported: {0}',
          error instanceof Error ? error.message : String(error),
        ),
      );
    }
  };
  subscriptions.push(
    vscode.commands.registerCommand('pernetLens.exportJson', () => write('json')),
    vscode.commands.registerCommand('pernetLens.exportSarif', () => write('sarif')),
  );
}
