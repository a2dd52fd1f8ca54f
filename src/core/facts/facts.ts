/**
 * What one function's text says, and nothing more: small, serialisable, independent of every other file (invariant 1).
 * Positions inside are relative to the function's first line, so that they stay true when lines above it move.
 */
export interface FunctionFacts {
  /** 1-based line of the definition's first line in its file. */
  readonly line: number;
  /** Lines from there to the function's name; more than 0 where the type stands on a line of its own. */
  readonly nameLine: number;
  readonly parameters: readonly Parameter[];
  readonly calls: readonly Call[];
  readonly loops: readonly Loop[];
}

export interface Parameter {
  readonly name: string;
  /** The parameter is a netns, or the per-netns part of a subsystem: `struct net *`, `struct quux_net *`. */
  readonly isNet: boolean;
  /** The function gives it no other value. */
  readonly keepsValue: boolean;
}

/**
 * A branch that one parameter decides: `if (family == QUUX_INET)`, `case QUUX_INET:`. What is inside is reached when the
 * parameter is one of the values, or, where `isOneOf` is false, any other.
 */
export interface Guard {
  readonly parameter: string;
  /** As they are written. */
  readonly values: readonly string[];
  readonly isOneOf: boolean;
}

/**
 * How a call names what it calls: a function or macro by name, a member of an object (`ops->dellink(dev, list)`), one
 * of the function's own parameters (`fn(entry)`), a local function pointer, or a cleanup.h guard (`guard(mutex)(&lock)`).
 */
export type Calling = 'name' | 'member' | 'parameter' | 'pointer' | 'guard';

/** Whose object an expression is: of the whole kernel, of one netns, or not to be told from this function. */
export type Owner = 'global' | 'net' | 'unknown';

export interface Call {
  readonly callee: string;
  readonly calling: Calling;
  /** Lines below the function's first line. */
  readonly line: number;
  /** 0-based, UTF-16 code units. */
  readonly column: number;
  /** Each argument as it is written, blanks folded; long ones are cut. */
  readonly args: readonly string[];
  /** Whose object the first argument is; what a lock belongs to. */
  readonly owner: Owner;
  /** Index of the innermost loop around the call in `loops`, or -1. */
  readonly loop: number;
  /** In a branch, or behind an early return. */
  readonly conditional: boolean;
  /** Branches around it that a parameter decides; absent where there are none. */
  readonly guards?: readonly Guard[];
  /** Between rtnl_lock() and rtnl_unlock() of the same function; left out where it is not. */
  readonly underRtnl?: true;
}

/** How often a loop's body runs: once per netns of the batch, per device, per table entry, or as often as a retry takes. */
export type Turns = 'net' | 'device' | 'entry' | 'retry';

export interface Loop {
  /** `list_for_each_entry`, `for_each_netdev`, `for`, `while` … */
  readonly macro: string;
  readonly line: number;
  readonly column: number;
  /** Index of the next loop outwards, or -1. */
  readonly parent: number;
  readonly turns: Turns;
  /** The file-level table that is walked, if it is one. */
  readonly table: string | null;
  /** It walks a list that the function has made itself, of what it chose; left out where it does not. */
  readonly overOwnList?: true;
  /** The body compares the netns of an entry with another: a walk that filters by netns. */
  readonly comparesNet: boolean;
  readonly conditional: boolean;
  /** Branches around it that a parameter decides; absent where there are none. */
  readonly guards?: readonly Guard[];
  /** As with calls. */
  readonly underRtnl?: true;
}
