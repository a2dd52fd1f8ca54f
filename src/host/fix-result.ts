import type { SlotName } from '../core/kernel';
import type { Ops } from '../core/project';
import type { Outcome } from '../core/refactorings';
import type { Finding } from '../core/rules';
import type { FixTexts } from './fix-texts';

/** A handler in a slot, or a loop, that something might be done about. Lines are those of the files on disk. */
export interface FixPlace {
  readonly file: string;
  /** Of the handler in the ops, or of the call in the loop; 1-based. */
  readonly line: number;
  /** The ops, or for a loop its function. */
  readonly name: string;
  /** Null for a loop. */
  readonly slot: SlotName | null;
  readonly handler: string | null;
  readonly findings: readonly Finding[];
}

export type FixEdit = Outcome & { readonly kind: 'edit' };

/** What a place came to, edits left out. */
export type Fate =
  /** The edit that would be best leaves questions. */
  | { readonly kind: 'asked'; readonly edit: FixEdit }
  | { readonly kind: 'refused' }
  /** There is an edit, and a file of it must not be touched. */
  | { readonly kind: 'left-alone'; readonly edit: FixEdit; readonly file: string; readonly why: string }
  /** There is an edit; it was not made because nothing should be. */
  | { readonly kind: 'possible'; readonly edit: FixEdit };

/** A place that is as it was, with all that was considered for it. */
export interface Considered {
  readonly place: FixPlace;
  readonly outcomes: readonly Outcome[];
  readonly fate: Fate;
}

interface TextChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface AppliedFix {
  readonly place: FixPlace;
  readonly edit: FixEdit;
  /** Each text as it was just before this edit and just after it. */
  readonly changes: readonly TextChange[];
  /** What the ops of the files that changed paid before and pay now, those that changed only. */
  readonly ops: readonly { readonly before: Ops | null; readonly after: Ops | null }[];
}

export interface Fixes {
  /** In the order in which they were made; each is about the result of those before it. */
  readonly applied: readonly AppliedFix[];
  readonly left: readonly Considered[];
  readonly texts: Pick<FixTexts, 'original' | 'read' | 'edited'>;
  /** Interrupted: nothing of it should be used. */
  readonly partial: boolean;
}
