import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import type { Offered } from '../../core/dismantle';
import { findOffered } from '../../host/offered';
import { OFFERED_REQUEST, type OfferedParams } from '../../shared';
import type { Server } from '../server';

/** What refactorings offer for some ops, worked out beside what is open: no file and no buffer is changed. */
export function register({ connection, workspace }: Server): void {
  connection.onRequest(OFFERED_REQUEST, async ({ root, ids }: OfferedParams, token): Promise<Offered> => {
    const known = workspace.known().find(({ session }) => URI.file(session.root).toString() === root);
    const [first] = known?.answers ?? [];
    if (!known || !first)
      throw new ResponseError(LSPErrorCodes.RequestFailed, `nothing is known of ${root}: scan it first`);
    const { session, answers } = known;
    const { configuration } = await workspace.settings.for(join(session.root, first.file), session.treeRoot);
    const open = workspace
      .openIn(session)
      .map(({ file, uri }) => [file, workspace.documents.get(uri)?.getText()]);
    const files = answers.map(({ file }) => join(session.root, file));
    const aborter = new AbortController();
    token.onCancellationRequested(() => aborter.abort());
    const offered = await findOffered({
      report: {
        tree: { root: session.root, ...first.slots },
        ops: answers.flatMap(({ ops }) => ops),
        findings: answers.flatMap(({ findings }) => findings),
      },
      open: new Map(open.filter((entry): entry is [string, string] => entry[1] !== undefined)),
      paths: files,
      treeRoot: session.treeRoot,
      configuration,
      jobs: availableParallelism(),
      cacheDir: workspace.cacheDir,
      ids,
      refactoring: null,
      signal: aborter.signal,
      onProgress: () => {},
    });
    if (offered === null) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return offered;
  });
}
