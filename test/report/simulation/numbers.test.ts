import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytes, count, digits, plainSpaces, seconds } from '../../../src/report/simulation';

test.each([
  [0, '0'],
  [9.8449, '9.84'],
  [0.5, '0.5'],
  [31.02, '31'],
  [999.6, '1,000'],
  [12_345, '12,300'],
  [-2.5, '−2.5'],
  [Number.POSITIVE_INFINITY, '∞'],
  [1e-9, '1e−9'],
])('%d is %s', (value, shown) => {
  expect(digits(value)).toBe(shown);
});

test('counts keep every digit', () => {
  expect([count(0), count(1473), count(1e7), count(2.6)]).toEqual(['0', '1,473', '10,000,000', '3']);
});

test.each([
  [0, '0 s'],
  [1.5e-8, '15 ns'],
  [235e-9, '235 ns'],
  [48e-6, '48 µs'],
  [0.031, '31 ms'],
  [0.99999, '1 s'],
  [103.9, '104 s'],
])('%d seconds are %s', (value, shown) => {
  expect(plainSpaces(seconds(value))).toBe(shown);
});

test('bytes go by thousands', () => {
  expect([0, 999, 65_536, 3.06e9].map(value => plainSpaces(bytes(value)))).toEqual([
    '0 B',
    '999 B',
    '65.5 kB',
    '3.06 GB',
  ]);
});

test('what is shown is within half a percent of what is meant', () => {
  const units = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1 };
  fc.assert(
    fc.property(fc.double({ min: 1e-8, max: 1e5, noNaN: true }), value => {
      const [number, unit] = plainSpaces(seconds(value)).split(' ') as [string, keyof typeof units];
      expect(Math.abs(Number(number.replaceAll(',', '')) * units[unit] - value)).toBeLessThanOrEqual(
        value * 0.005 + 1e-15,
      );
    }),
  );
});
