import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import {
  ExecuteCommandRequest,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
} from 'vscode-languageclient/node';
import { OPS_REQUEST, type OpsAnswer, SCAN_COMMAND } from '../shared';
import { setContext } from './context';
import type { Lens } from './lens';

/** The scans that a user asks for: of the workspace, with progress and cancel, and of the file at hand. */
export function register({ server, log, subscriptions }: Lens): void {
  let running: vscode.CancellationTokenSource | undefined;

  const scan = async (): Promise<void> => {
    if (running) return;
    const source = new vscode.CancellationTokenSource();
    running = source;
    setContext('scanning', true);
    const began = Date.now();
    try {
      await vscode.commands.executeCommand('pernetLens.dismantle.focus');
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: vscode.l10n.t('Pernet Lens: scanning'),
          cancellable: true,
        },
        (progress, token) => {
          token.onCancellationRequested(() => source.cancel());
          return scanned(progress, source.token);
        },
      );
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      const how = source.token.isCancellationRequested ? 'cancelled after' : 'done in';
      log.info(`scan of the workspace ${how} ${seconds} s`);
    } catch (error) {
      if (!source.token.isCancellationRequested) await failed(error);
      else log.info('scan of the workspace cancelled');
    } finally {
      running = undefined;
      source.dispose();
      setContext('scanning', false);
    }
  };

  const scanned = async (
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<void> => {
    await server.start();
    const { client } = server;
    const workDoneToken = randomUUID();
    let percent = 0;
    const hearing = [
      client.onProgress(WorkDoneProgress.type, workDoneToken, step => {
        if (step.kind === 'end') return;
        const increment = Math.max(0, (step.percentage ?? percent) - percent);
        percent += increment;
        progress.report({ increment, ...(step.message === undefined ? {} : { message: step.message }) });
      }),
      token.onCancellationRequested(() =>
        client.sendNotification(WorkDoneProgressCancelNotification.type, { token: workDoneToken }),
      ),
    ];
    try {
      const command = { command: SCAN_COMMAND, arguments: [], workDoneToken };
      await client.sendRequest(ExecuteCommandRequest.type, command, token);
    } finally {
      for (const each of hearing) each.dispose();
    }
  };

  const failed = async (error: unknown): Promise<void> => {
    log.error(`scan of the workspace: ${String(error)}`);
    const show = vscode.l10n.t('Show Log');
    const text = vscode.l10n.t('Pernet Lens: the scan failed: {0}', messageOf(error));
    if ((await vscode.window.showErrorMessage(text, show)) === show) log.show();
  };

  const scanFile = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'c') {
      void vscode.window.showInformationMessage(vscode.l10n.t('Pernet Lens: open a C file first.'));
      return;
    }
    try {
      const { trees } = await server.request<OpsAnswer>(OPS_REQUEST);
      const findings = trees.flatMap(({ root, findings }) =>
        findings.filter(
          ({ file }) => `${vscode.Uri.joinPath(vscode.Uri.parse(root), file)}` === `${document.uri}`,
        ),
      );
      const name = vscode.workspace.asRelativePath(document.uri);
      const show = vscode.l10n.t('Show Problems');
      const text =
        findings.length === 0
          ? vscode.l10n.t('{0}: no findings', name)
          : vscode.l10n.t('{0}: {1} findings', name, findings.length);
      if ((await vscode.window.showInformationMessage(text, ...(findings.length > 0 ? [show] : []))) === show)
        await vscode.commands.executeCommand('workbench.actions.view.problems');
    } catch (error) {
      await failed(error);
    }
  };

  subscriptions.push(
    vscode.commands.registerCommand('pernetLens.scan', scan),
    vscode.commands.registerCommand('pernetLens.cancelScan', () => running?.cancel()),
    vscode.commands.registerCommand('pernetLens.scanFile', scanFile),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
