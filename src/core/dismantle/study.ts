/** A question to the simulation: this tree under this load, and if wanted the same after a refactoring. */
import type { Op, Program } from '../simulation';
import { inEmptyNetns } from './op';
import { asRefactored, TARGET_SLOTS, type TargetSlot } from './refactored';
import { type Loaded, loadedOps } from './selection';
import type { TreeOp, TreeProgram } from './tree-program';

/** Whether the netns of the load are empty, or every op has entries and meets its conditions. */
export const USES = ['empty', 'used'] as const;
export type Use = (typeof USES)[number];

/** A slot for all, or for each op the one that fits it. */
export const TARGETS = ['best', ...TARGET_SLOTS] as const;
export type Target = (typeof TARGETS)[number];

export interface Choice {
  readonly loaded: Loaded;
  /** Of ops that are not previewed; a previewed op is always taken as used, or its cost would not show. */
  readonly use: Use;
  /** Ids of the previewed ops; empty: the tree as a whole. */
  readonly subject: readonly string[];
  /** What the previewed ops, or without them all that pay per netns, are refactored to; null: nothing. */
  readonly target: Target | null;
}

export interface Programs {
  readonly before: Program;
  /** Null where no refactoring was asked for. */
  readonly after: Program | null;
  /** Ids of the ops that differ between the two. */
  readonly changed: readonly string[];
  /** Ids of the ops that are looked at: the previewed, else the changed ones. */
  readonly subject: readonly string[];
}

export function programsOf(tree: TreeProgram, { loaded, use, subject, target }: Choice): Programs {
  const previewed = new Set(subject);
  const ops = loadedOps(tree.ops, loaded, previewed).map(({ op }) =>
    use === 'used' || previewed.has(op.id) ? op : inEmptyNetns(op),
  );
  const expedited = tree.expedited ? { expedited: true } : {};
  const before: Program = { ops, ...expedited };
  if (target === null) return { before, after: null, changed: [], subject };
  const isChosen = (op: Op) => (previewed.size === 0 ? paysPerNet(op) : previewed.has(op.id));
  const refactored = ops.map(op =>
    isChosen(op) ? asRefactored(op, target === 'best' ? bestTarget(op, tree) : target) : op,
  );
  const changed = refactored.filter((op, index) => op !== ops[index]).map(({ id }) => id);
  return {
    before,
    after: { ops: refactored, ...expedited },
    changed,
    subject: subject.length > 0 ? subject : changed,
  };
}

const SHAREABLE: readonly string[] = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'device-unregister',
  'table-walk',
];

/** The op takes RTNL, waits, walks or unregisters devices once per netns or more often, outside .pre_exit. */
const paysPerNet = ({ effects }: Pick<Op, 'effects'>): boolean =>
  effects.some(
    ({ kind, per, slot }) =>
      per !== 'batch' && SHAREABLE.includes(kind) && slot !== 'init' && slot !== 'pre_exit',
  );

/**
 * The slot that a refactoring would choose first: `.exit_rtnl` where the tree has it and the op takes RTNL or
 * unregisters devices, else `.exit_batch`.
 */
export function bestTarget(op: Op, { slots }: Pick<TreeProgram, 'slots'>): TargetSlot {
  const needsRtnl = op.effects.some(({ kind }) => kind === 'rtnl' || kind === 'device-unregister');
  const rtnl = (['exit_rtnl', 'exit_batch_rtnl'] as const).find(slot => slots.includes(slot));
  return needsRtnl && rtnl !== undefined ? rtnl : 'exit_batch';
}

/** What a tree offers to refactorings. */
export const targetsOf = ({ slots }: Pick<TreeProgram, 'slots'>): Target[] =>
  TARGETS.filter(target => target === 'best' || slots.includes(target));

/** The ops that people mean by a name, `name` or `file:name`. */
export const opsNamed = (ops: readonly TreeOp[], name: string): TreeOp[] =>
  ops.filter(({ op }) => op.name === name || op.id === name);
