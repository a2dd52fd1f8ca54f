import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cache } from '../../src/host/cache';
import { ResultCache } from '../../src/host/result-cache';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pernet-lens-cache-'));
  root = mkdtempSync(join(tmpdir(), 'pernet-lens-tree-'));
  writeFileSync(join(root, 'a.c'), 'int a;\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(root, { recursive: true });
});

/** Remembers an index for a.c and writes the cache. */
function remember(): void {
  const cache = new Cache(folder, root, 'key');
  cache.of('a.c')!.index = '\nint a\t"quoted"\n\n\n';
  cache.touch('a.c');
  expect(cache.save()).toBeNull();
}

const recalled = (key = 'key'): string | undefined => new Cache(folder, root, key).of('a.c')?.index;

const onlyFile = (): string => join(folder, readdirSync(folder)[0]!);

test('what was remembered comes back, byte for byte', () => {
  remember();
  expect(recalled()).toBe('\nint a\t"quoted"\n\n\n');
});

test('a file that changed, by size or by time alone, is not remembered', () => {
  remember();
  utimesSync(join(root, 'a.c'), 1, 1);
  expect(recalled()).toBeUndefined();
  remember();
  appendFileSync(join(root, 'a.c'), 'int b;\n');
  expect(recalled()).toBeUndefined();
});

test('a file whose name would not fit on a line is read anew', () => {
  const odd = 'a\tb\nc.c';
  writeFileSync(join(root, odd), '');
  const cache = new Cache(folder, root, 'key');
  cache.of(odd)!.index = 'x';
  cache.touch(odd);
  cache.save();
  const again = new Cache(folder, root, 'key');
  expect(again.problem).toBeNull();
  expect(again.of(odd)).toEqual({});
});

test('a file that is gone has nothing to remember; another key knows nothing', () => {
  remember();
  expect(recalled('other')).toBeUndefined();
  rmSync(join(root, 'a.c'));
  expect(new Cache(folder, root, 'key').of('a.c')).toBeNull();
});

test.each([
  ['cut off', (text: string) => text.slice(0, -5)],
  ['not ours', () => 'something else\n'],
  ['without tabs', (text: string) => `${text.split('\n')[0]}\na.c nothing\n`],
])('a cache file that is %s is ignored, said, and made anew', (_, damage) => {
  remember();
  writeFileSync(onlyFile(), damage(readFileSync(onlyFile(), 'utf8')));
  const cache = new Cache(folder, root, 'key');
  expect(cache.of('a.c')?.index).toBeUndefined();
  expect(cache.problem).toMatch(/ignored and is made anew$/);
  remember();
  expect(recalled()).toBeDefined();
});

test('an entry that is no JSON is as good as none', () => {
  remember();
  writeFileSync(onlyFile(), readFileSync(onlyFile(), 'utf8').replace('{"index"', '{index'));
  expect(recalled()).toBeUndefined();
});

test('a cache that cannot be written says why and where', () => {
  const cache = new Cache(join(root, 'a.c', 'below-a-file'), root, 'key');
  cache.of('a.c')!.index = '';
  cache.touch('a.c');
  expect(cache.save()).toMatch(/^the cache .* could not be written: /);
});

/** Well after these tests wrote their files. */
const LATER = Date.now() + 60_000;

const RESULT = { analysis: { ops: [] }, notes: [] } as unknown as Parameters<ResultCache['save']>[1];

test('a whole answer stands until a file, or what a folder lists, changes', () => {
  const results = new ResultCache(folder, root, 'request');
  expect(results.load()).toBeNull();
  expect(results.save(['', 'a.c'], RESULT, LATER)).toBeNull();
  expect(results.load()).toEqual(RESULT);
  expect(new ResultCache(folder, root, 'another request').load()).toBeNull();
  writeFileSync(join(root, 'b.c'), '');
  expect(results.load()).toBeNull();
});

test('an answer is not kept where a file changed while it was computed, even one whose time was set back', () => {
  const results = new ResultCache(folder, root, 'request');
  const began = Date.now() - 1_000;
  utimesSync(join(root, 'a.c'), 1, 1);
  expect(results.save(['a.c'], RESULT, began)).toBeNull();
  expect(results.load()).toBeNull();
});

test.each([
  ['cut off', (text: string) => text.slice(0, -5)],
  ['empty', () => ''],
  ['changed inside', (text: string) => text.replace('ops', 'spo')],
])('an answer that is %s is ignored, said, and made anew', (_, damage) => {
  const results = new ResultCache(folder, root, 'request');
  results.save(['a.c'], RESULT, LATER);
  writeFileSync(onlyFile(), damage(readFileSync(onlyFile(), 'utf8')));
  expect(results.load()).toBeNull();
  expect(results.problem).toMatch(/ignored and is made anew$/);
  results.save(['a.c'], RESULT, LATER);
  expect(results.load()).toEqual(RESULT);
});

test('only the newest answers of a tree are kept', () => {
  for (let request = 0; request < 12; request++)
    new ResultCache(folder, root, `${request}`).save(['a.c'], RESULT, LATER);
  expect(readdirSync(folder)).toHaveLength(8);
});
