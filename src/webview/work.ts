/** What the page asks of its laboratory, and what that asks of each worker: the same, one side at a time. */
import type { Bands, BatchCost, PriceName, Run, Scenario, Sensitivity, Varied } from '../core/simulation';
import type { PackedRun } from './packed';

export interface Pair<T> {
  readonly before: T;
  readonly after: T | null;
}

export type SideName = keyof Pair<unknown>;

interface Replicated {
  readonly replications: number;
  readonly vary: Varied;
  /** Prices that were measured: they do not vary. */
  readonly fixed: readonly PriceName[];
}

/** `live`: runs with the fluid engine, at once. `exact`: with the event engine; stopped by newer work. */
interface RunsWanted {
  readonly kind: 'live' | 'exact';
  readonly id: number;
}

/** Bands, sensitivity and pinned runs, while nothing live is asked. */
interface LaterWanted extends Replicated {
  readonly kind: 'later';
  readonly id: number;
  readonly pinned: readonly Pair<Scenario>[];
}

export type Work =
  | ((RunsWanted | LaterWanted) & { readonly scenarios: Pair<Scenario> })
  /** Stops whatever can be stopped. */
  | { readonly kind: 'stop' };

/** The part of `Work` that one worker does. Pinned runs and the sensitivity are those of the first side. */
export type Half =
  | ((RunsWanted | LaterWanted) & { readonly side: SideName; readonly scenario: Scenario })
  | { readonly kind: 'stop' };

/** A run, and F and c of its plan. */
export interface Ran {
  readonly run: Run;
  readonly cost: BatchCost;
}

/** What each price would change, beside the figures with all prices as they are; no jitter in either. */
export interface Sensitivities {
  readonly rows: readonly Sensitivity[];
  readonly now: { readonly creationTime: number; readonly peakAlive: number };
}

type Other =
  | ({ readonly kind: 'sensitivity'; readonly id: number } & Sensitivities)
  | { readonly kind: 'pinned'; readonly id: number; readonly runs: readonly Pair<Run>[] }
  /** 0 to 1 */
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

export type Answer =
  | { readonly kind: 'live' | 'exact'; readonly id: number; readonly ran: Pair<Ran> }
  | { readonly kind: 'bands'; readonly id: number; readonly bands: Pair<Bands> }
  | Other;

export type HalfAnswer = { readonly side: SideName } & (
  | {
      readonly kind: 'live' | 'exact';
      readonly id: number;
      readonly run: PackedRun;
      readonly cost: BatchCost;
    }
  | { readonly kind: 'bands'; readonly id: number; readonly bands: Bands }
  | Other
);
