import * as vscode from 'vscode';

/** What `when` clauses of the manifest ask for, as `pernetLens.NAME`. */
interface Contexts {
  /** A kernel, or code with ops, is at hand: the view is shown. */
  readonly near: boolean;
  readonly scanning: boolean;
  readonly filtered: boolean;
  readonly grouping: 'cost' | 'subsystem';
  /** Which of the view's texts for emptiness holds. */
  readonly state: ViewState;
}

export const setContext = <Name extends keyof Contexts>(name: Name, value: Contexts[Name]): void => {
  void vscode.commands.executeCommand('setContext', `pernetLens.${name}`, value);
};

export type ViewState = 'starting' | 'scanning' | 'unscanned' | 'none' | 'filtered' | 'failed' | 'listed';
