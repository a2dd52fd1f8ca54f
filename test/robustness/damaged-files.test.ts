import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KernelParser } from '../../src/core/syntax';
import { findingsIn } from '../support/check';
import { damagedOneOf } from '../support/damage';
import { testParser } from '../support/parser';
import { expectReadable } from '../support/read-file';
import { filesBelow, textOf } from '../support/repository';

const SEED = 20_250_101;

const files = new Map(
  filesBelow('examples')
    .filter(file => /\.[ch]$/.test(file))
    .map(file => [file, textOf(file)]),
);
const texts = [...files.values()];

let parser: KernelParser;
beforeAll(async () => {
  parser = await testParser();
});

describe('the files of the example module, damaged', () => {
  test('undamaged, are readable', () => {
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts) expectReadable(parser, text);
  });

  test('are read without an exception, and answers lie inside them', () => {
    fc.assert(
      fc.property(damagedOneOf(texts), text => expectReadable(parser, text)),
      { seed: SEED, numRuns: 400 },
    );
  });

  test('cut off anywhere, are read', () => {
    for (const text of texts) {
      for (let end = 0; end < text.length; end += 97) expectReadable(parser, text.slice(0, end));
    }
  });

  test('are judged without a crash, with marks inside the files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files.keys()),
        fc.constantFrom(...files.keys()),
        damagedOneOf(texts),
        async (name, other, text) => {
          const hurt = new Map([...files, [name, text], [other, text.slice(0, text.length >> 1)]]);
          const { findings, notes } = await findingsIn({ files: hurt, slots: [], marks: [] });
          expect(notes.filter(({ message }) => message.includes('bug'))).toEqual([]);
          for (const { file, range, handler, slot } of findings) {
            const line = hurt.get(file)!.split('\n')[range.start.line - 1]!;
            if (slot !== null) expect(line.slice(range.start.column - 1, range.end.column - 1)).toBe(handler);
          }
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });
});
