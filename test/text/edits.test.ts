import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, backward, composed, forward, plain, type TextEdit, trimmed } from '../../src/core/text';

/** Edits of a text that do not overlap. */
const editsOf = (text: string): fc.Arbitrary<readonly TextEdit[]> =>
  fc
    .tuple(
      fc.uniqueArray(fc.nat(text.length), { maxLength: 8 }),
      fc.array(fc.constantFrom('', 'x', 'new\n', 'a\nb'), { minLength: 4, maxLength: 4 }),
    )
    .map(([offsets, texts]) => {
      const sorted = offsets.sort((a, b) => a - b);
      return sorted.flatMap((start, at) =>
        at % 2 === 0 && at + 1 < sorted.length ? [{ start, end: sorted[at + 1]!, text: texts[at / 2]! }] : [],
      );
    });

const anyText = fc
  .array(fc.constantFrom('a', 'b', '\n', ' ', '\t'), { maxLength: 40 })
  .map(parts => parts.join(''));

test('overlapping edits are a bug', () => {
  const edits = [
    { start: 0, end: 3, text: 'x' },
    { start: 2, end: 4, text: 'y' },
  ];
  expect(() => applyEdits('abcdef', edits)).toThrow('overlap at offset 2');
});

test('an insertion comes before a replacement at the same place', () => {
  const edits = [
    { start: 1, end: 2, text: 'B' },
    { start: 1, end: 1, text: '+' },
  ];
  expect(applyEdits('abc', edits)).toBe('a+Bc');
});

test('composed edits do what both do, one after the other', () => {
  const pairs = anyText.chain(text =>
    editsOf(text).chain(first => editsOf(applyEdits(text, first)).map(second => ({ text, first, second }))),
  );
  fc.assert(
    fc.property(pairs, ({ text, first, second }) => {
      const whole = applyEdits(applyEdits(text, first), second);
      expect(applyEdits(text, composed(text, first, second))).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

test('an offset outside all edits goes there and back', () => {
  const edits = [{ start: 2, end: 4, text: 'longer' }];
  expect(forward(edits, 5)).toBe(9);
  expect(backward(edits, 9)).toBe(5);
  expect(forward(edits, 1)).toBe(1);
  expect([backward(edits, 4, 'start'), backward(edits, 4, 'end')]).toEqual([2, 4]);
});

test('a trimmed edit has the same result and touches no more lines', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const edit = { start: 0, end: before.length, text: after };
      const shorter = trimmed(before, edit);
      expect(applyEdits(before, [shorter])).toBe(after);
      expect(shorter.end - shorter.start).toBeLessThanOrEqual(before.length);
    }),
    { numRuns: 500 },
  );
});

describe('line endings', () => {
  test('a text without carriage returns is itself', () => {
    const { text, restored } = plain('a\nb\n');
    const edits = [{ start: 0, end: 1, text: 'x\n' }];
    expect([text, restored(edits)]).toEqual(['a\nb\n', edits]);
  });

  test('edits of the plain text are the same edits of the text with carriage returns', () => {
    fc.assert(
      fc.property(
        anyText.chain(text => editsOf(text).map(edits => ({ text, edits }))),
        ({ text, edits }) => {
          const dos = text.replace(/\n/g, '\r\n');
          const { text: bare, restored } = plain(dos);
          expect(bare).toBe(text);
          const expected = applyEdits(text, edits).replace(/\n/g, dos.includes('\r') ? '\r\n' : '\n');
          expect(applyEdits(dos, restored(edits))).toBe(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('mixed endings stay where nothing changes', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour\r\n';
    const { text, restored } = plain(mixed);
    const at = text.indexOf('three');
    expect(applyEdits(mixed, restored([{ start: at, end: at + 6, text: '3\n' }]))).toBe(
      'one\r\ntwo\n3\r\nfour\r\n',
    );
  });
});
