import { chmodSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { walkSources } from '../../src/host/walk';
import { asOrdinaryUser, folderWith } from './folder';

const files = (root: string, paths: string[], exclude: string[] = []): readonly string[] =>
  walkSources(
    paths.map(path => (path === '.' ? root : `${root}/${path}`)),
    root,
    exclude,
  ).files;

test('lists .c and .h below a folder, sorted, with paths from the root', () => {
  const root = folderWith({
    'net/b.c': '',
    'net/a/z.h': '',
    'net/a.c': '',
    'net/Kconfig': '',
    'net/a.c.orig': '',
    'drivers/d.c': '',
  });
  expect(files(root, ['net'])).toEqual(['net/a.c', 'net/a/z.h', 'net/b.c']);
  expect(files(root, ['.'])).toEqual(['drivers/d.c', 'net/a.c', 'net/a/z.h', 'net/b.c']);
});

test('tells which folders a new file could appear in: not those that are skipped or excluded', () => {
  const root = folderWith({
    'net/a.c': '',
    'net/x/b.c': '',
    'net/docs/README': '',
    'old/c.c': '',
    '.git/d': '',
  });
  expect([...walkSources([root], root, ['old']).folders].sort()).toEqual(['', 'net', 'net/docs', 'net/x']);
});

test('paths that overlap list a file once', () => {
  const root = folderWith({ 'net/a.c': '', 'net/x/b.c': '' });
  expect(files(root, ['net/x/b.c', 'net/x', 'net'])).toEqual(['net/a.c', 'net/x/b.c']);
});

test('names that begin with a dot are skipped, unless named', () => {
  const root = folderWith({ '.git/a.c': '', '.#lock.c': '→ user@host', '.hidden.c': '', 'a.c': '' });
  expect(walkSources([root], root)).toEqual({ files: ['a.c'], folders: [''], notes: [] });
  expect(files(root, ['.git'])).toEqual(['.git/a.c']);
});

test('a path outside of the root keeps a way to it', () => {
  const root = folderWith({ 'tree/a.c': '', 'module/m.c': '' });
  expect(walkSources([`${root}/module`], `${root}/tree`).files).toEqual(['../module/m.c']);
});

test('an empty folder has no files', () => {
  const root = folderWith({});
  expect(walkSources([root], root)).toEqual({ files: [], folders: [''], notes: [] });
});

describe('exclude', () => {
  const FILES = {
    'net/a.c': '',
    'net/a_kunit.c': '',
    'net/old/b.c': '',
    'drivers/old/c.c': '',
    'drivers/staging/x/d.c': '',
  };

  test.each([
    [
      'a folder by its path',
      ['drivers/staging'],
      ['drivers/old/c.c', 'net/a.c', 'net/a_kunit.c', 'net/old/b.c'],
    ],
    ['all that is in a folder', ['drivers/**'], ['net/a.c', 'net/a_kunit.c', 'net/old/b.c']],
    ['a folder by its name, anywhere', ['old/'], ['drivers/staging/x/d.c', 'net/a.c', 'net/a_kunit.c']],
    ['a folder of the root', ['/drivers'], ['net/a.c', 'net/a_kunit.c', 'net/old/b.c']],
    [
      'files by a pattern',
      ['*_kunit.c', 'net/*.c'],
      ['drivers/old/c.c', 'drivers/staging/x/d.c', 'net/old/b.c'],
    ],
  ])('%s', (_, globs, expected) => {
    expect(files(folderWith(FILES), ['.'], globs)).toEqual(expected);
  });

  test('does not concern a file that is named', () => {
    expect(files(folderWith(FILES), ['net/a.c', 'net'], ['net/*.c'])).toEqual(['net/a.c', 'net/old/b.c']);
  });
});

describe('links', () => {
  test('to folders are not followed: no loop', () => {
    const root = folderWith({ 'net/a.c': '', 'net/loop': '→ ..', 'net/self': '→ .' });
    expect(walkSources([root], root)).toEqual({ files: ['net/a.c'], folders: ['', 'net'], notes: [] });
  });

  test('to a file that is listed anyway count once', () => {
    const root = folderWith({ 'a.c': '', 'b.c': '→ a.c' });
    expect(files(root, ['.'])).toEqual(['a.c']);
  });

  test('to a file elsewhere count, the first of several', () => {
    const root = folderWith({ 'lib/a.c': '', 'net/x.c': '→ ../lib/a.c', 'net/y.c': '→ x.c' });
    expect(files(root, ['net'])).toEqual(['net/x.c']);
  });

  test('that lead nowhere are noted', () => {
    const root = folderWith({ 'gone.c': '→ nowhere.c', 'me.c': '→ me.c' });
    expect(walkSources([root], root)).toEqual({
      files: [],
      folders: [''],
      notes: [
        { file: 'gone.c', line: null, message: 'link not followed: no such file or folder' },
        { file: 'me.c', line: null, message: 'link not followed: it leads to itself' },
      ],
    });
  });
});

test('an unreadable folder is a note, and the rest is listed', () => {
  const root = folderWith({ 'closed/a.c': '', 'open/b.c': '' });
  chmodSync(root, 0o755);
  chmodSync(`${root}/closed`, 0);
  onTestFinished(() => chmodSync(`${root}/closed`, 0o755));
  expect(asOrdinaryUser(() => walkSources([root], root))).toEqual({
    files: ['open/b.c'],
    folders: ['', 'closed', 'open'],
    notes: [{ file: 'closed', line: null, message: 'folder not read: no permission' }],
  });
});

test('a path that vanished is a note', () => {
  const root = folderWith({});
  expect(walkSources([`${root}/gone.c`], root).notes).toEqual([
    { file: 'gone.c', line: null, message: 'not read: no such file or folder' },
  ]);
});
