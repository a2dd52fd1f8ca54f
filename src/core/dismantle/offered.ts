/**
 * What the refactorings really write: their edits applied in memory, the edited text analysed again, and the new effects
 * as ops of a program. Beside it `asRefactored` is the change by hand, for where no edit is offered.
 */
import type { Ops } from '../project';
import type { Op, OpEffect } from '../simulation';
import { opId, opOf } from './op';
import { RTNL_TARGETS } from './refactored';

/** One edit that was applied, as the one who applied it tells. */
export interface EditMade {
  readonly refactoring: string;
  /** What only a person can answer before the edit may be used. */
  readonly questions: number;
  /** The ops that pay something else since. */
  readonly ops: readonly { readonly before: Ops | null; readonly after: Ops | null }[];
}

/** An ops that was left as it is. */
export interface EditRefused {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
}

/** Edits that stand or fall together, because they change the same ops. */
export interface OfferedEdits {
  readonly steps: readonly { readonly refactoring: string; readonly questions: number }[];
  /** The ops after all steps. */
  readonly ops: readonly Op[];
}

export interface Offered {
  /** Ids of the ops for which refactorings were asked; null: for all of the tree. */
  readonly asked: readonly string[] | null;
  /** The one refactoring that was asked; null: all. */
  readonly only: string | null;
  readonly edits: readonly OfferedEdits[];
  /** Why there is no edit, by id of the ops. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Edits in the order in which they were made, each on the result of those before it. */
export function offeredBy(
  made: readonly EditMade[],
  refused: readonly EditRefused[],
  asked: Offered['asked'] = null,
  only: Offered['only'] = null,
): Offered {
  let groups: readonly OfferedEdits[] = [];
  for (const { refactoring, questions, ops } of made) {
    const now = ops.flatMap(({ before, after }) => changedOp(before, after));
    const isTouched = ({ ops: known }: OfferedEdits) => known.some(({ id }) => now.some(op => op.id === id));
    const touched = groups.filter(isTouched);
    const earlier = touched.flatMap(group => group.ops).filter(({ id }) => !now.some(op => op.id === id));
    const steps = [...touched.flatMap(group => group.steps), { refactoring, questions }];
    // a loop of its own is no part of any dismantle
    if (now.length > 0)
      groups = [...groups.filter(group => !isTouched(group)), { steps, ops: [...earlier, ...now] }];
  }
  const done = new Set(groups.flatMap(({ ops }) => ops.map(({ id }) => id)));
  const reasons = refused.map(({ reason, ...ops }) => [opId(ops), reason] as const);
  return {
    asked,
    only,
    edits: groups,
    refused: Object.fromEntries(reasons.filter(([id]) => !done.has(id)).reverse()),
  };
}

/** An ops that is gone pays nothing; one that was not there before is of no program yet. */
const changedOp = (before: Ops | null, after: Ops | null): Op[] =>
  before === null
    ? []
    : [after === null ? { ...opOf(before), effects: [] } : withDevices(opOf(before), opOf(after))];

/**
 * Devices do not vanish: in an rtnl slot they are on the list that the core unregisters, also where the analysis is not
 * sure that it saw them put there.
 */
function withDevices(before: Op, after: Op): Op {
  const unregisters = ({ effects }: Op) => effects.find(({ kind }) => kind === 'device-unregister');
  const lost = unregisters(before);
  const slot = RTNL_TARGETS.find(name => after.effects.some(effect => effect.slot === name));
  if (!lost || unregisters(after) || slot === undefined) return after;
  const { conditional } = lost;
  const handed: OpEffect = {
    kind: 'device-unregister',
    slot,
    per: 'batch',
    ...(conditional ? { conditional } : {}),
  };
  return { ...after, effects: [...after.effects, handed] };
}

/** Those of the ops of which it is not known what refactorings offer. */
export function notAsked(offered: Offered | null, ids: readonly string[]): readonly string[] {
  if (!offered) return ids;
  const { asked } = offered;
  return asked === null ? [] : ids.filter(id => !asked.includes(id));
}

/** Both answers; where they are about the same ops, the later one. */
export function bothOffered(known: Offered | null, more: Offered): Offered {
  if (!known || more.asked === null) return more;
  const isNew = (id: string): boolean => more.asked!.includes(id);
  const edits = known.edits.filter(({ ops }) => !ops.some(({ id }) => isNew(id)));
  return {
    only: more.only,
    asked: known.asked && [...new Set([...known.asked, ...more.asked])],
    edits: [...edits, ...more.edits],
    refused: { ...known.refused, ...more.refused },
  };
}
