import * as vscode from 'vscode';
import { CONFIGURATION_REQUEST, type EffectiveConfiguration } from '../shared';
import type { Lens } from './lens';

const SCHEME = 'pernet-lens';

/** What holds for the file at hand, and where it comes from, as a read-only document. */
export function register({ server, log, subscriptions }: Lens): void {
  const texts = new Map<string, string>();

  const showConfiguration = async (): Promise<void> => {
    const asked = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    if (!asked || asked.scheme === SCHEME) return;
    try {
      const effective = await server.request<EffectiveConfiguration>(CONFIGURATION_REQUEST, {
        uri: server.client.code2ProtocolConverter.asUri(asked),
      });
      const uri = vscode.Uri.from({
        scheme: SCHEME,
        path: `/${vscode.l10n.t('effective configuration')}.jsonc`,
      });
      texts.set(uri.toString(), describe(asked, effective));
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, { preview: true });
    } catch (error) {
      log.error(`effective configuration: ${String(error)}`);
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'Pernet Lens: the configuration of {0} cannot be told: {1}',
          asked.fsPath,
          String(error),
        ),
      );
    }
  };

  const changed = new vscode.EventEmitter<vscode.Uri>();
  subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => texts.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
    vscode.commands.registerCommand('pernetLens.showConfiguration', showConfiguration),
  );
}

function describe(asked: vscode.Uri, effective: EffectiveConfiguration): string {
  const { l10n } = vscode;
  const { source, file, problem, tree, slots, slotsFrom, configuration } = effective;
  const from = {
    file: l10n.t('{0}; settings are not used', file ?? ''),
    settings: l10n.t('the settings of VS Code; no .pernet-lens.json was found'),
    defaults: l10n.t('the defaults; no .pernet-lens.json was found, and no setting is changed'),
  }[source];
  const slotsSource = {
    tree: l10n.t('read from the tree'),
    configuration: l10n.t('from the configuration'),
    default: l10n.t('assumed, as no tree was found'),
  }[slotsFrom];
  const comments = [
    l10n.t('What holds for {0}', vscode.workspace.asRelativePath(asked)),
    l10n.t('Configuration: {0}', from),
    ...(problem === null ? [] : [l10n.t('PROBLEM: {0}', problem)]),
    l10n.t('Kernel tree: {0}', tree ?? l10n.t('none was found')),
    l10n.t('Slots, {0}: {1}', slotsSource, slots.join(', ')),
  ];
  const lines = comments.flatMap(comment => comment.split('\n')).map(line => `// ${line}`);
  return [...lines, JSON.stringify(configuration, null, 2), ''].join('\n');
}
