import type { IndirectEdge, Primitive, SlotName } from '../kernel';

/** How many calls deep an exit path is followed unless the user says otherwise. */
const DEFAULT_DEPTH = 5;

/** The severities that a rule can have, and `off`. */
type ConfiguredSeverity = 'error' | 'warning' | 'information' | 'off';

/** A function or macro of the user's tree that costs an exit path something. */
interface ExtraPrimitive extends Omit<Primitive, 'when'> {
  readonly name: string;
}

/** Two functions that take and release a lock of the whole kernel without naming it. */
interface ExtraLock {
  readonly lock: string;
  readonly unlock: string;
  /** What findings call the lock. */
  readonly name: string;
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
