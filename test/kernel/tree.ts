import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { TREE_MARK } from '../../src/host/tree';

/** Debian's package of the tree that test/kernel/truth was made from. */
const PACKAGE = 'linux-source-6.1';

/** Not read by a scan of the kernel, or not kernel C; the rest of the tree is 51,000 files. */
const LEFT_OUT = ['Documentation', 'LICENSES', 'rust', 'samples', 'scripts', 'tools', 'usr'];

/** A kernel tree to test against. */
export interface KernelTree {
  readonly root: string;
  /** As its Makefile says: `6.1.192`. */
  readonly version: string;
}

/**
 * The tree at KERNEL_TREE, else Debian's: unpacked below the cache folder, and fetched by apt where that is not there
 * yet. Says on standard error what it does, since fetching takes a minute.
 * @throws with what was looked for, where, and what to do
 */
export function findTree(env: NodeJS.ProcessEnv): KernelTree {
  const given = env.KERNEL_TREE;
  if (given) {
    if (!existsSync(join(given, TREE_MARK)))
      throw new Error(`KERNEL_TREE=${given} is no kernel tree: it has no ${TREE_MARK}`);
    return { root: given, version: versionOf(given) };
  }
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pernet-lens-kernel');
  const root = join(folder, PACKAGE);
  if (!existsSync(root)) unpack(folder, root);
  return { root, version: versionOf(root) };
}

function versionOf(root: string): string {
  const makefile = readFileSync(join(root, 'Makefile'), 'utf8');
  return ['VERSION', 'PATCHLEVEL', 'SUBLEVEL']
    .map(name => new RegExp(`^${name} = (\\d+)$`, 'm').exec(makefile)?.[1] ?? '?')
    .join('.');
}

/** Unpacks beside the place and moves there at the end, so that a half unpacked tree is never taken for one. */
function unpack(folder: string, root: string): void {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'unpacking-'));
  try {
    const archive = `/usr/src/${PACKAGE}.tar.xz`;
    const installed = existsSync(archive);
    if (!installed) download(work);
    const tree = join(work, 'tree');
    mkdirSync(tree);
    const leftOut = LEFT_OUT.map(name => `--exclude=${PACKAGE}/${name}`).join(' ');
    const inner = `tar -xJ --strip-components=1 --wildcards ${leftOut} '*.c' '*.h' '${PACKAGE}/Makefile'`;
    const outer = `dpkg-deb --fsys-tarfile *.deb | tar -xO ./usr/src/${PACKAGE}.tar.xz`;
    step('unpack', tree, installed ? `${inner} -f ${archive}` : `cd .. && ${outer} | (cd tree && ${inner})`);
    renameSync(tree, root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function download(work: string): void {
  const fetch = `apt-get download ${PACKAGE}`;
  try {
    step('fetch', work, `command -v apt-get && (${fetch} || (apt-get update && ${fetch}))`);
  } catch (error) {
    throw new Error(
      `no kernel tree to test against: ${(error as Error).message}. Set KERNEL_TREE to an unpacked kernel tree, or ` +
        `put Debian 12's ${PACKAGE}.tar.xz into /usr/src (apt-get install ${PACKAGE} does)`,
    );
  }
  if (!readdirSync(work).some(name => name.endsWith('.deb')))
    throw new Error(`apt-get download left no .deb of ${PACKAGE} in ${work}`);
}

function step(name: string, folder: string, command: string): void {
  console.error(`kernel tree: ${name} ${PACKAGE} …`);
  const start = Date.now();
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`could not ${name} ${PACKAGE}: ${stderr.trim().split('\n').at(-1)}`);
  console.error(`kernel tree: ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
