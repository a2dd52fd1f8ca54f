import type { CancellationToken, CodeAction, CodeActionParams } from 'vscode-languageserver/node';
import { guarded, type Server } from '../server';
import type { Located } from '../workspace';
import { fixAll } from './fix-all';
import { openPage } from './open-page';
import { preview } from './preview';
import { refactorings } from './refactorings';
import { suppressHere } from './suppress';

/** What an action is wanted for. */
export interface ActionRequest {
  readonly server: Server;
  readonly located: Located;
  readonly params: CodeActionParams;
  readonly token: CancellationToken;
}

/** One reason to show a light bulb. An action without an edit, and not disabled, is completed by `resolve`. */
export interface ActionSource {
  /** Goes with each action to the editor and back. */
  readonly id: string;
  readonly provide: (request: ActionRequest) => Promise<readonly CodeAction[]> | readonly CodeAction[];
  readonly resolve?: (action: CodeAction, server: Server) => Promise<CodeAction>;
}

/** In the order of the menu: what helps comes before what hides. */
const SOURCES: readonly ActionSource[] = [refactorings, fixAll, preview, suppressHere, openPage];

/** Code actions of every source; one that fails leaves those of the others. */
export function register(server: Server): void {
  const { connection, workspace } = server;
  connection.onCodeAction(
    guarded(server, 'code actions', [], async (params, token) => {
      const located = await workspace.answer(params.textDocument.uri, token);
      if (!located) return [];
      const wanted = params.context.only;
      const found: CodeAction[] = [];
      for (const source of SOURCES) {
        const provide = guarded(server, `code actions of ${source.id}`, [], source.provide);
        for (const action of await provide({ server, located, params, token })) {
          const isWanted = !wanted || wanted.some(kind => isOfKind(action.kind ?? '', kind));
          if (!isWanted || (action.disabled && !server.abilities.disabledActions)) continue;
          found.push({ ...action, data: { source: source.id, ...(action.data as object | undefined) } });
        }
      }
      return found;
    }),
  );
  connection.onCodeActionResolve(async action => {
    const source = SOURCES.find(({ id }) => id === (action.data as { source?: string } | undefined)?.source);
    return source?.resolve ? source.resolve(action, server) : action;
  });
}

/** `refactor.rewrite` is of the kinds `refactor.rewrite`, `refactor` and ``. */
const isOfKind = (kind: string, wanted: string): boolean =>
  wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
