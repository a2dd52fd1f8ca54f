import fc from 'fast-check';

/** Where C is most easily broken: brackets, quotes, comments, directives, names that the analysis looks for. */
const SHRAPNEL = [
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    ',',
    '=',
    '&',
    '\\',
    '"',
    "'",
    '/*',
    '*/',
    '//',
    '\n',
    '\r\n',
    '\0',
    '#',
  ],
  ...['\n#if 0\n', '\n#ifdef CONFIG_QUUX\n', '\n#else\n', '\n#endif\n', '\n#define QUUX(a) \\\n', '\n}\n'],
  ...[
    '.exit = ',
    '.exit_batch = quux',
    'struct pernet_operations ',
    'rtnl_lock();',
    'list_for_each_entry(',
    'return',
  ],
  ...['/* pernet-lens-ignore ', 'exit-takes-rtnl', '\u00e9', '\u{1f427}', '\ufeff', '\u2028'],
];

/** A change to a text: where (a share of its length), how much of it goes, and what comes instead. */
const wound = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.oneof(
    fc.nat(12),
    fc.nat(400),
    // to the end: a truncation
    fc.constant(Number.POSITIVE_INFINITY),
  ),
  instead: fc.oneof(
    fc.constant(''),
    fc.constantFrom(...SHRAPNEL),
    // a piece of the same text, from somewhere else
    fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(300) }),
  ),
});

/** One of some texts, hurt a few times. */
export const damagedOneOf = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), fc.array(wound, { minLength: 1, maxLength: 4 })).map(([text, wounds]) =>
    wounds.reduce((hurt, { at, gone, instead }) => {
      const start = Math.floor(at * hurt.length);
      const piece =
        typeof instead === 'string'
          ? instead
          : text.slice(Math.floor(instead.from * text.length)).slice(0, instead.length);
      return hurt.slice(0, start) + piece + hurt.slice(start + gone);
    }, text),
  );
