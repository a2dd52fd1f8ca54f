import { type CodeLens, CodeLensRefreshRequest, type Command, type Range } from 'vscode-languageserver/node';
import type { Ops } from '../../core/project';
import { type OpsArguments, opsWords, SHOW_EXIT_PATH_COMMAND, SIMULATE_COMMAND } from '../../shared';
import { guarded, type Server } from '../server';
import { placeToLsp, wordOnLine } from '../to-lsp';
import type { Located } from '../workspace';

/**
 * A line over each ops: what it pays. In our own extension it opens the simulation, and a second one the exit path; in
 * other editors it shows the exit path.
 */
export function register(server: Server): void {
  const { connection, abilities, workspace, reporter } = server;
  connection.onCodeLens(
    guarded(server, 'code lens', [], async ({ textDocument: { uri } }, token) => {
      const located = await workspace.answer(uri, token);
      if (!located) return [];
      return located.answer.ops.flatMap((ops): CodeLens[] => {
        const range = nameRange(ops, located);
        return commandsFor(ops, uri, abilities.isOurs).map(command => ({ range, command }));
      });
    }),
  );
  if (!abilities.refreshesLenses) return;
  let shown = '';
  reporter.onChanged(() => {
    const open = workspace.sessions.flatMap(session =>
      workspace.openIn(session).flatMap(({ uri, file }) => {
        const ops = session.known(file)?.ops ?? [];
        return ops.map(own => `${uri} ${own.name} ${opsWords(own)}`);
      }),
    );
    const now = open.join('\n');
    if (now !== shown) void connection.sendRequest(CodeLensRefreshRequest.type);
    shown = now;
  });
}

function commandsFor(ops: Ops, uri: string, isOurs: boolean): readonly Command[] {
  const given: OpsArguments = [{ uri, ops: ops.name }];
  const title = opsWords(ops);
  if (!isOurs) return [{ title, command: SHOW_EXIT_PATH_COMMAND, arguments: [...given] }];
  const hasPath = ops.exitPaths.some(({ slot, effects }) => slot !== 'init' && effects.length > 0);
  return [
    { title, command: SIMULATE_COMMAND, arguments: [...given] },
    ...(hasPath ? [{ title: 'exit path', command: SHOW_EXIT_PATH_COMMAND, arguments: [...given] }] : []),
  ];
}

function nameRange(ops: Ops, { answer, session, file }: Located): Range {
  const written = answer.facts?.ops.find(
    ({ name, nameAt }) => name === ops.name && nameAt.line === ops.line - 1,
  );
  return written
    ? placeToLsp(written.nameAt)
    : wordOnLine(session.lineOf(file, ops.line), ops.line, ops.name);
}
