import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPacked, indexDefinitions, packedIncludes, packedNames, packIndex } from '../../src/core/facts';

/** `name: text of the definition's first and last line`, local ones marked. */
function definitionsIn(text: string): string[] {
  return indexDefinitions(text).definitions.map(({ name, start, end, local, kind }) => {
    const lines = text.slice(start, end).split('\n');
    return `${local ? 'local ' : ''}${kind} ${name}: ${lines[0]} … ${lines.at(-1)}`;
  });
}

test('functions in kernel style, whatever stands around the name', () => {
  expect(
    definitionsIn(`
static void __net_exit quux_exit(struct net *net)
{
	if (net) {
		quux();
	}
}
int quux_global(void) {
	return 0;
}
static inline void quux_stub(struct net *net) { }
static struct quux_dev *
quux_find(struct net *net,
	  int id)
	__must_hold(&quux_lock)
{
	return NULL;
}
__printf(1, 2)
void quux_log(const char *fmt, ...)
{
}
static __printf(2, 3) void quux_note(struct net *net, const char *fmt, ...)
{
}
SYSCALL_DEFINE1(quux, int, fd)
{
	return 0;
}
`),
  ).toEqual([
    'local function quux_exit: static void __net_exit quux_exit(struct net *net) … }',
    'function quux_global: int quux_global(void) { … }',
    'local function quux_stub: static inline void quux_stub(struct net *net) { } … static inline void quux_stub(struct net *net) { }',
    'local function quux_find: static struct quux_dev * … }',
    'function quux_log: __printf(1, 2) … }',
    'local function quux_note: static __printf(2, 3) void quux_note(struct net *net, const char *fmt, ...) … }',
    'function SYSCALL_DEFINE1: SYSCALL_DEFINE1(quux, int, fd) … }',
  ]);
});

test('what only looks like a definition is none', () => {
  expect(
    definitionsIn(`
void quux_declared(struct net *net);
static struct pernet_operations quux_net_ops = {
	.exit = quux_exit,
};
module_init(quux_init)
module_exit(quux_exit);
static DEFINE_MUTEX(quux_mutex);
/*
void quux_in_comment(void)
{
}
*/
struct quux {
	void (*fn)(void);
};
typedef int (*quux_fn)(struct net *net);
`),
  ).toEqual([]);
});

test('both variants of a function under #ifdef, and a body with a brace too many in one of them', () => {
  expect(
    definitionsIn(`
#ifdef CONFIG_A
static void quux(void)
{
	if (a) {
#else
static void quux(void)
{
	if (b) {
#endif
	}
}
static void after(void)
{
}
`).map(line => line.split(':')[0]),
  ).toEqual(['local function quux', 'local function after']);
});

test('function-like macros with their continuation lines', () => {
  expect(
    definitionsIn(`
#define quux_lock(x) \\
	mutex_lock(&(x)->lock)
#define QUUX_SIZE (1 << 4)
# define  quux_one(x)	do_quux(x)
`),
  ).toEqual([
    'local macro quux_lock: #define quux_lock(x) \\ … \tmutex_lock(&(x)->lock)',
    'local macro quux_one: # define  quux_one(x)	do_quux(x) … # define  quux_one(x)	do_quux(x)',
  ]);
});

test('prototypes and includes', () => {
  const { declared, includes } = indexDefinitions(`
#include <linux/module.h>
#include "quux.h"
extern void quux_a(void);
struct net *quux_b(struct net *net,
		   int id);
`);
  expect(declared).toEqual(['quux_a', 'quux_b']);
  expect(includes).toEqual(['linux/module.h', 'quux.h']);
});

test('a packed index answers as the index does', () => {
  const text = `
#include "quux.h"
void seen(void);
void shown(void)
{
}
static void hidden(void)
{
}
`;
  const index = indexDefinitions(text);
  const packed = packIndex(index, false);
  expect(packedNames(packed)).toEqual(['shown', '!seen']);
  expect(packedNames(packIndex(index, true))).toEqual(['shown', 'hidden', '!seen']);
  expect(packedIncludes(packed)).toEqual(['quux.h']);
  for (const definition of index.definitions)
    expect(findPacked(packed, definition.name)).toEqual([definition]);
  expect(findPacked(packed, 'seen')).toEqual([]);
  expect(packedNames(packIndex({ definitions: [], includes: [], declared: [] }, true))).toEqual([]);
});

test('any text is indexed without a complaint, and no definition leaves the text', () => {
  const pieces = fc.constantFrom(
    'int f(',
    ')',
    '{',
    '}',
    '\n',
    ';',
    '#define X(',
    '/*',
    '*/',
    '"',
    "'",
    '\\',
    'static ',
    '\t',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 40 }), parts => {
      const text = parts.join('');
      for (const { start, nameAt, body, end, name } of indexDefinitions(text).definitions) {
        expect(0 <= start && start <= nameAt && nameAt < body && body <= end && end <= text.length).toBe(
          true,
        );
        expect(text.slice(nameAt, nameAt + name.length)).toBe(name);
      }
    }),
    { numRuns: 500 },
  );
});
