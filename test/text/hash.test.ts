import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fnv1a64 } from '../../src/core/text';

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('FNV-1a of %j is as published', (text, hash) => {
  expect(fnv1a64(text)).toBe(hash);
});

test('any text has the hash that its definition gives', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const defined = (text: string): bigint =>
    bytes(text).reduce(
      (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
      0xcbf29ce484222325n,
    );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(fnv1a64(text)).toBe(defined(text).toString(16).padStart(16, '0'));
    }),
  );
});
