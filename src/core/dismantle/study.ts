/** A question to the simulation: this tree under this load, and if wanted the same after a refactoring. */
import type { Op, Program } from '../simulation';
import { allSetByHand, BY_HAND, type ByHand } from './by-hand';
import { type Change, changeOf, looksAt, TARGETS } from './change';
import { inNetCpuOf } from './idle-netns';
import { notAsked } from './offered';
import { inEmptyNetns } from './op';
import { type Loaded, loadedOps } from './selection';
import type { TreeOp, TreeProgram } from './tree-program';

/** Whether the netns of the load are empty, or every op has entries and meets its conditions. */
export const USES = ['empty', 'used'] as const;
export type Use = (typeof USES)[number];

/** What can be chosen to compare with: what ops are changed to, or how often by hand they pay what. */
export const CHOSEN = [...TARGETS, BY_HAND] as const;

export interface Choice {
  readonly loaded: Loaded;
  /** Of ops that are not previewed; a previewed op is always taken as used, or its cost would not show. */
  readonly use: Use;
  /** Ids of the previewed ops; empty: the tree as a whole. */
  readonly subject: readonly string[];
  /** What the previewed ops, or without them all that pay per netns, are refactored to; null: nothing. */
  readonly target: (typeof CHOSEN)[number] | null;
  /** How often they pay what, where that is set by hand. */
  readonly byHand?: ByHand;
}

export interface Programs {
  readonly before: Program;
  /** Null where no refactoring was asked for, or nothing is set by hand. */
  readonly after: Program | null;
  /** How the one became the other; null where nothing was asked for, or what was is set by hand. */
  readonly change: Change | null;
  /** Ids of the ops that differ between the two. */
  readonly changed: readonly string[];
  /** Ids of the ops that are looked at: the previewed, else the changed ones. */
  readonly subject: readonly string[];
}

export function programsOf(tree: TreeProgram, choice: Choice): Programs {
  const { loaded, use, subject, target, byHand = {} } = choice;
  const previewed = new Set(subject);
  const isEmpty = ({ id }: Op): boolean => use === 'empty' && !previewed.has(id);
  const some = loadedOps(tree.ops, loaded, previewed);
  const ops = some.map(({ op }) => (isEmpty(op) ? inEmptyNetns(op) : op));
  const inNetCpu = inNetCpuOf(some);
  // the same for both sides: an edit changes what is paid, not what was measured
  const kernel = {
    ...(tree.expedited ? { expedited: true } : {}),
    ...(Object.keys(inNetCpu).length > 0 ? { inNetCpu } : {}),
  };
  const before: Program = { ops, ...kernel };
  if (target === null) return { before, after: null, change: null, changed: [], subject };
  const change = target === BY_HAND ? null : changeOf(ops, tree, { target, previewed, isEmpty });
  const after = change ? change.ops : allSetByHand(ops, looksAt(ops, previewed), byHand);
  const changed = after.filter((op, index) => op !== ops[index]).map(({ id }) => id);
  return {
    before,
    // nothing is asked as long as nothing is set
    after: change || changed.length > 0 ? { ops: after, ...kernel } : null,
    change,
    changed,
    subject: subject.length > 0 ? subject : changed,
  };
}

/** The ops that a choice looks at, as they are in its load: what can be set by hand is what they pay. */
export const chosenOps = (tree: TreeProgram, choice: Choice): Op[] =>
  looksAt(programsOf(tree, { ...choice, target: null }).before.ops, new Set(choice.subject));

/** Ids of the ops that are to be changed, and of which nobody knows yet what refactorings offer for them. */
export function toBeAsked(tree: TreeProgram, choice: Choice): readonly string[] {
  if (choice.target === null || choice.target === BY_HAND) return [];
  const { change, subject } = programsOf(tree, {
    ...choice,
    target: choice.target === 'offered' ? 'best' : choice.target,
  });
  return notAsked(tree.offered, choice.subject.length > 0 ? subject : (change?.assumed ?? []));
}

/** The ops that people mean by a name, `name` or `file:name`. */
export const opsNamed = (ops: readonly TreeOp[], name: string): TreeOp[] =>
  ops.filter(({ op }) => op.name === name || op.id === name);
