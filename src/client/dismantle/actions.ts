import * as vscode from 'vscode';
import type { Finding } from '../../core/rules';
import type { Lens } from '../lens';
import { type Place, rangeOf, show, showPlace, uriOf } from '../places';
import { itemOf, labelOf } from './items';
import type { Node, OpsNode, PathNode } from './tree';

/** What can be done with an entry of the view: clicks and the context menu. */
export function registerActions({ subscriptions, extensionUri }: Lens): void {
  const command = (name: string, run: (argument: never) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`pernetLens.dismantle.${name}`, run);
  subscriptions.push(
    command('goTo', (place: Place) => showPlace(place, { preserveFocus: true, preview: true })),
    command('open', ({ root, ops }: OpsNode) => showPlace({ root, file: ops.file, line: ops.line })),
    command('openHandler', ({ of, exitPath: { definition } }: PathNode) =>
      definition ? showPlace({ root: of.root, ...definition }) : undefined,
    ),
    command('copy', (node: Node) => vscode.env.clipboard.writeText(textOf(node))),
    command('fix', async (node: OpsNode | PathNode) => {
      const [finding] = findingsOf(node);
      if (!finding) return;
      const range = rangeOf(finding.range);
      const root = node.kind === 'ops' ? node.root : node.of.root;
      const isShown = await show(
        uriOf({ root, file: finding.file }),
        new vscode.Range(range.start, range.start),
      );
      if (isShown) await vscode.commands.executeCommand('editor.action.quickFix');
    }),
    command('explain', async (node: OpsNode | PathNode) => {
      const codes = [...new Set(findingsOf(node).map(({ code }) => code))];
      const placeHolder = vscode.l10n.t('Which finding?');
      const code = codes.length > 1 ? await vscode.window.showQuickPick(codes, { placeHolder }) : codes[0];
      if (code === undefined) return;
      const page = vscode.Uri.joinPath(extensionUri, 'docs', 'rules', `${code}.md`);
      await vscode.commands.executeCommand('markdown.showPreview', page);
    }),
  );
}

const findingsOf = (node: OpsNode | PathNode): readonly Finding[] => node.findings;

/** What stands in the view, as text for a mail. */
function textOf(node: Node): string {
  switch (node.kind) {
    case 'group':
      return [node.label, ...node.children.map(child => `  ${labelOf(child)}`)].join('\n');
    case 'ops':
      return labelOf(node);
    default:
      return itemOf(node).accessibilityInformation?.label ?? '';
  }
}
