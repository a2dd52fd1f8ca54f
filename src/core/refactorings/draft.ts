import type { SlotName } from '../kernel';
import type { FileEdit } from '../text';
import type { Case } from './case';
import type { Declaration } from './reading/declaration';
import type { Lock } from './reading/locks';
import type { Statement } from './reading/statement';

/** What an edit would do, told in the terms that the checks ask about. */
export interface Draft {
  readonly kind: 'draft';
  readonly title: string;
  /** Where it differs from what the refactoring is called in short. */
  readonly short?: string;
  readonly edits: readonly FileEdit[];
  /** Slots that get a handler. */
  readonly slots: readonly SlotName[];
  /** Stretches that are run for every netns before the next one begins, in their order. */
  readonly phases: readonly (readonly Statement[])[];
  /** Declared in the loops of a batch handler, and locals of a function afterwards. */
  readonly locals: readonly Declaration[];
  /** The lock that is taken once for all; for an rtnl slot, the core's. */
  readonly lock: Lock | null;
  /** Statements run with it held, for one netns after the other. */
  readonly underLock: readonly Statement[];
  /** Stood before the lock and runs with it held afterwards. */
  readonly newlyLocked: readonly Statement[];
  /** Stood before the lock and still runs before it. */
  readonly beforeLock: readonly Statement[];
  /** Stood behind the unlock and still runs behind it. */
  readonly afterLock: readonly Statement[];
  /** The list on which devices of all netns are collected. */
  readonly list: string | null;
  /** Statements that the core will run earlier than now: before any op's `.exit`. */
  readonly movedUp: readonly Statement[];
  /** Other functions whose text changes. */
  readonly helpers: readonly string[];
  /** Those that others call go on to do for them what they did. */
  readonly keepsHelpers: boolean;
  /** Parts of a helper that is given the list, each of which it does for all netns before the next. */
  readonly helperParts: number;
  /** The draft is about the result of earlier edits: the case there, and the way back to offsets of the file as it is. */
  readonly within?: { readonly subject: Case; readonly back: (offset: number) => number };
}

export const draftOf = (
  draft: Pick<Draft, 'title' | 'edits' | 'slots' | 'phases'> & Partial<Draft>,
): Draft => ({
  kind: 'draft',
  locals: [],
  lock: null,
  underLock: [],
  newlyLocked: [],
  beforeLock: [],
  afterLock: [],
  list: null,
  movedUp: [],
  helpers: [],
  keepsHelpers: false,
  helperParts: 0,
  ...draft,
});
