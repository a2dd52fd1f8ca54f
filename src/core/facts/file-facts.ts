import type { Definition } from './definitions';
import type { PackedIndex } from './packing';

/** A `struct pernet_operations` initialiser as it is written in one file. */
export interface OpsObject {
  /** As written: in a macro it can be pasted, `name##_net_ops`. */
  readonly name: string;
  readonly nameAt: Place;
  /** The macro that makes such an object wherever it is used; left out where it is no macro that does. */
  readonly macro?: string;
  /** In the order of the initialiser; a member can occur twice under #ifdef. */
  readonly members: readonly OpsMember[];
  readonly registeredBy: string | null;
}

export interface OpsMember {
  readonly member: string;
  /** As written, blanks folded: `quux_exit_net`, `&quux_net_id`, `sizeof(struct quux_net)`, `name##_exit` in a macro. */
  readonly value: string;
  readonly valueAt: Place;
}

/** 0-based line and UTF-16 column of a token on one line, and its length. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** What a file in the scope of a scan says by itself; everything cross-file happens in project/. */
export interface FileFacts {
  readonly index: PackedIndex;
  readonly ops: readonly OpsObject[];
  /** Object-like macros and enumerators with a constant value, for the sizes of allocations; only where there are ops. */
  readonly constants: Readonly<Record<string, string>>;
  /** Functions that unregister single devices. */
  readonly unregistering: readonly Definition[];
  /** Ops of other files that are registered here: name → `register_pernet_subsys`. */
  readonly registers: Readonly<Record<string, string>>;
  /** A comment may silence findings here. */
  readonly hasSuppressions: boolean;
}
