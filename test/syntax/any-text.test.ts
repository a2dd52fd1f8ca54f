import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type KernelParser, maskTables, type SliceKind, withSlice } from '../../src/core/syntax';
import { directives, keepAllBranches } from '../../src/core/syntax/conditionals';
import { frame } from '../../src/core/syntax/frame';
import { mask } from '../../src/core/syntax/mask';
import { kernelParser } from './parser-for-tests';

const tables = maskTables();
let parser: KernelParser;
beforeAll(async () => {
  parser = await kernelParser();
});

const FUNCTION = `static int __net_init quux_init_net(struct net *net)
	__must_hold(&quux_lock)
{
	struct quux_net *qn __free(kfree) = net_generic(net, quux_net_id);
	DECLARE_BITMAP(seen, 8) = { 0 };
#ifdef CONFIG_QUUX
	if (quux_busy(net)) {
#else
	if (plain_busy(net)) { /* a comment */
#endif
		list_for_each_entry_safe(q, tmp, &qn->list, struct quux, node)
			quux_free(q, "text \\" __rcu");
	}
	guard(mutex)(&qn->lock);
	scoped_guard(rcu) {
		QUUX(a, , const u8 *, ==)
		switch (c) { case 'a' ... 'z': MODE(10baseT_Half); }
	}
	return offsetof(struct quux, a.b);
}`;

const MACRO =
  '#define quux_lock(net, name)\t\\\n\tdo { mutex_lock(&(net)->lock_ ## name); pr_debug(#net); } while (0)';
const INITIALISER =
  'static struct pernet_operations __net_initdata ops = {\n#ifdef A\n\t.exit = f,\n#endif\n\t.size = sizeof(struct q),\n}';

/** Pieces that masking decides by, in any order. */
const soup = fc
  .array(
    fc.constantFrom(
      ...'( ) { } [ ] ; , : ? * = # \\ " \' // /* */ ... \n \r\n \t'.split(' '),
      ...[
        'for_each_net',
        'QUUX',
        'x',
        '__rcu',
        '__free',
        'case',
        'else',
        'struct',
        'static',
        'typeof',
        'return',
        'KERN_ERR',
        '10baseT',
      ],
      ...[
        '\n#if 0\n',
        '\n#ifdef A\n',
        '\n#else\n',
        '\n#endif\n',
        '\n#define X(a) ',
        ' ',
        '\u00e9',
        '\u{1f427}',
        '\0',
      ],
    ),
    { maxLength: 120 },
  )
  .map(pieces => pieces.join(''));

/** Kernel code with a stretch cut out, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.constantFrom(FUNCTION, MACRO, INITIALISER),
    fc.nat(700),
    fc.nat(80),
    fc.oneof(soup, fc.constant('')),
  )
  .map(([text, at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));

const anyText = fc.oneof(damaged, damaged, soup, fc.string({ unit: 'binary', maxLength: 300 }));

const newlines = (text: string): number[] => [...text.matchAll(/[\r\n]/g)].map(({ index }) => index);

/** Offset and text of comments and literals, of which nothing may change. */
const opaque = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"/g)].map(found => `${found.index} ${found[0]}`);

describe('whatever the text', () => {
  test('masking keeps its length and its newlines, and names only what is there', () => {
    fc.assert(
      fc.property(anyText, text => {
        const masked = mask(text, tables);
        expect(masked.text.length).toBe(text.length);
        expect(newlines(masked.text)).toEqual(newlines(text));
        for (const [offset, name] of masked.names) expect(text.startsWith(name, offset)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('framing and branch selection keep every offset', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom<SliceKind>('function', 'macro', 'initialiser'), (text, kind) => {
        const bare = kind === 'macro' ? text : keepAllBranches(text, directives(text));
        expect(bare.length).toBe(text.length);
        const framed = frame(bare, kind);
        expect(framed.length).toBeGreaterThanOrEqual(text.length);
        expect(newlines(framed)).toEqual(newlines(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('a slice is read without an exception', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom<SliceKind>('function', 'macro', 'initialiser'), (text, kind) => {
        const ends = withSlice(parser, text, kind, tables, slice =>
          slice.roots.flatMap(root =>
            root.descendantsOfType(['call_expression', 'ERROR']).map(({ startIndex }) => startIndex),
          ),
        );
        for (const end of ends) expect(end).toBeLessThanOrEqual(text.length + 2);
      }),
      { numRuns: 500 },
    );
  });
});

test('comments and literals stay as they are', () => {
  const masked = mask(FUNCTION, tables).text;
  expect(opaque(masked)).toEqual(opaque(FUNCTION));
  expect(opaque(FUNCTION)).toHaveLength(2);
});

describe('a hundred thousand', () => {
  test.each([
    '(',
    '{',
    'a(',
    '\ta(\n',
    'if (a) ',
    'a?b:',
    'for_each_x(a) ',
    '#if 1\n',
    '#else\n',
    '/*',
    ',',
    '"\\',
    '(a)',
    '__free(',
    'FOO\n',
    'struct a ',
  ])('%j are masked in a time that grows with their number alone', piece => {
    // processor time, and the best of three, so that a busy machine does not matter
    const cost = (count: number): number => {
      const text = `f(){g(${piece.repeat(count)}`;
      const bare = keepAllBranches(text, directives(text));
      const once = (): number => {
        const start = process.cpuUsage();
        mask(frame(bare, 'function'), tables);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      };
      return Math.min(once(), once(), once());
    };
    cost(10_000);
    // twenty times the text: a square would cost 400 times as much
    expect(cost(100_000)).toBeLessThan(150 * Math.max(cost(5_000), 4));
  });
});

test('a slice longer than any function is reported as unreadable, not read for minutes', () => {
  const found = withSlice(
    parser,
    `int f(void){${'a('.repeat(200_000)}`,
    'function',
    tables,
    ({ roots, hasErrors }) => [roots.length, hasErrors],
  );
  expect(found).toEqual([0, true]);
});

test('a slice nested as deep as its length allows is read', () => {
  const hasErrors = withSlice(
    parser,
    `int f(void){${'a('.repeat(20_000)}`,
    'function',
    tables,
    slice => slice.hasErrors,
  );
  expect(hasErrors).toBe(true);
});
