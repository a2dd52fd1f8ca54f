import {
  type Connection,
  type MessageType,
  ResponseError,
  ShowMessageNotification,
} from 'vscode-languageserver/node';
import type { Abilities } from './abilities';
import type { Reporter } from './features/diagnostics';
import type { Workspace } from './workspace';

/** What a feature gets to work with. */
export interface Server {
  readonly connection: Connection;
  readonly abilities: Abilities;
  readonly workspace: Workspace;
  readonly reporter: Reporter;
  /** One line in the editor's log. */
  log(message: string): void;
}

/** Shows a message and does not wait for anybody to read it. */
export const showMessage = (
  { connection }: Pick<Server, 'connection'>,
  type: MessageType,
  message: string,
): void => {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
};

/** A handler whose failure costs one line in the log and an empty answer, never the server. */
export const guarded =
  <Params, Rest extends readonly unknown[], Result>(
    { log }: Pick<Server, 'log'>,
    name: string,
    otherwise: Result,
    handler: (params: Params, ...rest: Rest) => Promise<Result> | Result,
  ) =>
  async (params: Params, ...rest: Rest): Promise<Result> => {
    try {
      return await handler(params, ...rest);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      log(`${name} failed: ${oneLine(error)}. Please report it`);
      return otherwise;
    }
  };

/** What went wrong, for a line of the log. */
export const oneLine = (error: unknown): string =>
  error instanceof Error ? `${error.message.split('\n')[0]}${placeOf(error)}` : String(error);

/** Where to look first. */
const placeOf = ({ stack }: Error): string => {
  const place = stack?.split('\n').find(line => line.trimStart().startsWith('at '));
  return place ? ` (${place.trim()})` : '';
};
