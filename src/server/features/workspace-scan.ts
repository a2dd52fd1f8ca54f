import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { CancellationToken, WorkDoneProgressReporter } from 'vscode-languageserver/node';
import { isFolder } from '../../host/files';
import { walkSources } from '../../host/walk';
import type { Server } from '../server';
import type { Workspace } from '../workspace';

/** Files whose own facts are read at a time: small enough to stop soon. */
const CHUNK = 400;

export interface ScanOutcome {
  readonly files: number;
  readonly ops: number;
  readonly findings: number;
  readonly cancelled: boolean;
}

/**
 * Looks at every file of the editor's folders, each as if it were open. What is found is shown as it comes; what was
 * found before a cancellation stays.
 */
export async function scanWorkspace(
  { workspace, reporter, log }: Server,
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
  stopped: () => boolean,
): Promise<ScanOutcome> {
  workspace.hasScanned = true;
  reporter.announce();
  const paths = await sourcesOf(workspace, log);
  const worth: string[] = [];
  for (let at = 0; at < paths.length && !stopped(); at += CHUNK) {
    progress.report(Math.floor((at / paths.length) * 50), `reading files, ${at} of ${paths.length}`);
    worth.push(...(await worthAsking(workspace, paths.slice(at, at + CHUNK))));
    await setImmediate();
  }
  let [ops, findings] = [0, 0];
  for (const [at, path] of worth.entries()) {
    if (stopped()) break;
    const spot = await workspace.spotOfPath(path);
    progress.report(50 + Math.floor((at / worth.length) * 50), spot.file);
    const located = await workspace.answerAt(spot, token);
    if (!located) break;
    workspace.keepScanned(spot.session, [spot.file]);
    reporter.show(located);
    ops += located.answer.ops.length;
    findings += located.answer.findings.length;
    reporter.announce();
    await setImmediate();
  }
  for (const session of workspace.sessions) {
    const problem = session.saveCache();
    if (problem) log(problem);
  }
  return { files: paths.length, ops, findings, cancelled: stopped() };
}

/** Absolute paths of the C files of all folders, without those that the configuration leaves out. */
async function sourcesOf(workspace: Workspace, log: (message: string) => void): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const folder of workspace.folders) {
    if (!isFolder(folder)) {
      log(`${folder} is not there any more; not scanned`);
      continue;
    }
    const any = join(folder, 'any.c');
    const root = workspace.treeOf(any) ?? folder;
    const { configuration } = await workspace.settings.for(any, workspace.treeOf(any));
    const { files, notes } = walkSources([folder], root, configuration.exclude);
    for (const { file, message } of notes) log(`${file}: ${message}`);
    for (const file of files) paths.add(join(root, file));
  }
  return [...paths];
}

/** Of these files, those that have ops or loops. */
async function worthAsking(workspace: Workspace, paths: readonly string[]): Promise<readonly string[]> {
  const bySession = new Map<Awaited<ReturnType<Workspace['spotOfPath']>>['session'], Map<string, string>>();
  for (const path of paths) {
    const { session, file } = await workspace.spotOfPath(path);
    bySession.set(session, (bySession.get(session) ?? new Map<string, string>()).set(file, path));
  }
  const worth: string[] = [];
  for (const [session, files] of bySession) {
    const facts = await session.factsOf([...files.keys()]);
    [...files.values()].forEach((path, at) => {
      const own = facts[at];
      if (own && (own.ops.length > 0 || own.unregistering.length > 0 || own.hasSuppressions))
        worth.push(path);
    });
  }
  return worth;
}
