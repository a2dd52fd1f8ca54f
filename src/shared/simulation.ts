/**
 * Between the simulation page and whoever shows it: VS Code's webview panel, or a stand-alone HTML file. The page asks
 * for nothing else; whatever changes it computes itself.
 */
import type { Choice, Offered, TreeProgram } from '../core/dismantle';
import type { Calibration, Scenario } from '../core/simulation';

/** What the page starts from. */
export interface SimulationStart {
  /** Tells one start from the next. */
  readonly id: string;
  readonly version: string;
  /** The scanned tree, or null where the ops come from a preset or a scenario file. */
  readonly tree: TreeProgram | null;
  /** What to look at first; null: the tree as a whole, best refactoring. Only with a tree. */
  readonly choice: Choice | null;
  /** Id of the preset to start with; `tree` and `scenario` are the caller's own. */
  readonly preset: string;
  /** The load, if it is not the preset's; its program counts only without a tree. */
  readonly before: Scenario | null;
  /** What the reader should know of where the ops come from; null: nothing. */
  readonly hint: string | null;
  /** What to compare with, if it is neither a slot nor the preset's. */
  readonly after: Scenario | null;
  /** Prices measured on the user's machine. */
  readonly calibration: Calibration | null;
  /** Whether the host can show a source line. */
  readonly opensSource: boolean;
}

/** A comparison, as it is kept over reloads and restarts: small, and computed again from its parameters. */
export interface SimulationSetting {
  readonly preset: string;
  /** Which ops, and what they are compared with; what is set by hand, too. */
  readonly choice: Choice | null;
  /** Changed parameters by path, e.g. `workload.creators`. */
  readonly changes: Readonly<Record<string, number | string>>;
  /** Null: that of the preset or the scenario. */
  readonly seed: number | null;
}

/** What the page keeps with setState(); plain JSON. */
export interface SimulationState extends SimulationSetting {
  readonly format: 1;
  /** What it started from, so that a window restart needs no scan to show the same again. */
  readonly start: SimulationStart;
  readonly pinned: readonly (SimulationSetting & { readonly label: string })[];
}

/** Host to page. */
export type ToSimulation =
  | { readonly type: 'start'; readonly start: SimulationStart }
  /** The answer to `offered`; null: it could not be found out, and `why` says why. */
  | { readonly type: 'offered'; readonly offered: Offered | null; readonly why: string };

/** Page to host. */
export type FromSimulation =
  /** The page is there. `kept`: the id of what it started from before it was hidden; null: it waits for a start. */
  | { readonly type: 'ready'; readonly kept: string | null }
  /** Show the line; `file` relative to the tree root, 1-based. */
  | { readonly type: 'openSource'; readonly file: string; readonly line: number }
  /** Ask refactorings what they offer for these ops. */
  | { readonly type: 'offered'; readonly ids: readonly string[] }
  /** Put a text on the clipboard. */
  | { readonly type: 'copy'; readonly text: string }
  /** Let the user save a file; `base64` says how `content` is written. */
  | {
      readonly type: 'save';
      readonly name: string;
      readonly content: string;
      readonly base64: boolean;
    };
