/** What the worker is asked and answers. */
import type {
  Bands,
  BatchCost,
  PriceName,
  Run,
  Scenario,
  Sensitivity,
  Varied,
  Verdict,
} from '../core/simulation';

export interface Pair<T> {
  readonly before: T;
  readonly after: T | null;
}

export type Work =
  /** Runs with the fluid engine, at once. */
  | { readonly kind: 'live'; readonly id: number; readonly scenarios: Pair<Scenario>; readonly batch: number }
  /** Bands, sensitivity and pinned runs, while nothing live is asked. */
  | {
      readonly kind: 'later';
      readonly id: number;
      readonly scenarios: Pair<Scenario>;
      readonly replications: number;
      readonly vary: Varied;
      /** Prices that were measured: they do not vary. */
      readonly fixed: readonly PriceName[];
      readonly pinned: readonly Pair<Scenario>[];
    }
  /** Runs with the event engine; stopped by a later `live`, or by `stop`. */
  | {
      readonly kind: 'exact';
      readonly id: number;
      readonly scenarios: Pair<Scenario>;
      readonly batch: number;
    }
  | { readonly kind: 'stop' };

export interface Computed {
  readonly runs: Pair<Run>;
  readonly costs: Pair<BatchCost>;
  readonly verdict: Verdict | null;
}

/** What each price would change, beside the figures with all prices as they are; no jitter in either. */
export interface Sensitivities {
  readonly rows: readonly Sensitivity[];
  readonly now: { readonly creationTime: number; readonly peakAlive: number };
}

export type Answer =
  | ({ readonly kind: 'live' | 'exact'; readonly id: number } & Computed)
  | { readonly kind: 'bands'; readonly id: number; readonly bands: Pair<Bands> }
  | ({ readonly kind: 'sensitivity'; readonly id: number } & Sensitivities)
  | { readonly kind: 'pinned'; readonly id: number; readonly runs: readonly Pair<Run>[] }
  /** 0 to 1 */
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
