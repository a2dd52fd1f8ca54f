import * as vscode from 'vscode';
import type { Effect } from '../core/project';
import {
  effectWords,
  OPS_REQUEST,
  type OpsAnswer,
  type OpsArguments,
  SHOW_EXIT_PATH_COMMAND,
} from '../shared';
import { childrenOf, type Node, type OpsNode, opsOf, type PathNode, ranked } from './dismantle/tree';
import type { Lens } from './lens';
import { opsAt } from './ops-at';
import { type Place, showPlace, uriOf } from './places';

/** Call paths as a list to walk along: each step is shown in the editor as it is reached. */
export function register({ server, subscriptions }: Lens): void {
  const known = (): Promise<OpsAnswer> => server.request<OpsAnswer>(OPS_REQUEST);

  const ofLens = async (...[wanted]: OpsArguments): Promise<void> => {
    const node = opsAt(await known(), wanted);
    await (node ? walk(node) : say(vscode.l10n.t('Pernet Lens: {0} is not known any more.', wanted.ops)));
  };

  const ofNode = async (node?: Node): Promise<void> => {
    if (node && node.kind !== 'group') return walk(node);
    const editor = vscode.window.activeTextEditor;
    if (!editor)
      return say(vscode.l10n.t('Pernet Lens: open a C file with a struct pernet_operations first.'));
    const here = ranked(await known()).filter(
      ({ root, ops }) => uriOf({ root, file: ops.file }).toString() === editor.document.uri.toString(),
    );
    const [only] = here;
    if (!only) return say(vscode.l10n.t('Pernet Lens: this file has no struct pernet_operations.'));
    const line = editor.selection.active.line + 1;
    const around = here.length === 1 ? only : opsAround(here, line, editor.document);
    const chosen = around ?? (await choose(here));
    if (chosen) await walk(chosen);
  };

  subscriptions.push(
    vscode.commands.registerCommand(SHOW_EXIT_PATH_COMMAND, ofLens),
    vscode.commands.registerCommand('pernetLens.showPath', ofNode),
  );
}

/** The ops whose object, or one of whose handlers, the cursor is in; by line, as far as the ops tell. */
function opsAround(
  nodes: readonly OpsNode[],
  line: number,
  { uri }: vscode.TextDocument,
): OpsNode | undefined {
  return nodes.find(({ ops, root }) => {
    const last = Math.max(ops.line, ...ops.exitPaths.map(({ range }) => range.end.line));
    if (line >= ops.line && line <= last + 1) return true;
    return ops.exitPaths.some(({ effects, definition }) =>
      effects.some(({ path }) =>
        path.some(
          hop =>
            uriOf({ root, file: hop.file }).toString() === uri.toString() &&
            line >= (definition?.file === hop.file ? definition.line : hop.line) &&
            line <= hop.line,
        ),
      ),
    );
  });
}

async function choose(nodes: readonly OpsNode[]): Promise<OpsNode | undefined> {
  const placeHolder = vscode.l10n.t('Which ops?');
  const items = nodes.map(node => ({ label: node.ops.name, description: `:${node.ops.line}`, node }));
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.node;
}

interface Step extends vscode.QuickPickItem {
  readonly place?: Place;
}

/** The paths of one handler, or of all handlers of an ops. */
async function walk(node: Exclude<Node, { kind: 'group' }>): Promise<void> {
  const steps = stepsOf(node);
  const ops = opsOf(node);
  if (steps.length === 0) return say(vscode.l10n.t('{0} pays nothing that Pernet Lens knows.', ops.ops.name));
  const origin = vscode.window.activeTextEditor;
  const before = origin && { document: origin.document, selection: origin.selection };
  const pick = vscode.window.createQuickPick<Step>();
  pick.title = vscode.l10n.t('{0}: what it pays, and on which path', ops.ops.name);
  pick.placeholder = vscode.l10n.t('Up and down show each step, Enter stays there, Escape goes back');
  pick.matchOnDescription = true;
  pick.items = steps;
  let stay = false;
  pick.onDidChangeActive(([step]) => {
    if (step?.place) void showPlace(step.place, { preserveFocus: true, preview: true });
  });
  pick.onDidAccept(() => {
    stay = true;
    const [step] = pick.activeItems;
    pick.hide();
    if (step?.place) void showPlace(step.place);
  });
  pick.onDidHide(() => {
    pick.dispose();
    if (!stay && before)
      void vscode.window.showTextDocument(before.document, { selection: before.selection });
  });
  pick.show();
}

function stepsOf(node: Exclude<Node, { kind: 'group' }>): readonly Step[] {
  switch (node.kind) {
    case 'hop':
      return stepsOf(node.of);
    case 'effect':
      return stepsOfEffect(node.effect, node.of);
    default:
      // what dismantle pays comes before what creation pays
      return [...childrenOf(node)]
        .sort((a, b) => Number(isInit(a)) - Number(isInit(b)))
        .flatMap(child => (child.kind === 'hop' || child.kind === 'group' ? [] : stepsOf(child)));
  }
}

const isInit = (node: Node): boolean => node.kind === 'path' && node.exitPath.slot === 'init';

/** A heading that says what is paid, the functions on the way, and the primitive at its end. */
function stepsOfEffect(effect: Effect, { of: { root }, exitPath: { slot } }: PathNode): readonly Step[] {
  const separator = { label: `.${slot}: ${effectWords(effect)}`, kind: vscode.QuickPickItemKind.Separator };
  const hops = effect.path.map((hop, index) => {
    const next = effect.path[index + 1]?.function ?? effect.primitive;
    return {
      label: `${'$(indent) '.repeat(index)}${hop.function}`,
      description: `${hop.file}:${hop.line}`,
      detail: vscode.l10n.t('calls {0}', next),
      place: { root, file: hop.file, line: hop.line },
    };
  });
  return [separator, ...hops];
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}
