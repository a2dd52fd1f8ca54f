import { describe, expect, test } from 'vitest';
import {
  codeOnly,
  indented,
  lineOf,
  namesIn,
  offsetAt,
  outdented,
  padding,
  width,
} from '../../src/core/text';

test('a tab goes to the next stop', () => {
  expect([width('\t'), width('abc\t'), width('abcdefgh\tx'), width('äb')]).toEqual([8, 8, 17, 2]);
});

test.each([
  [0, 16, '\t\t'],
  [3, 8, '\t'],
  [20, 38, '\t\t      '],
  [5, 7, '  '],
])('white space from column %i to %i', (from, to, written) => {
  expect(padding(from, to)).toBe(written);
  expect(width('x'.repeat(from) + written)).toBe(to);
});

test('lines go in and out; empty and preprocessor lines stay', () => {
  const lines = '\tone();\n\n#ifdef X\n\t\ttwo();\n#endif';
  const further = '\t\tone();\n\n#ifdef X\n\t\t\ttwo();\n#endif';
  expect(indented(lines, '\t')).toBe(further);
  expect(outdented(further, '\t')).toBe(lines);
});

test('offsets and lines agree', () => {
  const text = 'a\nbc\n\nd';
  expect(offsetAt(text, { line: 2, column: 2 })).toBe(3);
  expect(lineOf(text, 3)).toBe(2);
  expect(offsetAt(text, { line: 9, column: 1 })).toBe(text.length);
});

describe('code', () => {
  test('comments and literals are blanked, nothing moves', () => {
    const text = 'a("b\\"c", \'d\'); /* e\nf */ g; // h';
    expect(codeOnly(text)).toBe('a(      ,    );     \n     g;     ');
    expect(codeOnly(text)).toHaveLength(text.length);
  });

  test('members and comments are no names', () => {
    expect([...namesIn('qn->list = net.gen + f(x); /* y */')]).toEqual(['qn', 'net', 'f', 'x']);
  });
});
