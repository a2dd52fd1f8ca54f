import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/core/rules/rule';
import { compareWithBaseline, readBaseline, writeBaseline } from '../../src/host/baseline';
import { folderWith } from './folder';

/** A finding about the handler of that name, on a line. */
const about = (handler: string, line: number): Finding => ({
  code: 'exit-takes-rtnl',
  severity: 'warning',
  confidence: 'high',
  message: `\`${handler}\` takes RTNL once per netns`,
  file: 'net/quux.c',
  range: { start: { line, column: 10 }, end: { line, column: 20 } },
  ops: 'quux_net_ops',
  slot: 'exit',
  handler,
  path: [{ function: handler, file: 'net/quux.c', line: line - 9 }],
  primitive: 'rtnl_lock',
  lock: null,
  fixes: [],
});

/** What is left of `now` after a baseline of `before`. */
function compare(before: Finding[], now: Finding[]) {
  const file = `${folderWith({})}/baseline.json`;
  writeBaseline(file, before);
  const reading = readBaseline(file);
  if (reading.kind === 'refused') throw new Error(reading.message);
  const { fresh, stale } = compareWithBaseline(now, reading.entries);
  return { fresh: fresh.map(({ handler }) => handler), stale: stale.map(({ handler }) => handler) };
}

test('findings of the baseline are not fresh, wherever they have moved', () => {
  expect(compare([about('a', 10), about('b', 20)], [about('a', 110), about('b', 7), about('c', 30)])).toEqual(
    {
      fresh: ['c'],
      stale: [],
    },
  );
});

test('an entry that no finding answers to is stale', () => {
  expect(compare([about('a', 10), about('b', 20)], [about('b', 20)])).toEqual({ fresh: [], stale: ['a'] });
});

test('one of two findings alike does not let both pass', () => {
  expect(compare([about('a', 10)], [about('a', 10), about('a', 12)])).toEqual({ fresh: ['a'], stale: [] });
});

test('the file is sorted, one finding on each line, and an empty one is valid', () => {
  const root = folderWith({});
  writeBaseline(`${root}/b.json`, [about('b', 2), about('a', 1)]);
  const rows = readFileSync(`${root}/b.json`, 'utf8').split('\n');
  expect(
    rows.filter(row => row.includes('handler')).map(row => JSON.parse(row.replace(/,$/, '')).handler),
  ).toEqual(['a', 'b']);
  expect(compare([], [about('a', 1)])).toEqual({ fresh: ['a'], stale: [] });
  expect(readdirSync(root)).toEqual(['b.json']);
});

describe('a baseline that cannot be used is refused', () => {
  test.each([
    ['not JSON', 'oops', 'it is not JSON'],
    [
      'something else',
      '{ "findings": [] }',
      'it is not a baseline of this version. --write-baseline writes a new one',
    ],
    ['null', 'null', 'it is not a baseline of this version. --write-baseline writes a new one'],
    [
      'broken entries',
      '{ "schema": 1, "findings": [3] }',
      'it is not a baseline of this version. --write-baseline writes a new one',
    ],
  ])('%s', (_, text, why) => {
    const file = `${folderWith({ 'b.json': text })}/b.json`;
    expect(readBaseline(file)).toEqual({
      kind: 'refused',
      message: `cannot use the baseline ${file}: ${why}`,
    });
  });

  test('no such file or folder', () => {
    const file = `${folderWith({})}/b.json`;
    expect(readBaseline(file)).toEqual({
      kind: 'refused',
      message: `cannot use the baseline ${file}: no such file or folder. --write-baseline writes one`,
    });
  });
});

test('a file that cannot be written throws, and nothing is left behind', () => {
  const root = folderWith({});
  expect(() => writeBaseline(`${root}/no/b.json`, [])).toThrow(/ENOENT/);
  expect(readdirSync(root)).toEqual([]);
});
