import type { SlotName } from '../kernel';
import type { ExitPath, Ops, Range, UnregisterLoop } from '../project';
import type { KernelParser, MaskTables } from '../syntax';
import type { FileEdit } from '../text';
import type { Case } from './case';
import type { Draft } from './draft';

/** The text of the tree's files, unsaved buffers included. Implemented by the host and by tests. */
interface Texts {
  /** Null where there is no such file. Paths are relative to the tree root. */
  read(file: string): string | null;
  /** C files and headers of the tree in which the word occurs, sorted. */
  filesMentioning(word: string): Promise<readonly string[]>;
}

/** What the tree at hand offers, as far as an edit depends on it. */
export interface TreeParts {
  /** Members of `struct pernet_operations` that the tree has and its core calls. */
  offers(slot: SlotName): boolean;
  /** `ASSERT_RTNL_NET` and `rtnl_net_dereference` are there: include/linux/rtnetlink.h of 6.12 and later. */
  readonly assertsRtnlNet: boolean;
}

/** What every request needs. */
interface Workbench {
  readonly texts: Texts;
  readonly parser: KernelParser;
  readonly tables: MaskTables;
  readonly tree: TreeParts;
}

/** A handler in a slot that shall change. */
export interface ExitPathRequest extends Workbench {
  readonly ops: Ops;
  readonly exitPath: ExitPath;
  /** Every ops known: who else uses the handler, what runs in the other slots. */
  readonly all: readonly Ops[];
}

/** A loop that unregisters one device at a time. */
export interface LoopRequest extends Workbench {
  readonly loop: UnregisterLoop;
}

/** Something only a person can answer before the edit may be applied. */
export interface Question {
  /** Row of the safety checklist, docs/refactorings/README.md. */
  readonly row: number;
  readonly text: string;
  /** What happened upstream where the answer was wrong. */
  readonly evidence: string;
  readonly file: string;
  readonly range: Range;
}

export interface Edit {
  readonly kind: 'edit';
  readonly refactoring: string;
  /** What a light bulb or a patch subject says. */
  readonly title: string;
  /** For lists in which the handler is named beside it: at most 40 characters, without a name of the code. */
  readonly shortTitle: string;
  /** The same for outcomes that are one edit, whichever of its handlers they were asked for; for texts as they are now. */
  readonly key: string;
  /** Offsets in the texts as they were given. Each file once, in the order of their names. */
  readonly edits: readonly FileEdit[];
  /** The functions that change. Others change only where they call one of these; see `verify`. */
  readonly functions: readonly string[];
  /** None: the edit is safe as it is. */
  readonly questions: readonly Question[];
  /** Nothing gets cheaper: offered because people ask for it, never preferred. */
  readonly gainless: boolean;
}

interface Refused {
  readonly kind: 'refused';
  /** `none` where no refactoring is about handlers of this form. */
  readonly refactoring: string;
  readonly title: string;
  /** As that of an edit. */
  readonly shortTitle: string;
  /** Row of the checklist; null where the code could not be read or has not the form. */
  readonly row: number | null;
  readonly reason: string;
  readonly evidence: string;
}

export type Outcome = Edit | Refused;

/** A check's answer: text proves it harmless, a person must say, or it must not be done. */
export type Verdict =
  | { readonly kind: 'proved' }
  | { readonly kind: 'ask'; readonly question: string; readonly evidence: string; readonly at: Place }
  | { readonly kind: 'refuse'; readonly reason: string; readonly evidence: string };

/** Offsets in a file. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** One row of the safety checklist. */
export interface Check {
  readonly row: number;
  readonly name: string;
  readonly of: (subject: Case, draft: Draft) => Verdict;
}

/** Why a refactoring does not do what it is asked to. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly reason: string;
  readonly evidence: string;
  readonly row: number | null;
}

/** A refactoring of a handler: one file, its page, its test, one line in the list. */
export interface Refactoring {
  readonly id: string;
  /** One line for lists: what it does, lower case, no full stop. */
  readonly summary: string;
  /** What an edit is called in few words; see `Edit.shortTitle`. */
  readonly short: string;
  /** Codes of the findings it removes. */
  readonly serves: readonly string[];
  readonly slots: readonly SlotName[];
  readonly checks: readonly Check[];
  /** Whether it can serve findings of this code in a tree that offers these slots. Default: in every tree. */
  readonly fits?: (code: string, offers: TreeParts['offers']) => boolean;
  readonly gainless?: boolean;
  /** It has a form for loops in any function, too. */
  readonly loops?: boolean;
  /** Null where the handler has not the form this refactoring is about. */
  readonly draft: (subject: Case) => Draft | Refusal | null | Promise<Draft | Refusal | null>;
}

export const PROVED: Verdict = { kind: 'proved' };

export const refuse = (reason: string, evidence: string): Verdict => ({ kind: 'refuse', reason, evidence });

export const ask = (question: string, evidence: string, at: Place): Verdict => ({
  kind: 'ask',
  question,
  evidence,
  at,
});

export const refusal = (reason: string, evidence = '', row: number | null = null): Refusal => ({
  kind: 'refusal',
  reason,
  evidence,
  row,
});
