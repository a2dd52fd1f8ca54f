import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../host/folder';

const LOCK = { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } };
const FOREIGN = { 'node_modules/a-win32': { version: '1.0.0', integrity: 'z', optional: true } };

/** A project with our set-up script, whose `npm ci` and build only leave the traces that the real ones leave. */
function project(lock: object = { ...LOCK, ...FOREIGN }, node = '>=20.12'): string {
  const root = folderWith({
    'package.json': JSON.stringify({ engines: { node } }),
    'package-lock.json': JSON.stringify({ packages: lock }),
    'src/a.ts': '',
    'fake-npm.js': `
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync('node_modules/a', { recursive: true });
      writeFileSync('node_modules/.package-lock.json', '${JSON.stringify({ packages: LOCK })}');`,
    'esbuild.mjs': `
      import { mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('dist', { recursive: true });
      writeFileSync('dist/cli.cjs', '');`,
    'scripts/x': '',
  });
  copyFileSync(new URL('../../scripts/setup.mjs', import.meta.url), join(root, 'scripts/setup.mjs'));
  return root;
}

/** The steps that the set-up takes, and its exit code if that is not 0. */
function setUp(root: string, npm = join(root, 'fake-npm.js')): (string | number | null)[] {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
  expect(stdout).toBe('');
  const lines = stderr.split('\n').filter(line => line.startsWith('setup: ') && !/\d s$/.test(line));
  return [...lines.map(line => line.slice('setup: '.length)), ...(status === 0 ? [] : [status])];
}

const INSTALL = 'install the dependencies …';
const BUILD = 'build …';

test('a fresh clone is installed and built; then there is nothing to do, and nothing to say', () => {
  const root = project();
  expect(setUp(root)).toEqual([INSTALL, BUILD]);
  expect(setUp(root)).toEqual([]);
});

describe('after the first time', () => {
  const later = new Date(Date.now() + 60_000);

  test.each([
    ['a changed source', 'src/a.ts'],
    ['a new lock file with the same packages', 'package-lock.json'],
  ])('%s is built', (_, name) => {
    const root = project();
    setUp(root);
    utimesSync(join(root, name), later, later);
    expect(setUp(root)).toEqual([BUILD]);
  });

  test('a source in a new folder is built', () => {
    const root = project();
    setUp(root);
    mkdirSync(join(root, 'src/core'));
    writeFileSync(join(root, 'src/core/b.ts'), '');
    utimesSync(join(root, 'src/core/b.ts'), later, later);
    expect(setUp(root)).toEqual([BUILD]);
  });

  test('a package that is gone is installed', () => {
    const root = project();
    setUp(root);
    rmSync(join(root, 'node_modules/a'), { recursive: true });
    expect(setUp(root)).toEqual([INSTALL]);
  });

  test('a lock file that asks for another version leads to an installation', () => {
    const root = project();
    setUp(root);
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8').replace('1.0.0', '1.0.1');
    writeFileSync(join(root, 'package-lock.json'), lock);
    expect(setUp(root)[0]).toBe(INSTALL);
  });
});

describe('what goes wrong ends with 1 and says what to do', () => {
  test('an old Node', () => {
    const [message, code] = setUp(project(LOCK, '>=99.1'));
    expect(message).toBe(
      `Node 99.1 or newer is needed; ${process.execPath} is ${process.versions.node}. See https://nodejs.org`,
    );
    expect(code).toBe(1);
  });

  test('a step that fails', () => {
    const root = project();
    writeFileSync(join(root, 'fake-npm.js'), 'process.exit(3)');
    expect(setUp(root)).toEqual([
      INSTALL,
      'install the dependencies failed. The lines above say why; `npm run setup` tries again.',
      1,
    ]);
  });

  test('no npm', () => {
    const root = project();
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], {
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      '`npm` was not found. It comes with Node (https://nodejs.org), or as a package of its own.',
    );
  });
});
