import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../support/repository';

/** What users have, and the oldest that the manifest promises; as the npm package that ships it is numbered. */
export const VERSIONS = ['4.139.1', '4.100.3'] as const;

/** Debian's browser: `apt-get install chromium`. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pernet-lens-e2e');

/** Counts what the recipe has learned, so that an older installation is not taken for a new one. */
const RECIPE = 2;

/** The start script of a VS Code server, installed below the user's cache folder if it is not there yet. */
export function installedServer(version: string): string {
  const folder = join(CACHE, `${version}-${RECIPE}`);
  const start = join(folder, 'vscode-server');
  if (!existsSync(start)) {
    console.error(`e2e: installing VS Code server ${version} below ${CACHE} …`);
    run('bash', [join(REPOSITORY, 'test/e2e/install-vscode-server.sh'), folder, version]);
  }
  return start;
}

/** Fails with what to do where there is no browser. */
export function checkBrowser(): void {
  if (!existsSync(CHROMIUM))
    throw new Error(`no browser at ${CHROMIUM}: apt-get install chromium, or set CHROMIUM to one`);
}

/** The extension as users install it: the path of a .vsix made from dist/ as it is. */
export function packedExtension(): string {
  const vsix = join(mkdtempSync(join(tmpdir(), 'pernet-lens-vsix-')), 'pernet-lens.vsix');
  run(join(REPOSITORY, 'node_modules/.bin/vsce'), ['package', '--no-dependencies', '--out', vsix]);
  return vsix;
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: REPOSITORY, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}\n${stderr}`.trim()}`);
}
