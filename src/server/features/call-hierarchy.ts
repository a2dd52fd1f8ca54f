import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Range,
  SymbolKind,
} from 'vscode-languageserver/node';
import type { Effect, ExitPath } from '../../core/project';
import type { Session } from '../../host/session';
import { effectWords, placeWords } from '../../shared';
import { guarded, type Server } from '../server';
import { lineAt, wordOnLine } from '../to-lsp';
import type { Located } from '../workspace';

/** Where in the tree of an exit path's effects an item stands; goes to the editor and comes back. */
interface Way {
  /** The document of the ops. */
  readonly uri: string;
  readonly ops: string;
  readonly slot: string;
  /** Functions from the handler down to this one; at the end, for a primitive, its name and its call site. */
  readonly functions: readonly string[];
  readonly primitive: string | null;
}

/** From an exit handler down to what it pays, through every function on the way; and back up. */
export function register(server: Server): void {
  const { connection, workspace } = server;
  const { callHierarchy } = connection.languages;
  callHierarchy.onPrepare(
    guarded(server, 'call hierarchy', null, async ({ textDocument: { uri }, position }, token) => {
      const located = await workspace.answer(uri, token);
      const found = located ? handlerAt(located, position.line + 1, position.character) : null;
      if (!located || !found) return null;
      const { ops, path } = found;
      const way = { uri, ops, slot: path.slot, functions: [path.handler], primitive: null };
      return [itemOf(path.handler, path.definition?.file ?? located.file, way, located, path)];
    }),
  );
  callHierarchy.onOutgoingCalls(
    guarded(server, 'outgoing calls', [], async ({ item }, token) => {
      const at = await reached(item, token);
      return at && at.way.primitive === null ? outgoing(at) : [];
    }),
  );
  callHierarchy.onIncomingCalls(
    guarded(server, 'incoming calls', [], async ({ item }, token) => {
      const at = await reached(item, token);
      return at ? incoming(at) : [];
    }),
  );

  async function reached(
    item: CallHierarchyItem,
    token: Parameters<typeof workspace.answer>[1],
  ): Promise<Reached | null> {
    const way = item.data as Way;
    const located = await workspace.answer(way.uri, token);
    const path = located?.answer.ops
      .find(({ name }) => name === way.ops)
      ?.exitPaths.find(({ slot }) => slot === way.slot);
    return located && path ? { way, located, path } : null;
  }

  interface Reached {
    readonly way: Way;
    readonly located: Located;
    readonly path: ExitPath;
  }

  function outgoing({ way, located, path }: Reached): CallHierarchyOutgoingCall[] {
    const depth = way.functions.length;
    const calls = new Map<string, CallHierarchyOutgoingCall>();
    for (const effect of path.effects) {
      const hop = effect.path[depth - 1];
      if (!hop || !startsWith(effect, way.functions)) continue;
      const next = effect.path[depth];
      const callee = next?.function ?? effect.primitive;
      const key = `${callee} ${next ? next.file : placeWords(hop)} ${next ? '' : effect.per}`;
      const range = wordOnLine(located.session.lineOf(hop.file, hop.line), hop.line, callee);
      const known = calls.get(key);
      if (known) {
        if (!known.fromRanges.some(other => other.start.line === range.start.line))
          known.fromRanges.push(range);
        continue;
      }
      const to = next
        ? itemOf(callee, next.file, { ...way, functions: [...way.functions, callee] }, located, path)
        : primitiveItem(
            effect,
            range,
            { ...way, primitive: `${effect.primitive} ${placeWords(hop)} ${effect.per}` },
            located,
          );
      calls.set(key, { to, fromRanges: [range] });
    }
    return [...calls.values()];
  }

  function incoming({ way, located, path }: Reached): CallHierarchyIncomingCall[] {
    const callers = way.primitive === null ? way.functions.slice(0, -1) : way.functions;
    const caller = callers.at(-1);
    if (caller === undefined) return [];
    const callee = way.primitive?.split(' ')[0] ?? way.functions.at(-1)!;
    const through = path.effects.filter(
      effect => startsWith(effect, way.functions) && (way.primitive === null || effect.primitive === callee),
    );
    const hops = through.flatMap(effect => effect.path[callers.length - 1] ?? []);
    const [hop] = hops;
    if (!hop) return [];
    const from = itemOf(caller, hop.file, { ...way, functions: callers, primitive: null }, located, path);
    const lines = [...new Set(hops.map(({ line }) => line))];
    return [
      {
        from,
        fromRanges: lines.map(line => wordOnLine(located.session.lineOf(hop.file, line), line, callee)),
      },
    ];
  }

  function primitiveItem(effect: Effect, range: Range, way: Way, { session }: Located): CallHierarchyItem {
    const hop = effect.path.at(-1)!;
    return {
      name: effect.primitive,
      kind: SymbolKind.Event,
      detail: effectWords(effect),
      uri: workspace.uriOf(session, hop.file),
      range,
      selectionRange: range,
      data: way,
    };
  }

  function itemOf(
    name: string,
    file: string,
    way: Way,
    { session }: Located,
    path: ExitPath,
  ): CallHierarchyItem {
    const range = definitionRange(session, name, file) ?? fallbackRange(session, name, path);
    return {
      name,
      kind: SymbolKind.Function,
      detail: `${way.functions.length === 1 ? `.${way.slot} of ${way.ops}, ` : ''}${file}`,
      uri: workspace.uriOf(session, file),
      range,
      selectionRange: range,
      data: way,
    };
  }
}

const startsWith = ({ path }: Effect, functions: readonly string[]): boolean =>
  functions.every((name, at) => path[at]?.function === name);

/** The handler whose name, in the initialiser or at its definition, a position is on. @param line 1-based */
function handlerAt({ answer, session, file }: Located, line: number, character: number) {
  const row = session.lineOf(file, line);
  const word = [...row.matchAll(/[A-Za-z_]\w*/g)].find(
    ({ 0: text, index }) => index <= character && character <= index + text.length,
  )?.[0];
  for (const ops of answer.ops) {
    for (const path of ops.exitPaths) if (path.handler === word) return { ops: ops.name, path };
  }
  return null;
}

/** The name of a function where it is defined. */
function definitionRange(session: Session, name: string, file: string): Range | null {
  const [definition] = session.definitionsOf(name, file);
  const text = definition && session.textOf(file);
  if (!text) return null;
  const line = lineAt(text, definition.definition.nameAt) + 1;
  return wordOnLine(session.lineOf(file, line), line, name);
}

const fallbackRange = (session: Session, name: string, { definition, range }: ExitPath): Range =>
  definition
    ? wordOnLine(session.lineOf(definition.file, definition.line), definition.line, name)
    : {
        start: { line: range.start.line - 1, character: range.start.column - 1 },
        end: { line: range.end.line - 1, character: range.end.column - 1 },
      };
