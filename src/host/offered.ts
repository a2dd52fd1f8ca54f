import { type EditRefused, type Offered, offeredBy } from '../core/dismantle';
import { type FixRequest, findFixes } from './fix';
import type { Considered } from './fix-result';

export interface OfferedRequest extends Omit<FixRequest, 'choice' | 'whyUntouchable'> {
  /** Ids of the ops that are asked about, `file:name`; null: all. */
  readonly ids: readonly string[] | null;
  /** The one refactoring that may be used; null: whichever gains something. */
  readonly refactoring: string | null;
}

/**
 * What the refactorings offer for some ops: their edits are made in memory, those with questions too, and the result is
 * analysed again. Nothing is written. Null where it was interrupted.
 */
export async function findOffered({ ids, refactoring, ...request }: OfferedRequest): Promise<Offered | null> {
  const { applied, left, partial } = await findFixes({
    ...request,
    choice: {
      only: refactoring === null ? [] : [refactoring],
      ops: ids === null ? [] : [...new Set(ids.map(id => id.replace(/^.*:/, '')))],
      ask: true,
      dry: false,
    },
    whyUntouchable: () => null,
  });
  if (partial) return null;
  const made = applied.map(({ edit, ops }) => ({
    refactoring: edit.refactoring,
    questions: edit.questions.length,
    ops,
  }));
  return offeredBy(made, left.flatMap(whyNot), ids, refactoring);
}

/** The first reason is that of the refactoring that would gain most. */
function whyNot({ place, outcomes, fate }: Considered): EditRefused[] {
  if (place.slot === null) return [];
  const refused = outcomes.find(({ kind }) => kind === 'refused');
  const reason =
    fate.kind === 'left-alone' ? `${fate.file}: ${fate.why}` : refused?.kind === 'refused' && refused.reason;
  return reason ? [{ file: place.file, name: place.name, reason }] : [];
}
