import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** A window on a folder, as tests of one subject after the other find it. */
export interface Room {
  readonly vscode: VsCode;
  readonly window: Workbench;
  /** Absolute path of the folder, or of the workspace file. */
  readonly path: string;
}
