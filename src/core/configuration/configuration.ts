import type { EffectKind } from '../kernel/effect-kinds';
import type { SlotName } from '../kernel/slots';

/** How many calls deep an exit path is followed unless the user says otherwise. */
export const DEFAULT_DEPTH = 6;

export const CONFIGURED_SEVERITIES = ['error', 'warning', 'information', 'off'] as const;

export type ConfiguredSeverity = (typeof CONFIGURED_SEVERITIES)[number];

/** A function or macro of the user's tree that costs an exit path something. */
export interface ExtraPrimitive {
  readonly name: string;
  readonly kind: EffectKind;
  /** Index of the argument that is the lock. */
  readonly lockArgument?: number;
  /** Its own calls count on top. */
  readonly lookInside?: boolean;
  /** The call may come back without having taken or waited for anything. */
  readonly mayFail?: boolean;
}

/** Two functions that take and release a lock of the whole kernel without naming it. */
export interface ExtraLock {
  readonly lock: string;
  readonly unlock: string;
  /** What findings call the lock. */
  readonly name: string;
}

/** A call through `member` of `struct` may reach every function that an initialiser of the struct puts there. */
export interface IndirectEdge {
  readonly struct: string;
  readonly member: string;
}

/** What `.pernet-lens.json` can say; docs/configuration.md and the JSON schema describe each key. */
export interface Configuration {
  /** By rule code; a rule that is not named keeps its default. */
  readonly severities: Readonly<Record<string, ConfiguredSeverity>>;
  readonly primitives: readonly ExtraPrimitive[];
  readonly locks: readonly ExtraLock[];
  /** Globs relative to the tree root. */
  readonly exclude: readonly string[];
  /** The slots to assume where no kernel tree is found; null where the user did not say. */
  readonly slots: readonly SlotName[] | null;
  /** Longest call path that is followed; 1 = the handler's own body only. */
  readonly depth: number;
  readonly indirectEdges: readonly IndirectEdge[];
}

/** What holds where no configuration file is found, and for every key that a file leaves out. */
export const DEFAULT_CONFIGURATION: Configuration = {
  severities: {},
  primitives: [],
  locks: [],
  exclude: [],
  slots: null,
  depth: DEFAULT_DEPTH,
  indirectEdges: [],
};
