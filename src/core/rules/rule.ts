import type { SlotName } from '../kernel';
import type { Confidence, Effect, ExitPath, Hop, Ops, Range, UnregisterLoop } from '../project';

export const SEVERITIES = ['error', 'warning', 'information'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What the tree at hand offers, as far as a rule's advice depends on it. */
export interface TreeOffers {
  /** Members of `struct pernet_operations` that the tree has and its core calls. */
  offers(slot: SlotName): boolean;
}

/** What a rule says of one place. The engine adds code, severity and the place's file. */
export interface Report {
  readonly message: string;
  /** The effect that is reported, with its path; null for a finding about the absence of one. */
  readonly effect: Effect | null;
  /** Default: the effect's own confidence, or high. */
  readonly confidence?: Confidence;
}

interface ExitPathContext {
  readonly ops: Ops;
  readonly exitPath: ExitPath;
  readonly tree: TreeOffers;
  /** True where `checkLoop` is asked about the very loop that the effect comes from: it need not be said twice. */
  readonly inLoop: (effect: Effect) => boolean;
}

interface LoopContext {
  readonly loop: UnregisterLoop;
  readonly tree: TreeOffers;
}

/** One rule, one file. A rule filters effects; it never reads text, files or the parser. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** One line for `pernet-lens rules`, SARIF and the docs index: lower case, no full stop. */
  readonly summary: string;
  /** Slots whose handlers `checkExitPath` is asked about. */
  readonly slots: readonly SlotName[];
  /** Reports shown on the handler's name in the ops initialiser. */
  readonly checkExitPath?: (context: ExitPathContext) => readonly Report[];
  /** Reports shown on the call in the loop. */
  readonly checkLoop?: (context: LoopContext) => readonly Report[];
  /** Only asked when no other rule reported anything for the same exit path. */
  readonly lastResort?: boolean;
}

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Symbol first, what it costs, the way out; one line, no full stop. */
  readonly message: string;
  readonly file: string;
  readonly range: Range;
  readonly ops: string | null;
  readonly slot: SlotName | null;
  readonly handler: string | null;
  readonly path: readonly Hop[];
  /** The primitive the path ends at; null for a finding about the absence of one. */
  readonly primitive: string | null;
  /** The lock that is taken, as `Effect.lock`; null where none is involved. */
  readonly lock: string | null;
  /** Ids of the refactorings that would remove the finding. */
  readonly fixes: readonly string[];
}
