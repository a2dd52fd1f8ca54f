import * as vscode from 'vscode';
import * as configuration from './configuration';
import * as dismantle from './dismantle';
import * as exitPath from './exit-path';
import * as exporting from './export';
import type { Lens } from './lens';
import * as life from './life';
import * as scan from './scan';
import { Server } from './server';
import * as simulation from './simulation';
import * as start from './start';
import * as status from './status';

/** Every feature of the extension; each registers what it needs and keeps its own state. */
const FEATURES: readonly { register(lens: Lens): void }[] = [
  life,
  status,
  dismantle,
  scan,
  exitPath,
  simulation,
  configuration,
  exporting,
  // last: it starts the server, and the others want to hear of it
  start,
];

export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, workspaceState: memento, extension, extensionUri } = context;
  const log = vscode.window.createOutputChannel('Pernet Lens', { log: true });
  log.info(`Pernet Lens ${extension.packageJSON.version}, VS Code ${vscode.version}`);
  const server = new Server(context, log);
  subscriptions.push(log, server);
  for (const feature of FEATURES) feature.register({ server, log, memento, extensionUri, subscriptions });
}
