import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ScanReport } from '../../src/report';
import { REPOSITORY } from './repository';

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  /** Who runs it; only root can choose. */
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Bundle {
  /** Runs the command line in a folder. */
  run(cwd: string, ...argv: readonly string[]): Ran;
  /** A scan's report, which must be there; exit codes 0 and 1 are both fine. */
  report(cwd: string, ...argv: readonly string[]): ScanReport;
  /** The same command line in other circumstances. */
  under(circumstances: Circumstances): Bundle;
}

/** The command line as users get it, built before and removed after the tests of a file; its cache as well. */
export function bundledCli(): Bundle {
  const home = mkdtempSync(join(tmpdir(), 'pernet-lens-bundle-'));
  const dist = join(home, 'dist');
  beforeAll(() => {
    const build = ['esbuild.mjs', '--outdir', dist];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: REPOSITORY, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no bundle: ${stderr}`);
    mkdirSync(join(home, 'cache'));
    // whoever runs it
    for (const [folder, mode] of [
      [home, 0o755],
      [join(home, 'cache'), 0o777],
    ] as const)
      chmodSync(folder, mode);
  });
  afterAll(() => rmSync(home, { recursive: true }));
  return bundle(home, {});
}

function bundle(home: string, { uid, env }: Circumstances): Bundle {
  const run: Bundle['run'] = (cwd, ...argv) => {
    const { status, stdout, stderr, error } = spawnSync(
      process.execPath,
      [join(home, 'dist/cli.cjs'), ...argv],
      {
        cwd,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), ...env },
        maxBuffer: 1 << 30,
        ...(uid === undefined ? {} : { uid, gid: uid }),
      },
    );
    if (error) throw error;
    return { status, stdout, stderr };
  };
  return {
    run,
    report(cwd, ...argv) {
      const { status, stdout, stderr } = run(cwd, 'scan', '--format', 'json', ...argv);
      if (status !== 0 && status !== 1) throw new Error(`the scan ended with ${status}: ${stderr}`);
      return JSON.parse(stdout);
    },
    under: circumstances => bundle(home, circumstances),
  };
}
