import { expect, test } from 'vitest';
import { branchVariants, directives, keepAllBranches } from '../../src/core/syntax/conditionals';

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
const all = (text: string): string => squeeze(keepAllBranches(text, directives(text)));
const variants = (text: string): string[] => branchVariants(text, directives(text)).map(squeeze);

test('directives go, continuation lines and trailing comments included', () => {
  expect(all('a\n#define Q(x) \\\n\tx\n#endif /* two\nlines */\nb')).toBe('a b');
});

test('a comment or a string that looks like a directive is none', () => {
  const text = 'a /*\n#if 1\n*/ "\\\n#else"';
  expect(keepAllBranches(text, directives(text))).toBe(text);
});

test('both branches stay, but not what is never compiled', () => {
  expect(all('#ifdef Q\na\n#else\nb\n#endif\n#if 0\nc\n#else\nd\n#endif\n#if 1\ne\n#else\nf\n#endif')).toBe(
    'a b d e',
  );
});

test('each branch is in some variant, nested ones too', () => {
  const text = '#if A\na\n#if B\nb\n#else\nc\n#endif\n#elif D\nd\n#else\n#if E\ne\n#else\nf\n#endif\n#endif';
  const found = variants(text);
  for (const branch of ['a b', 'a c', 'd', 'e', 'f']) expect(found).toContain(branch);
});

test('a slice that begins or ends inside a conditional has that end as its own', () => {
  expect(variants('a\n#else\nb\n#endif\nc')).toEqual(['a c', 'b c']);
  expect(variants('a\n#if A\nb\n#else\nc')).toEqual(['a b', 'a c']);
});

test('a conditional without #else has no variants', () => {
  expect(variants('#ifdef A\na\n#endif')).toEqual([]);
});
