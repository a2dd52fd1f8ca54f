import * as vscode from 'vscode';
import { OPS_CHANGED, OPS_REQUEST, type OpsAnswer, STATUS_NOTIFICATION, type Status } from '../../shared';
import { setContext, type ViewState } from '../context';
import type { Lens } from '../lens';
import { registerActions } from './actions';
import { askForFilter } from './filter';
import { itemOf } from './items';
import {
  childrenOf,
  filtered,
  type Grouping,
  grouped,
  type Node,
  type OpsNode,
  parentOf,
  ranked,
} from './tree';

/** Milliseconds between two refreshes: while a scan reports, and while somebody types. */
const PAUSE = 300;
const GROUPING = 'dismantle.grouping';

/** The Dismantle view: every known ops, ranked by what it pays per netns. */
export function register(lens: Lens): void {
  const { subscriptions } = lens;
  const view = new DismantleView(lens);
  subscriptions.push(view);
  const command = (name: string, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`pernetLens.dismantle.${name}`, run);
  subscriptions.push(
    command('filter', () => askForFilter(view)),
    command('clearFilter', () => view.filterBy('')),
    command('bySubsystem', () => view.groupBy('subsystem')),
    command('byCost', () => view.groupBy('cost')),
  );
  registerActions(lens);
}

class DismantleView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #lens: Lens;
  readonly #view: vscode.TreeView<Node>;
  readonly #redraw = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [];
  #ops: readonly OpsNode[] = [];
  #covers: OpsAnswer['covers'] | undefined;
  #scanning = false;
  #filter = '';
  #grouping: Grouping;
  #timer: NodeJS.Timeout | undefined;
  #stale = true;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(lens: Lens) {
    const { server, memento } = lens;
    this.#lens = lens;
    this.#grouping = memento.get<Grouping>(GROUPING, 'cost');
    this.#view = vscode.window.createTreeView('pernetLens.dismantle', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#view,
      this.#redraw,
      this.#view.onDidChangeVisibility(({ visible }) => visible && this.#appear()),
      server.on(OPS_CHANGED, () => this.#later()),
      server.on<Status>(STATUS_NOTIFICATION, ({ state }) => {
        this.#scanning = state === 'scanning';
        this.#tellState();
      }),
      server.onDidChangeState(state => {
        if (state === 'running') this.#later();
        else this.#take({ trees: [], covers: 'open-files' });
      }),
    );
    setContext('grouping', this.#grouping);
    this.#tellState();
    if (this.#view.visible) this.#appear();
  }

  get filter(): string {
    return this.#filter;
  }

  /** @param filter words that an ops must have; none shows all */
  filterBy(filter: string): void {
    this.#filter = filter.trim();
    setContext('filtered', this.#filter !== '');
    this.#draw();
  }

  groupBy(grouping: Grouping): void {
    this.#grouping = grouping;
    setContext('grouping', grouping);
    void this.#lens.memento.update(GROUPING, grouping);
    this.#draw();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return itemOf(node);
  }

  getChildren(node?: Node): readonly Node[] & Node[] {
    return [...(node ? childrenOf(node) : grouped(this.#shown(), this.#grouping))];
  }

  getParent(node: Node): Node | undefined {
    return parentOf(node);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const each of this.#disposables) each.dispose();
  }

  #shown(): readonly OpsNode[] {
    return filtered(this.#ops, this.#filter);
  }

  /** The user looks at the view: that is reason enough to start the server. */
  #appear(): void {
    if (this.#lens.server.state === 'stopped') void this.#lens.server.start().catch(() => {});
    if (this.#stale) this.#later();
  }

  /** Asks soon; several reasons in a row make one question, and one that comes after it another. */
  #later(): void {
    this.#stale = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, PAUSE);
  }

  async #ask(): Promise<void> {
    if (this.#lens.server.state !== 'running') return;
    try {
      this.#take(await this.#lens.server.request<OpsAnswer>(OPS_REQUEST));
    } catch (error) {
      this.#lens.log.warn(`the Dismantle view could not be refreshed: ${String(error)}`);
    }
  }

  #take(answer: OpsAnswer): void {
    this.#stale = false;
    this.#covers = answer.covers;
    this.#ops = ranked(answer);
    this.#draw();
  }

  #draw(): void {
    const { l10n } = vscode;
    const shown = this.#shown().length;
    const paying = this.#ops.filter(node => node.class === 'pays').length;
    this.#view.message =
      this.#filter === '' || shown === 0
        ? ''
        : l10n.t('Filter “{0}”: {1} of {2} ops', this.#filter, shown, this.#ops.length);
    this.#view.description = this.#covers === 'workspace' ? l10n.t('workspace') : l10n.t('open files');
    this.#view.badge =
      paying === 0 ? undefined : { value: paying, tooltip: l10n.t('{0} ops pay per netns', paying) };
    this.#tellState();
    this.#redraw.fire();
  }

  #tellState(): void {
    setContext('state', this.#state());
  }

  #state(): ViewState {
    const { state } = this.#lens.server;
    if (state === 'failed') return 'failed';
    if (this.#ops.length > 0) return this.#shown().length > 0 ? 'listed' : 'filtered';
    if (this.#scanning) return 'scanning';
    if (state !== 'running') return 'starting';
    return this.#covers === 'workspace' ? 'none' : 'unscanned';
  }
}
