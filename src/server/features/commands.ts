import {
  LSPErrorCodes,
  MessageType,
  ResponseError,
  WorkDoneProgressReporter,
} from 'vscode-languageserver/node';
import { type OpsArguments, SCAN_COMMAND, SHOW_EXIT_PATH_COMMAND } from '../../shared';
import { OPEN_PAGE_COMMAND } from '../actions/open-page';
import { exitPathText } from '../exit-path-text';
import { type Server, showMessage } from '../server';
import { scanWorkspace } from './workspace-scan';

/** The commands that an editor can have executed. */
export function register(server: Server, status: { scanning(is: boolean): void }): void {
  const { connection, abilities, workspace, log } = server;
  let isScanning = false;

  connection.onExecuteCommand(async ({ command, arguments: given = [] }, token, workDone) => {
    switch (command) {
      case SCAN_COMMAND: {
        if (isScanning)
          throw new ResponseError(LSPErrorCodes.RequestFailed, 'a scan of the workspace is running');
        isScanning = true;
        status.scanning(true);
        const { progress, isCancelled } = await progressFor(workDone);
        progress.begin('Pernet Lens', 0, 'listing files', true);
        try {
          const outcome = await scanWorkspace(
            server,
            token,
            progress,
            () => token.isCancellationRequested || isCancelled(),
          );
          log(
            `workspace scan${outcome.cancelled ? ' cancelled' : ''}: ${outcome.files} files, ${outcome.ops} ops, ${outcome.findings} findings`,
          );
          return outcome;
        } finally {
          progress.done();
          isScanning = false;
          status.scanning(false);
        }
      }
      case OPEN_PAGE_COMMAND:
        return openPage(String(given[0]));
      case SHOW_EXIT_PATH_COMMAND:
        return showExitPath(given as unknown as OpsArguments);
      default:
        throw new ResponseError(LSPErrorCodes.RequestFailed, `there is no command ${command}`);
    }
  });

  /** The editor's own progress if it asked for one, else one of ours, which can be cancelled by itself. */
  async function progressFor(given: WorkDoneProgressReporter) {
    const isReal = !WorkDoneProgressReporter.isNullInstance(given);
    if (isReal || !abilities.createsProgress) return { progress: given, isCancelled: () => false };
    const progress = await connection.window.createWorkDoneProgress();
    return { progress, isCancelled: () => progress.token.isCancellationRequested };
  }

  async function openPage(url: string): Promise<null> {
    if (!url.startsWith('https://'))
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${url} is no page of ours`);
    const shown =
      abilities.showsDocuments &&
      (await connection.window.showDocument({ uri: url, external: true })).success;
    if (!shown) showMessage(server, MessageType.Info, url);
    return null;
  }

  async function showExitPath([argument]: OpsArguments): Promise<string> {
    const located = await workspace.answer(argument.uri);
    const ops = located?.answer.ops.find(({ name }) => name === argument.ops);
    const text = ops ? exitPathText(ops) : `${argument.ops} is not there any more`;
    showMessage(server, MessageType.Info, text);
    return text;
  }
}
