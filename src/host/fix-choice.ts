import type { ExitPath } from '../core/project';
import { fixesFor, type Outcome, REFACTORINGS, type Refactoring } from '../core/refactorings';

/** What a user wants to have done. */
export interface FixChoice {
  /** Ids of refactorings and codes of findings. Empty: whatever gains something. */
  readonly only: readonly string[];
  /** Names of ops, or of functions with loops. Empty: all. */
  readonly ops: readonly string[];
  /** Also edits that leave questions. */
  readonly ask: boolean;
  /** Consider everything as it stands, and edit nothing. */
  readonly dry: boolean;
}

/**
 * The refactorings that are wanted for a handler with these findings. One that gains nothing must be asked for; one that
 * serves no finding can be asked for only by its id.
 */
export function wantedFor(
  codes: readonly string[],
  { slot }: Pick<ExitPath, 'slot'>,
  { only }: Pick<FixChoice, 'only'>,
): readonly Refactoring[] {
  return REFACTORINGS.filter(({ id, serves, slots, gainless }) => {
    if (!slots.includes(slot)) return false;
    const served = serves.filter(code => codes.includes(code));
    if (serves.length === 0) return only.includes(id);
    if (served.length === 0) return false;
    return only.length === 0 ? !gainless : only.includes(id) || served.some(code => only.includes(code));
  });
}

/** What unregisters devices one by one, in any function, is the business of one refactoring. */
const OF_LOOPS = 'unregister-one-by-one';

/** Whether loops that unregister devices one by one are wanted. */
export const wantsLoops = ({ only }: Pick<FixChoice, 'only'>): boolean =>
  only.length === 0 || [OF_LOOPS, ...fixesFor(OF_LOOPS)].some(name => only.includes(name));

/** Whether a finding with this code can be of interest; the rest need not be looked at. What nothing removes is explained. */
export function mayServe(code: string, { only }: Pick<FixChoice, 'only'>): boolean {
  const serving = REFACTORINGS.filter(({ serves }) => serves.includes(code));
  if (only.length === 0) return serving.length === 0 || serving.some(({ gainless }) => !gainless);
  return serving.some(({ id }) => only.includes(id) || only.includes(code));
}

/** The edits among outcomes, those with the fewest questions first; among equals the order of preference. */
export const bestFirst = (outcomes: readonly Outcome[]): readonly (Outcome & { readonly kind: 'edit' })[] =>
  outcomes
    .filter(outcome => outcome.kind === 'edit')
    .sort((a, b) => Number(a.gainless) - Number(b.gainless) || a.questions.length - b.questions.length);
