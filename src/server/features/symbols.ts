import {
  type DocumentSymbol,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbol,
} from 'vscode-languageserver/node';
import type { Ops } from '../../core/project';
import { opsWords } from '../../shared';
import { guarded, type Server } from '../server';
import { rangeToLsp, wordOnLine } from '../to-lsp';
import type { Located } from '../workspace';

/** Ops as symbols: of a document, with their slots below them, and of everything known. */
export function register(server: Server): void {
  const { connection, workspace, abilities } = server;
  connection.onDocumentSymbol(
    guarded(
      server,
      'document symbols',
      [] as DocumentSymbol[] | SymbolInformation[],
      async ({ textDocument: { uri } }, token) => {
        const located = await workspace.answer(uri, token);
        if (!located) return [];
        const symbols = located.answer.ops.map(ops => symbolOf(ops, located));
        return abilities.nestedSymbols
          ? symbols
          : symbols.map(
              ({ name, kind, range }): SymbolInformation => ({ name, kind, location: { uri, range } }),
            );
      },
    ),
  );
  connection.onWorkspaceSymbol(
    guarded(server, 'workspace symbols', [] as WorkspaceSymbol[], ({ query }) =>
      workspace.known().flatMap(({ session, answers }) =>
        answers.flatMap(answer =>
          answer.ops
            .filter(({ name, members }) =>
              [name, ...Object.values(members)].some(word => matches(query, word)),
            )
            .map(ops => {
              const { selectionRange: range } = symbolOf(ops, { session, file: ops.file });
              return {
                name: ops.name,
                kind: SymbolKind.Object,
                containerName: ops.file,
                location: { uri: workspace.uriOf(session, ops.file), range },
              };
            }),
        ),
      ),
    ),
  );
}

function symbolOf(ops: Ops, { session, file }: Pick<Located, 'session' | 'file'>): DocumentSymbol {
  const selectionRange = wordOnLine(session.lineOf(file, ops.line), ops.line, ops.name);
  const children = ops.exitPaths.map(({ slot, handler, range }): DocumentSymbol => {
    const at = rangeToLsp(range);
    return { name: `.${slot}`, detail: handler, kind: SymbolKind.Method, range: at, selectionRange: at };
  });
  const end = children.reduce(
    (last, { range }) => (range.end.line > last.line ? range.end : last),
    selectionRange.end,
  );
  return {
    name: ops.name,
    detail: opsWords(ops),
    kind: SymbolKind.Object,
    range: { start: selectionRange.start, end },
    selectionRange,
    children,
  };
}

/** The letters of the query in this order, as editors match. */
function matches(query: string, word: string): boolean {
  const letters = word.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase()) {
    at = letters.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
