import * as vscode from 'vscode';
import type { Lens } from './lens';

const WALKTHROUGH = 'pernet-lens.pernet-lens#start';

/** Commands about the extension itself. */
export function register({ server, log, subscriptions }: Lens): void {
  const command = (name: string, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`pernetLens.${name}`, run);
  subscriptions.push(
    command('showLog', () => log.show()),
    command('restart', async () => {
      try {
        await server.restart();
      } catch {
        const show = vscode.l10n.t('Show Log');
        const text = vscode.l10n.t('Pernet Lens: the language server does not start.');
        if ((await vscode.window.showErrorMessage(text, show)) === show) log.show();
      }
    }),
    command('openWalkthrough', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false),
    ),
  );
}
