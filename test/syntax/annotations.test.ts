import { expect, test } from 'vitest';
import { annotationNames } from '../../src/core/syntax';

test('attributes, sparse markers and macros made of them are annotations', () => {
  const header = `
#define __quux_cold		__attribute__((__cold__))
#define __quux_align(n)		__attribute__((aligned(n)))
#define __quuxdata		__section(".data..quux") __maybe_unused
#define __quux_both		__quux_cold __quuxdata \\
				__must_check
#ifdef __CHECKER__
# define __quux_user	__attribute__((noderef))
#else
# define __quux_user
#endif
`;
  expect(annotationNames(header)).toEqual({
    object: ['__quux_cold', '__quuxdata', '__quux_both', '__quux_user'],
    call: ['__quux_align'],
  });
});

test('constants, functions, include guards and words that other files may use otherwise are not', () => {
  const header = `
#define __quux_h
#define __QUUX_H__
#define __quux_max	64
#define __quux_get(q)	quux_get(q)
#define __quux_debug(fmt, ...)
#define QUUX_NAME	"quux"
#define POS		__attribute__((unused))
#define __quux_swap(a, b) do { __typeof__(a) t __maybe_unused = a; } while (0)
#define inline		inline __attribute__((unused))
`;
  expect(annotationNames(header)).toEqual({ object: [], call: [] });
});
