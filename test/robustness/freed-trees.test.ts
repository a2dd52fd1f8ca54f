import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type KernelParser, maskTables, withSlice } from '../../src/core/syntax';
import { damagedOneOf } from '../support/damage';
import { testParser } from '../support/parser';
import { expectReadable } from '../support/read-file';
import { filesBelow, textOf } from '../support/repository';

const texts = filesBelow('examples')
  .filter(file => file.endsWith('.c'))
  .map(textOf);

/** Trees that were made, and of those the ones not yet deleted. */
let made: number;
let alive: number;
let counting: KernelParser;
beforeEach(async () => {
  const parser = await testParser();
  made = 0;
  alive = 0;
  counting = {
    ...parser,
    parse(text) {
      const tree = parser.parse(text);
      const free = tree.delete.bind(tree);
      made++;
      alive++;
      tree.delete = () => {
        alive--;
        free();
      };
      return tree;
    },
  };
});

test('every tree is deleted once its facts are read', () => {
  for (const text of texts) expectReadable(counting, text);
  expect(made).toBeGreaterThan(20);
  expect(alive).toBe(0);
});

test('every tree of damaged files as well', () => {
  fc.assert(
    fc.property(damagedOneOf(texts), text => {
      expectReadable(counting, text);
      expect(alive).toBe(0);
    }),
    { seed: 20_250_101, numRuns: 50 },
  );
});

test('every tree even where reading it fails', () => {
  const broken = 'int quux(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}\n}';
  expect(() =>
    withSlice(counting, broken, 'function', maskTables(), () => {
      throw new Error('a bug of ours');
    }),
  ).toThrow('a bug of ours');
  expect(made).toBeGreaterThan(1);
  expect(alive).toBe(0);
});
