import type { Server } from '../server';

/** How long nothing has to happen before what was read is written down for the next start, milliseconds. */
const QUIET = 4_000;

/** Keeps what was read for the next start, and lets go of everything at the end. */
export function register({ connection, workspace, reporter, log }: Server): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    for (const session of workspace.sessions) {
      const problem = session.saveCache();
      if (problem) log(problem);
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, QUIET).unref();
  };
  workspace.onSession = session => {
    log(
      session.treeRoot === null ? `no kernel tree above ${session.root}` : `kernel tree ${session.treeRoot}`,
    );
    later();
  };
  reporter.onChanged(later);
  connection.onShutdown(async () => {
    clearTimeout(timer);
    save();
    await workspace.close();
  });
}
