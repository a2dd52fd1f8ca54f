import { type CodeLens, CodeLensRefreshRequest } from 'vscode-languageserver/node';
import { type ExitPathArguments, SHOW_EXIT_PATH_COMMAND } from '../../shared';
import { guarded, type Server } from '../server';
import { placeToLsp, wordOnLine } from '../to-lsp';
import { shortSum } from '../words';

/** A line over each ops: what it pays per netns. Runs the editor's `pernetLens.showExitPath`, or ours. */
export function register(server: Server): void {
  const { connection, abilities, workspace, reporter } = server;
  connection.onCodeLens(
    guarded(server, 'code lens', [], async ({ textDocument: { uri } }, token) => {
      const located = await workspace.answer(uri, token);
      if (!located) return [];
      const { answer, session, file } = located;
      return answer.ops.map((ops): CodeLens => {
        const at = answer.facts?.ops.find(
          ({ name, nameAt }) => name === ops.name && nameAt.line === ops.line - 1,
        );
        const range = at
          ? placeToLsp(at.nameAt)
          : wordOnLine(session.lineOf(file, ops.line), ops.line, ops.name);
        const argument: ExitPathArguments = [{ uri, ops: ops.name }];
        return {
          range,
          command: { title: shortSum(ops), command: SHOW_EXIT_PATH_COMMAND, arguments: [...argument] },
        };
      });
    }),
  );
  if (!abilities.refreshesLenses) return;
  let shown = '';
  reporter.onChanged(() => {
    const answers = workspace.known().flatMap(known => known.answers);
    const now = answers
      .flatMap(({ ops }) => ops.map(own => `${own.file} ${own.name} ${shortSum(own)}`))
      .join('\n');
    if (now !== shown) void connection.sendRequest(CodeLensRefreshRequest.type);
    shown = now;
  });
}
