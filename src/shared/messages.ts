import type { Configuration } from '../core/configuration';
import type { SlotName } from '../core/kernel';
import type { Ops } from '../core/project';
import type { Finding } from '../core/rules';

/** Messages beyond the Language Server Protocol. Any client may use them; none has to. */

/** Request, no parameters → `OpsAnswer`: what is known now, of open files or, after a scan, of the workspace. */
export const OPS_REQUEST = 'pernetLens/ops';

/** Request with `OfferedParams` → `Offered`: the edits of refactorings, made in memory and analysed. May take seconds. */
export const OFFERED_REQUEST = 'pernetLens/offered';

/** Notification from the server, no parameters: `pernetLens/ops` would answer something else now. */
export const OPS_CHANGED = 'pernetLens/opsChanged';

/** Notification from the server with a `Status`. */
export const STATUS_NOTIFICATION = 'pernetLens/status';

/** Request with `ReportParams` → the text of the report in that format. */
export const REPORT_REQUEST = 'pernetLens/report';

/** Request with `EffectiveConfigurationParams` → `EffectiveConfiguration`. */
export const CONFIGURATION_REQUEST = 'pernetLens/configuration';

/** `workspace/executeCommand` without arguments: scans every folder of the workspace; with work-done progress. */
export const SCAN_COMMAND = 'pernetLens.scanWorkspace';

/** The command of a code lens, with `OpsArguments`; run by our own client, for others by the server. */
export const SHOW_EXIT_PATH_COMMAND = 'pernetLens.showExitPath';

/** Opens the simulation with one ops selected, `OpsArguments`, or with none; only our own client has it. */
export const SIMULATE_COMMAND = 'pernetLens.simulate';

/** Ops and findings of one kernel tree, or of one folder outside of any. */
export interface TreeOps {
  /** URI of the folder that the paths in `ops` and `findings` are relative to. */
  readonly root: string;
  /** Slots that the tree's core calls. */
  readonly slots: readonly SlotName[];
  /** Its cleanup_net() waits by synchronize_rcu_expedited(). */
  readonly expedited: boolean;
  readonly ops: readonly Ops[];
  readonly findings: readonly Finding[];
}

export interface OpsAnswer {
  readonly trees: readonly TreeOps[];
  /** What was looked at: open files and what they reach, or everything. */
  readonly covers: 'open-files' | 'workspace';
}

export interface OfferedParams {
  /** As in `TreeOps`. */
  readonly root: string;
  /** Which ops, as `file:name`; null: all that are known. */
  readonly ids: readonly string[] | null;
}

export interface Status {
  readonly state: 'idle' | 'analysing' | 'scanning';
  /** Wall time of the last analysis, milliseconds; null before the first. */
  readonly lastMilliseconds: number | null;
  /** Ops and findings known now. */
  readonly ops: number;
  readonly findings: number;
}

export interface ReportParams {
  readonly format: 'json' | 'sarif';
}

export interface EffectiveConfigurationParams {
  /** The file or folder that is asked about. */
  readonly uri: string;
}

export interface EffectiveConfiguration {
  /** Where the configuration comes from; `file` is an absolute path. */
  readonly source: 'file' | 'settings' | 'defaults';
  readonly file: string | null;
  /** Why the file or the settings could not be used; what holds instead is in `configuration`. */
  readonly problem: string | null;
  /** Root of the kernel tree, an absolute path, or null where none was found. */
  readonly tree: string | null;
  readonly slots: readonly SlotName[];
  readonly slotsFrom: 'tree' | 'configuration' | 'default';
  readonly configuration: Configuration;
}

/** An ops by its file and its name. */
export interface OpsReference {
  readonly uri: string;
  readonly ops: string;
}

/** The ops that a lens stands over, or that a hover or an action is about. */
export type OpsArguments = readonly [OpsReference];
