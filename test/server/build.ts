import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** As users get them: a folder with the bundles, and no node_modules in it or above. */
export const dist = mkdtempSync(join(tmpdir(), 'pernet-lens-dist-'));

beforeAll(() => {
  const script = new URL('../../esbuild.mjs', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, '--outdir', dist], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the bundles could not be built:\n${stderr}`);
}, 60_000);

afterAll(() => rmSync(dist, { recursive: true }));
