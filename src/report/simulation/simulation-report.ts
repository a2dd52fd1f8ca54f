import type { Question, Tally } from '../../core/dismantle';
import type { Bands, Engine, Run, Verdict } from '../../core/simulation';

/** A simulated dismantle with everything that a reader needs to judge it. As it stands it is the `json` format. */
export interface SimulationReport {
  readonly schema: 1;
  readonly tool: { readonly name: 'pernet-lens'; readonly version: string };
  /** What the seconds of this report are. */
  readonly origin: 'simulated';
  readonly engine: Engine;
  readonly question: Question;
  /** Facts of the program. */
  readonly tally: Tally;
  readonly before: Outcome;
  /** Null where nothing was compared. */
  readonly after: Outcome | null;
  readonly verdict: Verdict | null;
}

export interface Outcome {
  readonly run: Run;
  /** Null without replications. */
  readonly bands: Bands | null;
}
