import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { KernelParser } from '../../src/core/syntax';
import { damagedOneOf } from '../support/damage';
import { testParser } from '../support/parser';
import { expectReadable } from '../support/read-file';
import { ops } from './truth/ops-6.1.json';

const SEED = 20_250_101;

const { root } = inject('kernelTree');

/** Every fifth file with ops, and what is hard to read: headers of macros, generated tables, nested conditionals. */
const HARD = [
  'include/linux/netdevice.h',
  'include/linux/list.h',
  'include/linux/compiler_types.h',
  'net/core/dev.c',
  'kernel/rcu/tree.c',
];
const withOps = [...new Set(ops.map(({ file }) => file))].filter((_, at) => at % 5 === 0);
const texts = [...withOps, ...HARD].map(file => readFileSync(join(root, file), 'utf8'));

let parser: KernelParser;
beforeAll(async () => {
  parser = await testParser();
});

describe('kernel files, damaged', () => {
  test('undamaged, are readable', () => {
    expect(texts.length).toBeGreaterThan(40);
    for (const text of texts) expectReadable(parser, text);
  });

  test('are read without an exception, and answers lie inside them', () => {
    fc.assert(
      fc.property(damagedOneOf(texts), text => expectReadable(parser, text)),
      { seed: SEED, numRuns: 150, endOnFailure: true },
    );
  });

  test('cut off anywhere, are read', () => {
    for (const text of texts.filter(({ length }) => length < 20_000)) {
      for (let end = 0; end < text.length; end += 1_999) expectReadable(parser, text.slice(0, end));
    }
  });
});
