import type * as vscode from 'vscode';
import type { Server } from './server';

/** What a feature gets to work with. */
export interface Lens {
  readonly server: Server;
  readonly log: vscode.LogOutputChannel;
  /** Kept for this workspace over restarts. */
  readonly memento: vscode.Memento;
  /** The folder of the extension. */
  readonly extensionUri: vscode.Uri;
  readonly subscriptions: vscode.Disposable[];
}
