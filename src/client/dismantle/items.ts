import * as vscode from 'vscode';
import { perNet } from '../../core/project';
import type { Finding } from '../../core/rules';
import { effectWords, PRICE_ASSUMPTIONS, sumWords, timeWords } from '../../shared';
import { type Place, rangeOf, uriOf } from '../places';
import type { EffectNode, GroupNode, HopNode, Node, OpsNode, PathNode } from './tree';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** How a node looks and sounds in the tree view. */
export function itemOf(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'ops':
      return opsItem(node);
    case 'path':
      return pathItem(node);
    case 'effect':
      return effectItem(node);
    case 'hop':
      return hopItem(node);
  }
}

function groupItem({ label, children, id }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, id === 'pays' || id === label ? Expanded : Collapsed);
  const paying = children.filter(child => child.class === 'pays').length;
  item.description =
    id === label && paying < children.length ? `${paying} / ${children.length}` : `${children.length}`;
  item.contextValue = 'group';
  item.tooltip =
    id === label
      ? vscode.l10n.t('{0}: {1} of {2} ops pay per netns', label, paying, children.length)
      : vscode.l10n.t('{0}: {1} ops', label, children.length);
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function opsItem(node: OpsNode): vscode.TreeItem {
  const { ops, root, tree, findings, paid, seconds } = node;
  const item = new vscode.TreeItem(ops.name, Collapsed);
  const pays = paid.length === 0 ? ops.file : `≈ ${timeWords(seconds)}: ${sumWords(paid)}`;
  item.description = tree === null ? pays : `${tree} · ${pays}`;
  item.iconPath = opsIcon(node);
  item.contextValue = ['ops', 'path', ...(findings.length > 0 ? ['finding', 'rule'] : [])].join(' ');
  item.command = goTo({ root, file: ops.file, line: ops.line });
  item.tooltip = opsTooltip(node);
  item.accessibilityInformation = { label: labelOf(node) };
  return item;
}

/** The whole of an ops in one sentence, for a screen reader and to copy. */
export function labelOf({ ops, tree, paid, seconds, findings }: OpsNode): string {
  const parts = [
    ops.name,
    paid.length === 0
      ? vscode.l10n.t('pays nothing per netns that could be shared')
      : vscode.l10n.t('pays per netns: {0}, estimated {1}', sumWords(paid), timeWords(seconds)),
    ...(tree === null ? [] : [tree]),
    `${ops.file}:${ops.line}`,
    ...new Set(findings.map(({ severity, code }) => `${severity} ${code}`)),
  ];
  return parts.join(', ');
}

function opsIcon({ findings, class: costs }: OpsNode): vscode.ThemeIcon {
  const worst = worstOf(findings);
  if (worst) return worst;
  return new vscode.ThemeIcon(
    costs === 'pays' ? 'circle-filled' : costs === 'batched' ? 'pass' : 'circle-outline',
  );
}

function worstOf(findings: readonly Finding[]): vscode.ThemeIcon | undefined {
  const has = (severity: Finding['severity']): boolean =>
    findings.some(finding => finding.severity === severity);
  if (has('error')) return icon('error', 'list.errorForeground');
  if (has('warning')) return icon('warning', 'list.warningForeground');
  return has('information') ? icon('info', 'notificationsInfoIcon.foreground') : undefined;
}

const icon = (id: string, colour: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(id, new vscode.ThemeColor(colour));

function opsTooltip({ ops, findings, paid, seconds }: OpsNode): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**\`${ops.name}\`** \`${ops.file}:${ops.line}\`\n\n`);
  if (ops.registeredBy) text.appendMarkdown(`\`${ops.registeredBy}\`\n\n`);
  for (const { effect } of paid) text.appendMarkdown(`- ${effectWords(effect)} (\`${effect.primitive}\`)\n`);
  if (paid.length > 0)
    text.appendMarkdown(
      `\n\n${vscode.l10n.t('Estimated {0} per netns', timeWords(seconds))}: ${PRICE_ASSUMPTIONS}.`,
    );
  for (const { message, code } of findings) text.appendMarkdown(`\n\n${message} \\[${code}\\]`);
  return text;
}

function pathItem({ exitPath, findings, of }: PathNode): vscode.TreeItem {
  const { slot, handler, definition, effects } = exitPath;
  const item = new vscode.TreeItem(`.${slot}`, effects.length > 0 ? Collapsed : None);
  item.description = handler;
  item.iconPath = worstOf(findings) ?? new vscode.ThemeIcon('symbol-function');
  const found = findings.length > 0 ? ['finding', 'rule'] : [];
  item.contextValue = ['path', ...(definition ? ['handler'] : []), ...found].join(' ');
  item.command = definition
    ? goTo({ root: of.root, ...definition })
    : open(uriOf({ root: of.root, file: of.ops.file }), rangeOf(exitPath.range));
  const messages = findings.map(({ message }) => message);
  const where = definition
    ? `${definition.file}:${definition.line}`
    : vscode.l10n.t('no definition of {0} was found', handler);
  item.tooltip = [`.${slot} = ${handler}`, where, ...messages].join('\n');
  item.accessibilityInformation = { label: [`${slot}: ${handler}`, where, ...messages].join(', ') };
  return item;
}

function effectItem({ effect, of }: EffectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(effect.primitive, effect.path.length > 1 ? Collapsed : None);
  item.description = effectWords(effect);
  item.iconPath = perNet(effect) ? new vscode.ThemeIcon(ICONS[effect.kind]) : new vscode.ThemeIcon('pass');
  item.contextValue = 'path';
  const last = effect.path.at(-1);
  if (last) item.command = goTo({ root: of.of.root, file: last.file, line: last.line });
  const way = [...effect.path.map(hop => hop.function), effect.primitive].join(' > ');
  item.tooltip = `${way}\n${effectWords(effect)}\n${vscode.l10n.t('confidence: {0}', effect.confidence)}`;
  const where = last ? `, ${last.file}:${last.line}` : '';
  item.accessibilityInformation = { label: `${effectWords(effect)}: ${way}${where}` };
  return item;
}

const ICONS = {
  rtnl: 'lock',
  'global-lock': 'lock-small',
  'grace-period': 'watch',
  'rcu-barrier': 'watch',
  'device-unregister': 'debug-disconnect',
  'table-walk': 'list-flat',
  'work-wait': 'watch',
  'proc-teardown': 'file',
  allocation: 'database',
} as const;

function hopItem({ hop, of }: HopNode): vscode.TreeItem {
  const item = new vscode.TreeItem(hop.function, None);
  item.description = `${hop.file}:${hop.line}`;
  item.iconPath = new vscode.ThemeIcon('arrow-small-right');
  item.contextValue = 'path';
  item.command = goTo({ root: of.of.of.root, file: hop.file, line: hop.line });
  item.tooltip = `${hop.function}\n${hop.file}:${hop.line}`;
  item.accessibilityInformation = { label: `${hop.function}, ${hop.file}:${hop.line}` };
  return item;
}

/** The command behind a click: `pernetLens.dismantle.goTo` with a place. */
const goTo = (place: Place): vscode.Command => ({
  command: 'pernetLens.dismantle.goTo',
  title: vscode.l10n.t('Open'),
  arguments: [place],
});

const open = (uri: vscode.Uri, selection: vscode.Range): vscode.Command => ({
  command: 'vscode.open',
  title: vscode.l10n.t('Open'),
  arguments: [uri, { selection }],
});
