import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../src/core/refactorings/checks';
import { REPOSITORY } from '../support/repository';
import { ASKED } from './asked';
import { REFUSED } from './refused';
import { QUESTIONED, STOPPED } from './refused/by-checks';

interface Line {
  readonly row: number;
  readonly name: string;
  /** `proved, asked or refused` */
  readonly answer: string;
  readonly tests: readonly string[];
}

/** The checklist in docs/refactorings/README.md. */
const LINES: readonly Line[] = readFileSync(join(REPOSITORY, 'docs/refactorings/README.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d+ \|/.test(line))
  .map(line => {
    const [row = '', name = '', , answer = '', tests = ''] = line.slice(2, -2).split(' | ');
    return {
      row: Number(row),
      name,
      answer,
      tests: [...tests.matchAll(/“([^”]+)”/g)].map(([, title]) => title!),
    };
  });

/** Titles of fixtures by what becomes of them. */
const fixtures = {
  refused: [...REFUSED, ...STOPPED.map(({ check, what }) => ({ row: check.row, what }))],
  asked: [...ASKED, ...QUESTIONED.map(({ check, what }) => ({ row: check.row, what }))],
};

/** All that the tests are called. */
const sources = readdirSync(import.meta.dirname)
  .filter(name => name.endsWith('.test.ts'))
  .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

const isTest = (title: string): boolean =>
  sources.includes(`test('${title}'`) ||
  sources.includes(title.replace(/^shape (\w) by ([\w-]+)$/, "{ shape: '$1', id: '$2'")) ||
  [...fixtures.refused, ...fixtures.asked].some(({ what }) => what === title);

test('its rows are the checks of the code, all thirty', () => {
  const written = LINES.map(({ row, name }) => `${row} ${name}`);
  expect(written.sort()).toEqual(CHECKS.map(({ row, name }) => `${row} ${name}`).sort());
  expect([...new Set(LINES.map(({ row }) => row))]).toHaveLength(30);
});

describe.each(LINES)('row $row, $name', ({ row, answer, tests }) => {
  const whole = LINES.filter(one => one.row === row).map(one => one.answer);

  test('has tests, which are there', () => {
    expect(tests).not.toEqual([]);
    expect(tests.filter(title => !isTest(title))).toEqual([]);
  });

  test('is asked or refused where it says so, and nowhere else', () => {
    for (const kind of ['asked', 'refused'] as const) {
      const known = fixtures[kind].some(one => one.row === row);
      expect(
        whole.some(words => words.includes(kind)),
        kind,
      ).toBe(known);
    }
  });

  test('names a fixture of each answer', () => {
    for (const kind of ['asked', 'refused'] as const) {
      if (!answer.includes(kind)) continue;
      const titles = fixtures[kind].filter(one => one.row === row).map(({ what }) => what);
      expect(
        tests.filter(title => titles.includes(title)),
        kind,
      ).not.toEqual([]);
    }
  });
});
