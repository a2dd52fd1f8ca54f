import { randomBytes, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { hasStack, type Offered, treeProgram } from '../core/dismantle';
import { VERSION } from '../host/version';
import { pageHtml } from '../report/simulation';
import {
  type FromSimulation,
  OFFERED_REQUEST,
  OPS_REQUEST,
  type OpsAnswer,
  type OpsReference,
  SIMULATE_COMMAND,
  type SimulationStart,
  type ToSimulation,
  type TreeOps,
} from '../shared';
import { type Node, type OpsNode, opsOf } from './dismantle/tree';
import type { Lens } from './lens';
import { opsAt } from './ops-at';
import { showPlace } from './places';

const VIEW_TYPE = 'pernetLens.simulation';

/** Where the folder is kept that the files of the page are relative to, for after a restart of the window. */
const ROOT = 'simulation.root';

/** The simulation page in a panel: one, used again for whatever is previewed next. */
export function register({ server, memento, extensionUri, subscriptions }: Lens): void {
  let panel: vscode.WebviewPanel | undefined;
  let start: SimulationStart | undefined;
  const bundle = vscode.Uri.joinPath(extensionUri, 'dist');

  const fill = (shown: vscode.WebviewPanel): void => {
    panel = shown;
    const { webview } = shown;
    webview.options = { enableScripts: true, localResourceRoots: [bundle] };
    shown.onDidDispose(() => {
      panel = undefined;
    });
    webview.onDidReceiveMessage(async (message: FromSimulation) => {
      if (message.type === 'ready') {
        // a hidden page is gone, and what it was told meanwhile is lost: it comes back with what it kept
        if (start && message.kept !== start.id) await webview.postMessage(started(start));
      } else if (message.type === 'openSource') {
        const root = memento.get<string>(ROOT);
        if (root !== undefined) await showPlace({ root, file: message.file, line: message.line });
      } else if (message.type === 'copy') await vscode.env.clipboard.writeText(message.text);
      else if (message.type === 'offered') await webview.postMessage(await offered(message.ids));
      else await save(message);
    });
    webview.html = pageIn(webview, bundle);
  };

  const offered = async (ids: readonly string[]): Promise<ToSimulation> => {
    try {
      const root = memento.get<string>(ROOT);
      const answer = await server.request<Offered>(OFFERED_REQUEST, { root, ids });
      return { type: 'offered', offered: answer, why: '' };
    } catch (error) {
      return { type: 'offered', offered: null, why: error instanceof Error ? error.message : String(error) };
    }
  };

  /** @param of an entry of the view, or what a lens, a hover or an action is about; without it, the tree as a whole */
  const preview = async (of?: Node | OpsReference): Promise<void> => {
    const answer = await server.request<OpsAnswer>(OPS_REQUEST);
    const { trees, covers } = answer;
    const wanted = of && opsMeant(of, answer);
    const tree = trees.find(({ root }) => root === wanted?.root) ?? trees[0];
    start = startOf(tree, covers, wanted ? [`${wanted.ops.file}:${wanted.ops.name}`] : []);
    await memento.update(ROOT, tree?.root);
    if (panel) {
      panel.reveal();
      await panel.webview.postMessage(started(start));
    } else {
      const title = vscode.l10n.t('Simulated Dismantle');
      fill(vscode.window.createWebviewPanel(VIEW_TYPE, title, vscode.ViewColumn.Active));
    }
  };

  subscriptions.push(
    vscode.commands.registerCommand(SIMULATE_COMMAND, preview),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async shown => fill(shown),
    }),
  );
}

function opsMeant(of: Node | OpsReference, answer: OpsAnswer): OpsNode | undefined {
  if (!('kind' in of)) return opsAt(answer, of);
  return of.kind === 'group' ? undefined : opsOf(of);
}

const started = (start: SimulationStart): ToSimulation => ({ type: 'start', start });

/** What the page starts from: the ops of a tree, or without one a published experiment. */
function startOf(
  tree: TreeOps | undefined,
  covers: OpsAnswer['covers'],
  subject: readonly string[],
): SimulationStart {
  const common = {
    id: randomUUID(),
    version: VERSION,
    before: null,
    after: null,
    calibration: null,
    hint:
      covers === 'open-files'
        ? vscode.l10n.t('Only ops of open files are known; Pernet Lens: Scan Workspace loads the others.')
        : null,
    opensSource: true,
  };
  if (!tree) return { ...common, tree: null, choice: null, preset: 'unshare10' };
  const label = vscode.Uri.parse(tree.root).path.split('/').filter(Boolean).at(-1) ?? '/';
  const program = treeProgram(tree.ops, { label, slots: tree.slots, expedited: tree.expedited });
  const loaded = hasStack(program.ops) ? 'stack' : 'all';
  return {
    ...common,
    tree: program,
    choice: { loaded, use: 'empty', subject, target: 'best' },
    preset: 'tree',
  };
}

async function save({ name, content, base64 }: Extract<FromSimulation, { type: 'save' }>): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(
    folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {},
  );
  if (target) await vscode.workspace.fs.writeFile(target, Buffer.from(content, base64 ? 'base64' : 'utf8'));
}

function pageIn(webview: vscode.Webview, bundle: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(bundle, name)).toString();
  return pageHtml({
    title: vscode.l10n.t('Simulated Dismantle'),
    language: vscode.env.language,
    script: {
      source: `'nonce-${nonce}'`,
      element: `<script nonce="${nonce}" src="${uri('webview.js')}"></script>`,
    },
    style: { source: webview.cspSource, element: `<link rel="stylesheet" href="${uri('webview.css')}">` },
  });
}
