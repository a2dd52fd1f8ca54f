import { chmodSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../host/folder';
import { bundledCli } from '../support/bundled-cli';
import { found, isRoot, NOBODY, notes, quux, runningFirst, shell } from './bad-input';

const cli = bundledCli();

/** Cold, from the cache, and from the cache where a file changed: what is wrong with a file is said every time. */
function reportEachTime(root: string) {
  const cold = cli.report(root);
  expect(cli.report(root)).toEqual(cold);
  utimesSync(join(root, 'net/quux.c'), 1, 1);
  expect(cli.report(root)).toEqual(cold);
  return cold;
}

describe('beside a good file', () => {
  test('a binary one is noted', () => {
    const root = folderWith({ 'net/quux.c': quux() });
    const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at * 7 + (at >> 3)) & 255);
    writeFileSync(
      join(root, 'net/binary.c'),
      Buffer.concat([noise, Buffer.from('struct pernet_operations')]),
    );
    const report = reportEachTime(root);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['net/binary.c: looks like a binary file']);
  });

  test('a huge one is noted, and not read', () => {
    const root = folderWith({ 'net/quux.c': quux(), 'net/huge.c': '' });
    truncateSync(join(root, 'net/huge.c'), 33 * 1024 * 1024);
    const report = reportEachTime(root);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['net/huge.c: larger than 32 MB; not read']);
  });

  test('a large one is read', () => {
    const filler = 'static int quux_pad(int a)\n{\n\treturn a + 1;\n}\n\n'.repeat(100_000);
    const root = folderWith({ 'net/quux.c': quux(), 'net/large.c': `${filler}${quux('corge')}` });
    expect(found(reportEachTime(root))).toEqual(['corge_exit_net', 'quux_exit_net']);
  });

  test('one line of a million brackets is passed over', () => {
    const deep = `int quux(void)\n{\n\t${'('.repeat(500_000)}${')'.repeat(500_000)};\n}\n${'{'.repeat(500_000)}`;
    const root = folderWith({ 'net/deep.c': `${quux('corge')}${deep}`, 'net/quux.c': quux() });
    expect(found(reportEachTime(root))).toEqual(['corge_exit_net', 'quux_exit_net']);
  });

  test('one that is not UTF-8 is read byte by byte, and noted', () => {
    const root = folderWith({ 'net/quux.c': quux() });
    writeFileSync(join(root, 'net/latin.c'), Buffer.from(`/* caf\xe9 */ ${quux('corge')}`, 'latin1'));
    const report = reportEachTime(root);
    expect(found(report)).toEqual(['corge_exit_net', 'quux_exit_net']);
    expect(notes(report)).toEqual(['net/latin.c: not valid UTF-8; read as Latin-1, columns count bytes']);
  });

  test('one with unbalanced braces has what can be read of it', () => {
    const broken = `${quux('corge')}\nvoid open(void)\n{\n\tif (a) {{\n}\n\n}}}\n${quux('grault')}`;
    const root = folderWith({ 'net/broken.c': broken, 'net/quux.c': quux() });
    expect(found(reportEachTime(root))).toEqual(['corge_exit_net', 'grault_exit_net', 'quux_exit_net']);
  });

  test('one that ends in the middle of everything has what can be read of it', () => {
    const ends = ['"', "'", '/*', '(', '{ .exit = ', '#define X(a) \\', '#if 1', '\\'];
    const root = folderWith(
      Object.fromEntries(ends.map((end, at) => [`net/f${at}.c`, `${quux(`f${at}`)}static int x = ${end}`])),
    );
    writeFileSync(join(root, 'net/quux.c'), '');
    expect(found(reportEachTime(root))).toEqual(ends.map((_, at) => `f${at}_exit_net`));
  });

  test('one that vanishes between listing and reading is noted', () => {
    const root = folderWith({ 'net/gone.c': quux('corge'), 'net/quux.c': quux() });
    const env = runningFirst(
      root,
      `const fs = require('node:fs');
       const { openSync } = fs;
       fs.openSync = (path, ...rest) => {
         if (String(path).endsWith('gone.c')) fs.rmSync(path, { force: true });
         return openSync(path, ...rest);
       };`,
    );
    const report = cli.under({ env }).report(root, '--jobs', '1');
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['net/gone.c: could not be read: no such file or folder']);
  });

  test('one on a broken disk is noted', () => {
    const root = folderWith({ 'net/broken.c': quux('corge'), 'net/quux.c': quux() });
    const env = runningFirst(
      root,
      `const fs = require('node:fs');
       const { openSync } = fs;
       fs.openSync = (path, ...rest) => {
         if (String(path).endsWith('broken.c')) throw Object.assign(new Error('EIO: i/o error, open'), { code: 'EIO' });
         return openSync(path, ...rest);
       };`,
    );
    const report = cli.under({ env }).report(root, '--jobs', '1');
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['net/broken.c: could not be read: EIO: i/o error, open']);
  });

  test('one that must not be read is noted', () => {
    const root = folderWith({ 'net/secret.c': quux('corge'), 'net/quux.c': quux() });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'net/secret.c'), 0);
    const report = cli.under(isRoot ? { uid: NOBODY } : {}).report(root, '--no-cache');
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['net/secret.c: could not be read: no permission']);
  });

  test('pipes, folders and devices with names of sources are no sources', () => {
    const root = folderWith({
      'net/quux.c': quux(),
      'net/folder.c/corge.c': quux('corge'),
      'net/null.c': '→ /dev/null',
    });
    expect(shell(`mkfifo '${join(root, 'net/pipe.c')}'`)).toBe(true);
    expect(found(cli.report(root))).toEqual(['corge_exit_net', 'quux_exit_net']);
    expect(cli.run(root, 'scan', 'net/pipe.c')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('net/pipe.c is neither a file nor a folder'),
    });
  });
});

test('threads that die leave their work to the others', () => {
  const names = Array.from({ length: 400 }, (_, at) => `f${at}`);
  const root = folderWith(Object.fromEntries(names.map(name => [`net/${name}.c`, quux(name)])));
  const env = runningFirst(
    root,
    `const { isMainThread } = require('node:worker_threads');
     if (!isMainThread) require('node:fs').openSync = () => process.exit(1);`,
  );
  const alone = cli.report(root, '--no-cache', '--jobs', '1');
  expect(found(alone)).toHaveLength(names.length);
  expect(cli.under({ env }).report(root, '--no-cache', '--jobs', '4')).toEqual(alone);
});
