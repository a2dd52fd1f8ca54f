/** What an op becomes: by an edit that a refactoring offers or, where there is none, by hand. */
import type { Op, OpEffect, Slot } from '../simulation';
import type { OfferedEdits } from './offered';
import { inEmptyNetns } from './op';
import { asRefactored, RTNL_TARGETS, TARGET_SLOTS, type TargetSlot } from './refactored';
import type { TreeProgram } from './tree-program';

/**
 * What ops are changed to. A slot, or for each op the one that fits it: by the edit that leads there where a refactoring
 * offers one, else assumed. `offered`: nothing but the edits on offer.
 */
export const TARGETS = ['best', 'offered', ...TARGET_SLOTS] as const;
export type Target = (typeof TARGETS)[number];

export interface Change {
  readonly ops: readonly Op[];
  /** Edits of refactorings that are in `ops`. */
  readonly edits: readonly OfferedEdits[];
  /** Ids of ops that were changed by hand, because no edit is offered. */
  readonly assumed: readonly string[];
}

interface Wanted {
  readonly target: Target;
  /** Ids of the previewed ops; empty: all that pay per netns. */
  readonly previewed: ReadonlySet<string>;
  /** Ops that find an empty netns. */
  readonly isEmpty: (op: Op) => boolean;
}

/** @param ops loaded, as they are in the load */
export function changeOf(
  ops: readonly Op[],
  tree: Pick<TreeProgram, 'slots' | 'offered'>,
  { target, previewed, isEmpty }: Wanted,
): Change {
  const chosen = new Set(looksAt(ops, previewed).map(({ id }) => id));
  const edits = (tree.offered?.edits ?? []).filter(
    edit => edit.ops.some(({ id }) => chosen.has(id)) && leadsTo(edit, ops, target),
  );
  const written = new Map(edits.flatMap(edit => edit.ops.map(op => [op.id, op])));
  const byHand = target === 'offered' && previewed.size === 0 ? () => null : handOf(target, tree);
  const assumed: string[] = [];
  const after = ops.map(op => {
    const edited = written.get(op.id);
    if (edited) return same(op, isEmpty(op) ? inEmptyNetns(edited) : edited);
    const slot = chosen.has(op.id) ? byHand(op) : null;
    const moved = slot === null ? op : asRefactored(op, slot);
    if (moved !== op) assumed.push(op.id);
    return moved;
  });
  const differing = new Set(after.filter((op, index) => op !== ops[index]).map(({ id }) => id));
  return { ops: after, edits: edits.filter(edit => edit.ops.some(({ id }) => differing.has(id))), assumed };
}

/** The op before, where the edit changed nothing that it pays under this load. */
const same = (before: Op, after: Op): Op =>
  JSON.stringify(before.effects) === JSON.stringify(after.effects) ? before : after;

/** Where a person would move it: where the refactoring that was asked for leads, else to the slot that fits. */
const handOf =
  (target: Target, tree: Pick<TreeProgram, 'slots' | 'offered'>): ((op: Op) => TargetSlot | null) =>
  op => {
    if (target !== 'best' && target !== 'offered') return target;
    const only = tree.offered?.only ?? TO_CORE;
    return only === TO_CORE ? bestTarget(op, tree) : 'exit_batch';
  };

/** The refactoring that moves work into the core's RTNL section; all others make batches. */
const TO_CORE = 'use-rtnl-slot';

/** Whether an edit moves something into the slot that is asked for. */
function leadsTo(edit: OfferedEdits, ops: readonly Op[], target: Target): boolean {
  if (target === 'best' || target === 'offered') return true;
  return edit.ops.some(op => {
    const before = ops.find(({ id }) => id === op.id);
    const paidIn = ({ effects }: Op): string[] =>
      effects.filter(({ slot }) => slot === target).map(effect => JSON.stringify(effect));
    const known = before ? paidIn(before) : [];
    return paidIn(op).some(effect => !known.includes(effect));
  });
}

/** What an op is previewed for where none is named. */
const WORTH_MOVING: readonly OpEffect['kind'][] = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'device-unregister',
  'table-walk',
];

/** The previewed ops; where none is, all that pay per netns. @param ops as they are in the load */
export const looksAt = (ops: readonly Op[], previewed: ReadonlySet<string>): Op[] =>
  ops.filter(op => (previewed.size === 0 ? paysPerNet(op) : previewed.has(op.id)));

/** The op takes RTNL, waits, walks or unregisters devices once per netns or more often, outside .pre_exit. */
const paysPerNet = ({ effects }: Pick<Op, 'effects'>): boolean =>
  effects.some(
    ({ kind, per, slot }) =>
      per !== 'batch' && WORTH_MOVING.includes(kind) && slot !== 'init' && slot !== 'pre_exit',
  );

/**
 * The slot that a refactoring would choose first: `.exit_rtnl` where the tree has it and the op takes RTNL or
 * unregisters devices, else `.exit_batch`.
 */
export function bestTarget(op: Op, { slots }: { readonly slots: readonly Slot[] }): TargetSlot {
  const needsRtnl = op.effects.some(({ kind }) => kind === 'rtnl' || kind === 'device-unregister');
  const rtnl = RTNL_TARGETS.find(slot => slots.includes(slot));
  return needsRtnl && rtnl !== undefined ? rtnl : 'exit_batch';
}

/** What ops of a tree can be changed to. */
export const targetsOf = ({ slots }: Pick<TreeProgram, 'slots'>): Target[] =>
  TARGETS.filter(target => target === 'best' || target === 'offered' || slots.includes(target));

/**
 * In words, how the ops got from before to after; what was assumed is said to be. Empty where nothing changed.
 * @param all how many ops were asked about by name; with one, its refusal is told
 */
export function changeWords(
  { edits, assumed }: Change,
  offered: TreeProgram['offered'],
  previewed: readonly string[],
): string[] {
  const words: string[] = [];
  if (edits.length > 0) {
    const times = new Map<string, number>();
    for (const { refactoring } of edits.flatMap(({ steps }) => steps))
      times.set(refactoring, (times.get(refactoring) ?? 0) + 1);
    const named = [...times].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`));
    const questions = edits.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.questions, 0);
    const asked =
      questions === 0
        ? ''
        : ` ${questions === 1 ? 'One question is' : `${questions} questions are`} left for a person to answer before it may be used.`;
    words.push(
      `After: as the refactorings write it (${named.join(', ')}), applied in memory and analysed again.${asked}`,
    );
  }
  if (assumed.length > 0) words.push(assumedWords(assumed, offered, previewed));
  return words;
}

function assumedWords(
  assumed: readonly string[],
  offered: TreeProgram['offered'],
  previewed: readonly string[],
): string {
  const [only] = assumed;
  const hand = 'Assumed, not written: moved by hand';
  if (!offered) return `${hand}; no refactoring was asked.`;
  const none = offered.only === null ? 'no refactoring is' : `\`${offered.only}\` is not`;
  if (assumed.length > 1 || only === undefined)
    return `${hand}, for ${assumed.length} ops for which ${none} offered.`;
  const reason = offered.refused[only];
  const name = previewed.length === 1 ? 'it' : `\`${only.replace(/^.*:/, '')}\``;
  return reason === undefined
    ? `${hand}; ${none} offered for ${name}.`
    : `${hand}; ${none} offered for ${name}: ${reason.replace(/\.$/, '')}.`;
}
