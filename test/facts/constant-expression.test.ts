import { expect, test } from 'vitest';
import { constantValue } from '../../src/core/facts';

const constants: Readonly<Record<string, string>> = { BITS: '4', SIZE: '(1 << BITS)', LOOP: 'LOOP' };
const sizes: Readonly<Record<string, number>> = { 'struct hlist_head': 8 };
const value = (expression: string): number | null =>
  constantValue(
    expression,
    name => constants[name],
    operand => sizes[operand],
  );

test.each([
  ['16', 16],
  ['0x10UL', 16],
  ['010', 8],
  ['SIZE', 16],
  ['SIZE * sizeof(struct hlist_head)', 128],
  ['2 + 3 * 4', 14],
  ['1 << 2 + 1', 8],
  ['(SIZE - 1) / 5 >> 1', 1],
])('%s is %i', (expression, expected) => {
  expect(value(expression)).toBe(expected);
});

test.each(['', 'unknown', 'LOOP', 'sizeof(*x)', '1 +', '(1', '4 / 0', 'f(1)', '1 << 200'])(
  'the text of "%s" does not tell a value',
  expression => {
    expect(value(expression)).toBeNull();
  },
);
