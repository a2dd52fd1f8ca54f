import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { ScanReport } from '../../src/report';
import { REPOSITORY } from './repository';

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Bundle {
  /** Runs the command line in a folder. */
  run(cwd: string, ...argv: readonly string[]): Ran;
  /** A scan's report, which must be there; exit codes 0 and 1 are both fine. */
  report(cwd: string, ...argv: readonly string[]): ScanReport;
  /** Absolute path of cli.cjs. */
  readonly script: string;
}

/** The command line as users get it, built before and removed after the tests of a file. */
export function bundledCli(): Bundle {
  const dist = mkdtempSync(join(tmpdir(), 'pernet-lens-dist-'));
  const script = join(dist, 'cli.cjs');
  beforeAll(() => {
    const build = ['esbuild.mjs', '--outdir', dist];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: REPOSITORY, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no bundle: ${stderr}`);
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  const run: Bundle['run'] = (cwd, ...argv) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: dist, XDG_CACHE_HOME: join(dist, 'cache') },
      maxBuffer: 1 << 30,
    });
    return { status, stdout, stderr };
  };
  return {
    script,
    run,
    report(cwd, ...argv) {
      const { status, stdout, stderr } = run(cwd, 'scan', '--format', 'json', ...argv);
      if (status !== 0 && status !== 1) throw new Error(`the scan ended with ${status}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
