import * as vscode from 'vscode';
import { STATUS_NOTIFICATION, type Status } from '../shared';
import type { Lens } from './lens';
import { DOCUMENTS, type ServerState } from './server';

/** The language status of C files: what the server does, what it knows, how long the last analysis took. */
export function register({ server, subscriptions }: Lens): void {
  const item = vscode.languages.createLanguageStatusItem('pernetLens.status', [...DOCUMENTS]);
  item.name = 'Pernet Lens';
  item.command = { command: 'pernetLens.showLog', title: vscode.l10n.t('Show Log') };
  let last: Status | undefined;
  const show = (): void => {
    const { text, detail, severity, busy } = appearance(server.state, last);
    item.text = text;
    item.detail = detail;
    item.severity = severity;
    item.busy = busy;
    item.accessibilityInformation = { label: detail ? `${text}: ${detail}` : text };
  };
  subscriptions.push(
    item,
    server.on<Status>(STATUS_NOTIFICATION, status => {
      last = status;
      show();
    }),
    server.onDidChangeState(() => {
      if (server.state !== 'running') last = undefined;
      show();
    }),
  );
  show();
}

interface Appearance {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
  readonly busy: boolean;
}

function appearance(state: ServerState, status: Status | undefined): Appearance {
  const { l10n, LanguageStatusSeverity } = vscode;
  const usual = { text: 'Pernet Lens', severity: LanguageStatusSeverity.Information, busy: false };
  switch (state) {
    case 'stopped':
      return {
        ...usual,
        detail: l10n.t('idle: no kernel tree and no pernet_operations near the open files'),
      };
    case 'starting':
      return { ...usual, detail: l10n.t('starting'), busy: true };
    case 'failed':
      return {
        ...usual,
        detail: l10n.t('the language server is not running'),
        severity: LanguageStatusSeverity.Error,
      };
    case 'running':
      return { ...usual, detail: progressOf(status), busy: status !== undefined && status.state !== 'idle' };
  }
}

function progressOf(status: Status | undefined): string {
  if (status === undefined) return vscode.l10n.t('ready');
  if (status.state === 'scanning') return vscode.l10n.t('scanning the workspace');
  if (status.lastMilliseconds === null) return vscode.l10n.t('analysing');
  return vscode.l10n.t(
    '{0} ops, {1} findings, last analysis {2} ms',
    status.ops,
    status.findings,
    Math.round(status.lastMilliseconds),
  );
}
