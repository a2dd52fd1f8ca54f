/**
 * Makes a fresh clone ready: checks Node, installs what the lock file names if that is not there, and builds dist/ if
 * a source is newer. Does nothing, and says nothing, where all is ready. Runs before anything is installed, so it
 * imports nothing but Node's own modules.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = name => JSON.parse(readFileSync(join(root, name), 'utf8'));

function fail(message) {
  console.error(`setup: ${message}`);
  process.exit(1);
}

/** Names what it does, does it, and ends the set-up if it fails. */
function step(name, command, args) {
  console.error(`setup: ${name} …`);
  const start = Date.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error?.code === 'ENOENT')
    fail(
      `\`${command}\` was not found. It comes with Node (https://nodejs.org), or as a package of its own.`,
    );
  if (error) fail(`${name}: ${error.message}`);
  if (status !== 0) fail(`${name} failed. The lines above say why; \`npm run setup\` tries again.`);
  console.error(`setup: ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

function checkNode() {
  const wanted = read('package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(
    `Node ${wanted} or newer is needed; ${process.execPath} is ${process.versions.node}. See https://nodejs.org`,
  );
}

/** Whether node_modules holds what the lock file says, by the record that npm leaves there. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(read('package-lock.json').packages).every(
    ([folder, { version, integrity, optional }]) => {
      if (folder === '') return true;
      const found = installed[folder];
      // packages for other platforms are optional, and not installed
      if (!found) return optional === true;
      return found.version === version && found.integrity === integrity && existsSync(join(root, folder));
    },
  );
}

/** When the newest of these files and of those below these folders was changed, in milliseconds. */
function newest(names) {
  return Math.max(
    ...names.map(name => {
      const path = join(root, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat) return 0;
      if (!stat.isDirectory()) return stat.mtimeMs;
      return newest(readdirSync(path).map(entry => join(name, entry)));
    }),
    0,
  );
}

function isBuilt() {
  const built = statSync(join(root, 'dist/cli.cjs'), { throwIfNoEntry: false });
  const sources = ['src', 'docs/rules', 'schemas', 'esbuild.mjs', 'package.json', 'package-lock.json'];
  return built !== undefined && built.mtimeMs >= newest(sources);
}

checkNode();
if (!isInstalled()) {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('.js')) step('install the dependencies', process.execPath, [npm, ...args]);
  else step('install the dependencies', 'npm', args);
}
if (!isBuilt()) step('build', process.execPath, [join(root, 'esbuild.mjs')]);
