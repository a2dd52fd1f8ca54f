import { join } from 'node:path';
import { URI } from 'vscode-uri';
import { waitsExpedited } from '../../core/dismantle';
import { readText } from '../../host/source-text';
import { OPS_CHANGED, OPS_REQUEST, type OpsAnswer } from '../../shared';
import type { Server } from '../server';

/** All that is known now, for views of the whole workspace. */
export function register({ connection, workspace, reporter, abilities }: Server): void {
  connection.onRequest(
    OPS_REQUEST,
    (): OpsAnswer => ({
      trees: workspace.known().flatMap(({ session, answers }) =>
        answers.length === 0
          ? []
          : {
              root: URI.file(session.root).toString(),
              slots: answers[0]?.slots.slots ?? [],
              expedited: waitsExpedited(readText(join(session.root, 'net/core/net_namespace.c')) ?? ''),
              ops: answers.flatMap(({ ops }) => ops),
              findings: answers.flatMap(({ findings }) => findings),
            },
      ),
      covers: workspace.hasScanned ? 'workspace' : 'open-files',
    }),
  );
  if (!abilities.isOurs) return;
  let told: string | null = null;
  reporter.onChanged(() => {
    const known = workspace.known().map(({ session, answers }) => {
      const all = answers.map(({ ops, findings }) => [ops, findings]);
      return `${session.root} ${JSON.stringify(all)}`;
    });
    const now = [workspace.hasScanned, ...known].join();
    if (now !== told) void connection.sendNotification(OPS_CHANGED);
    told = now;
  });
}
