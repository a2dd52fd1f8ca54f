import type { Paid } from '../../core/dismantle';
import type { SlotName } from '../../core/kernel';
import { type Effect, type ExitPath, type Hop, type Ops, perNet } from '../../core/project';
import type { Finding } from '../../core/rules';
import { dismantleOf, effectWords, type OpsAnswer, secondsPerNet, sumWords } from '../../shared';

export type Grouping = 'cost' | 'subsystem';

/** An ops of the list. */
export interface OpsNode {
  readonly kind: 'ops';
  /** URI of the folder that its paths are relative to. */
  readonly root: string;
  /** The name of that folder where several trees are listed, to tell ops of one name apart; else null. */
  readonly tree: string | null;
  readonly ops: Ops;
  readonly findings: readonly Finding[];
  /** Paid for every netns of a batch, and what that is estimated to take, seconds. */
  readonly paid: readonly Paid[];
  readonly seconds: number;
  /** What dismantle gains if it is changed: the most, nothing but the loop, or nothing. */
  readonly class: CostClass;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly label: string;
  readonly children: readonly OpsNode[];
}

/** A handler in a slot. */
export interface PathNode {
  readonly kind: 'path';
  readonly of: OpsNode;
  readonly exitPath: ExitPath;
  readonly findings: readonly Finding[];
}

/** Something that a handler pays. */
export interface EffectNode {
  readonly kind: 'effect';
  readonly of: PathNode;
  readonly effect: Effect;
}

/** One function on the way to it, the handler first. */
export interface HopNode {
  readonly kind: 'hop';
  readonly of: EffectNode;
  readonly hop: Hop;
}

export type Node = GroupNode | OpsNode | PathNode | EffectNode | HopNode;

/** The ops that an entry belongs to. */
export const opsOf = (node: Exclude<Node, GroupNode>): OpsNode =>
  node.kind === 'ops' ? node : opsOf(node.of);

type CostClass = keyof typeof CLASSES;

/** The groups by cost, in this order. */
const CLASSES = {
  pays: 'Pays per netns',
  loop: 'Only the loop would move',
  batched: 'Already batched',
  none: 'Nothing at dismantle',
} as const;

/** Every ops of the answer, what is estimated to cost most first; then by file and line. */
export function ranked({ trees }: OpsAnswer): readonly OpsNode[] {
  return trees
    .flatMap(({ root, ops, findings }) => {
      const tree = trees.length > 1 ? nameOf(root) : null;
      return ops.map(each => opsNode({ root, tree }, each, findings));
    })
    .sort((a, b) => b.seconds - a.seconds || order(a.ops.file, b.ops.file) || a.ops.line - b.ops.line);
}

const nameOf = (root: string): string => decodeURIComponent(root.split('/').filter(Boolean).at(-1) ?? root);

function opsNode(place: Pick<OpsNode, 'root' | 'tree'>, ops: Ops, findings: readonly Finding[]): OpsNode {
  const { perNet: paid } = dismantleOf(ops);
  const own = findings.filter(finding => finding.file === ops.file && finding.ops === ops.name);
  return {
    kind: 'ops',
    ...place,
    ops,
    findings: own,
    paid,
    seconds: secondsPerNet(paid),
    class: classOf(ops, paid),
  };
}

function classOf(ops: Ops, paid: readonly Paid[]): CostClass {
  if (paid.length > 0) return 'pays';
  const slots = ops.exitPaths.map(({ slot }) => slot).filter(slot => slot !== 'init');
  if (slots.includes('exit')) return 'loop';
  return slots.length > 0 ? 'batched' : 'none';
}

/** The ops in groups, each group in the order of the ops; of subsystems, the one with the costliest ops first. */
export function grouped(nodes: readonly OpsNode[], grouping: Grouping): readonly GroupNode[] {
  if (grouping === 'cost')
    return Object.entries(CLASSES).flatMap(([id, label]) => {
      const children = nodes.filter(node => node.class === id);
      return children.length === 0 ? [] : [{ kind: 'group' as const, id, label, children }];
    });
  const groups = new Map<string, OpsNode[]>();
  for (const node of nodes) {
    const subsystem = subsystemOf(node.ops.file);
    groups.set(subsystem, [...(groups.get(subsystem) ?? []), node]);
  }
  return [...groups].map(([label, children]) => ({ kind: 'group', id: label, label, children }));
}

/** The folder that a subsystem has to itself: `net/ipv4`, `drivers/net/ppp`, `fs/nfs`. */
function subsystemOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  if (folders.length === 0) return '.';
  return folders.slice(0, file.startsWith('drivers/net/') ? 3 : 2).join('/');
}

/** The ops that a filter leaves: every word of it is in the name, the file, a handler, a code or what is paid. */
export function filtered(nodes: readonly OpsNode[], filter: string): readonly OpsNode[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return nodes.filter(node => {
    const text = searchable(node).toLowerCase();
    return words.every(word => text.includes(word));
  });
}

const searchable = ({ tree, ops, findings, paid }: OpsNode): string =>
  [
    tree ?? '',
    ops.name,
    ops.file,
    ...ops.exitPaths.flatMap(({ slot, handler }) => [`.${slot}`, handler]),
    ...findings.map(({ code }) => code),
    sumWords(paid),
    ...paid.flatMap(({ effect }) => [effect.primitive, effectWords(effect)]),
  ].join('\n');

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'group':
      return node.children;
    case 'ops':
      return node.ops.exitPaths
        .filter(path => shown(path).length > 0 || path.slot !== 'init')
        .map(exitPath => ({ kind: 'path', of: node, exitPath, findings: about(node, exitPath.slot) }));
    case 'path':
      return shown(node.exitPath).map(effect => ({ kind: 'effect', of: node, effect }));
    case 'effect':
      return node.effect.path.map(hop => ({ kind: 'hop', of: node, hop }));
    case 'hop':
      return [];
  }
}

export function parentOf(node: Node): Node | undefined {
  return node.kind === 'group' || node.kind === 'ops' ? undefined : node.of;
}

const about = ({ findings }: OpsNode, slot: SlotName): readonly Finding[] =>
  findings.filter(finding => finding.slot === slot);

/** Of `.init`, large tables only; what is paid for every netns first. */
const shown = ({ slot, effects }: ExitPath): readonly Effect[] =>
  effects
    .filter(({ kind, bytes }) => (slot === 'init' ? kind === 'allocation' && bytes !== null : true))
    .map(effect => ({ effect, seconds: secondsPerNet([{ slot, effect }]) }))
    .sort((a, b) => Number(perNet(b.effect)) - Number(perNet(a.effect)) || b.seconds - a.seconds)
    .map(({ effect }) => effect);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
