/**
 * Multiplicities that a person sets: what an ops pays as the code is, and how often it would pay each of it after a change
 * that nobody has written. Nothing but a question; every answer to it says "assumed by hand".
 */
import type { EffectKind, Op, OpEffect, Per, Slot } from '../simulation';
import { EFFECT_NOUNS } from './effect-words';
import { merged } from './op';

/** The target of a choice whose multiplicities are set by hand. */
export const BY_HAND = 'by-hand';

/** How often something can be set to be paid. Per table entry stays only what is so in the code. */
export const SETTABLE = ['device', 'net', 'batch', 'never'] as const;
export type SetPer = (typeof SETTABLE)[number];

/** What is set, by id of the ops and by key of the row. */
export type ByHand = Readonly<Record<string, Readonly<Record<string, SetPer>>>>;

/** What an ops pays in one slot, of one kind, equally often. */
export interface Row {
  /** `exit rtnl net`: the same as long as the code pays this. */
  readonly key: string;
  readonly kind: EffectKind;
  readonly slot: Slot;
  readonly per: Per;
  /** Calls of that sort. */
  readonly times: number;
}

const keyOf = ({ slot, kind, per }: OpEffect): string => `${slot} ${kind} ${per}`;

/** What of an ops can be set, in the order in which it is paid; what is allocated when a netns is made is no part of it. */
export function rowsOf({ effects }: Pick<Op, 'effects'>): Row[] {
  const rows = new Map<string, Row>();
  for (const effect of effects.filter(({ slot }) => slot !== 'init')) {
    const key = keyOf(effect);
    const { kind, slot, per, times = 1 } = effect;
    rows.set(key, { key, kind, slot, per, times: (rows.get(key)?.times ?? 0) + times });
  }
  return [...rows.values()];
}

/**
 * The ops with what is set. Whatever `.exit` is set to pay once per batch makes a handler of batches of it: the whole
 * handler is in `.exit_batch` then, what is not set still once per netns, and below the lock that it was below.
 * The same op comes back where nothing differs.
 */
function setOne(op: Op, set: ByHand[string] | undefined): Op {
  if (!set || !rowsOf(op).some(row => differs(row, set))) return op;
  const effects = op.effects.flatMap((effect): OpEffect[] => {
    const per = set[keyOf(effect)] ?? effect.per;
    return per === 'never' ? [] : [{ ...effect, per }];
  });
  const isBatched = effects.some(({ slot, per }) => slot === 'exit' && per === 'batch');
  const moved = isBatched
    ? effects.map(effect => (effect.slot === 'exit' ? { ...effect, slot: 'exit_batch' as const } : effect))
    : effects;
  return { ...op, effects: merged(moved) };
}

/** All ops, those that are looked at with what is set. */
export function allSetByHand(ops: readonly Op[], lookedAt: readonly Op[], byHand: ByHand): Op[] {
  const some = new Set(lookedAt);
  return ops.map(op => (some.has(op) ? setOne(op, byHand[op.id]) : op));
}

const differs = ({ key, per }: Row, set: ByHand[string]): boolean =>
  set[key] !== undefined && set[key] !== per;

/** What is set for this ops and differs from the code. */
export const setRows = (op: Op, set: ByHand[string] | undefined): Row[] =>
  set ? rowsOf(op).filter(row => differs(row, set)) : [];

export const OFTEN: Readonly<Record<Per | 'never', string>> = {
  device: 'per device',
  net: 'per netns',
  batch: 'per batch',
  entry: 'per table entry',
  never: 'not at all',
};

/** `2 × RTNL in .exit`: what a row is about. */
export const rowWords = ({ kind, slot, times }: Row): string =>
  `${times === 1 ? '' : `${times} × `}${EFFECT_NOUNS[kind][0]} in .${slot}`;

/** The sentence that goes with every result. Empty where nothing is set. @param ops as they are */
export function byHandWords(ops: readonly Op[], byHand: ByHand): string[] {
  const told = ops.flatMap(op => {
    const set = byHand[op.id];
    const rows = setRows(op, set).map(row => `${rowWords(row)} ${OFTEN[row.per]} → ${OFTEN[set![row.key]!]}`);
    return rows.length === 0 ? [] : [`\`${op.name}\`: ${rows.join(', ')}`];
  });
  return told.length === 0
    ? []
    : [`Assumed by hand, not written, and offered by no refactoring: ${told.join('; ')}.`];
}

/** Of a kept setting what still makes sense: ops and rows that are there, and values that are some. */
export function readByHand(json: unknown, ops: readonly Op[]): ByHand {
  const kept = recordOf(json);
  const known = ops.flatMap(op => {
    const set = recordOf(kept[op.id]);
    const rows = rowsOf(op).flatMap(({ key }) => {
      const value = SETTABLE.find(one => one === set[key]);
      return value === undefined ? [] : [[key, value] as const];
    });
    return rows.length === 0 ? [] : [[op.id, Object.fromEntries(rows)] as const];
  });
  return Object.fromEntries(known);
}

const recordOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
