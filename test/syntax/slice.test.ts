import { beforeAll, describe, expect, test } from 'vitest';
import {
  type KernelParser,
  maskTables,
  type Slice,
  type SliceKind,
  saysScope,
  withSlice,
} from '../../src/core/syntax';
import { kernelParser } from './parser-for-tests';

const tables = maskTables();
let parser: KernelParser;
beforeAll(async () => {
  parser = await kernelParser();
});

const read = <Result>(text: string, use: (slice: Slice) => Result, kind: SliceKind = 'function'): Result =>
  withSlice(parser, text, kind, tables, use);

/** Callees in the order of their calls, each once, read from the original text. */
const callees = ({ roots, text }: Slice): string[] => {
  const byOffset = new Map<string, string>();
  for (const root of roots) {
    for (const call of root.descendantsOfType('call_expression')) {
      const callee = call.childForFieldName('function')!;
      byOffset.set(`${call.startIndex} ${call.endIndex}`, text.slice(callee.startIndex, callee.endIndex));
    }
  }
  return [...byOffset]
    .sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map(([, name]) => name);
};

describe('a function', () => {
  test('parses whatever its signature says', () => {
    const text =
      'static __cold int __net_init quux_init_net(struct net *net)\n\t__must_hold(&quux_lock)\n{\n\treturn quux_add(net);\n}';
    expect(read(text, slice => [slice.hasErrors, callees(slice)])).toEqual([false, ['quux_add']]);
  });

  test('keeps the body of a loop macro in the loop, and its name', () => {
    const text =
      'void f(void)\n{\n\tlist_for_each_entry_safe(q, tmp, &quux_list, node)\n\t\tquux_free(q);\n}';
    const found = read(text, slice => {
      const [loop] = slice.roots[0]!.descendantsOfType('while_statement');
      return [slice.hasErrors, slice.nameAt(loop!.startIndex), loop!.childForFieldName('body')!.type];
    });
    expect(found).toEqual([false, 'list_for_each_entry_safe', 'expression_statement']);
  });

  test('counts the calls of both branches where a conditional splits a statement', () => {
    const text = `int f(struct net *net)
{
#ifdef CONFIG_QUUX
	if (quux_busy(net)) {
#else
	if (plain_busy(net)) {
#endif
		quux_wait(net);
	}
	return 0;
}`;
    const found = read(text, slice => [slice.hasErrors, slice.roots.length, callees(slice)]);
    expect(found).toEqual([false, 2, ['quux_busy', 'plain_busy', 'quux_wait']]);
  });
});

const inFunction = (body: string): string => `static int quux(struct net *net)\n{\n${body}\n}`;

describe('cleanup.h', () => {
  test('a guard is a call whose callee is the call of guard with its class', () => {
    expect(read(inFunction('\tguard(mutex)(&quux_lock);\n\tquux_free(net);'), callees)).toEqual([
      'guard(mutex)',
      'guard',
      'quux_free',
    ]);
  });

  test('a scoped guard heads its statement and keeps class and lock in the parentheses', () => {
    const found = read(
      inFunction('\tscoped_guard(mutex, &net->lock)\n\t\tquux_free(net);'),
      ({ roots, nameAt, text }) => {
        const scope = roots[0]!.descendantsOfType('while_statement')[0]!;
        const condition = scope.childForFieldName('condition')!;
        return [nameAt(scope.startIndex), text.slice(condition.startIndex, condition.endIndex)];
      },
    );
    expect(found).toEqual(['scoped_guard', '(mutex, &net->lock)']);
    expect([saysScope('scoped_guard'), saysScope('list_for_each_entry')]).toEqual([true, false]);
  });

  test('__free() on a local leaves a declaration with its initial value', () => {
    const text = inFunction('\tstruct quux *q __free(kfree) = quux_alloc(net);');
    expect(read(text, slice => [slice.hasErrors, callees(slice)])).toEqual([false, ['quux_alloc']]);
  });
});

test.each([
  ['an expression', '#define quux_of(w) container_of(w, struct quux, work)', ['container_of']],
  [
    'statements',
    '#define quux_lock(net)\t\\\n\tdo {\t\\\n\t\tmutex_lock(&(net)->lock##_a);\t\\\n\t} while (0)',
    ['mutex_lock'],
  ],
  [
    'a loop head',
    '#define quux_for_each(q, net)\t\\\n\tfor (q = first(net); q; q = next(q))',
    ['first', 'next'],
  ],
  ['a statement expression', '# define quux(x) ({ int r = quux_get(#x); r; })', ['quux_get']],
  [
    'a function that it defines',
    '#define QUUX(n) static int n ## _show(struct net *net) { return n##_get(net); }',
    ['n##_get'],
  ],
])('a macro is read as what it expands to: %s', (_, text, expected) => {
  expect(read(text, slice => [slice.hasErrors, callees(slice)], 'macro')).toEqual([false, expected]);
});

describe('an initialiser', () => {
  const members = (text: string): (string | boolean)[] =>
    read(
      text,
      ({ roots, hasErrors, text }) => [
        hasErrors,
        ...roots
          .flatMap(root => root.descendantsOfType('initializer_pair'))
          .map(pair => text.slice(pair.startIndex, pair.endIndex)),
      ],
      'initialiser',
    );

  test('keeps its members, whatever stands before it', () => {
    const text =
      'static struct pernet_operations __net_initdata\nquux_net_ops = {\n\t.exit = quux_exit_net,\n\t.size = sizeof(struct quux_net),\n}';
    expect(members(text)).toEqual([false, '.exit = quux_exit_net', '.size = sizeof(struct quux_net)']);
  });

  test('has the members of both branches', () => {
    const text = 'struct pernet_operations ops = {\n#ifdef A\n\t.exit = f,\n#else\n\t.exit = g,\n#endif\n}';
    expect(members(text)).toEqual([false, '.exit = f', '.exit = g']);
  });
});

test('what cannot be read does not hide what is around it', () => {
  const text = inFunction('\tfirst(net);\n\tx = 2 QUUX_UNITS + ;\n\tlast(net);');
  expect(read(text, slice => [slice.hasErrors, callees(slice)])).toEqual([true, ['first', 'last']]);
});

test('every tree is freed, variants and failed readings included', () => {
  let alive = 0;
  const counting: KernelParser = {
    parse(text) {
      const tree = parser.parse(text);
      const free = tree.delete.bind(tree);
      alive++;
      tree.delete = () => {
        alive--;
        free();
      };
      return tree;
    },
    delete: () => {},
  };
  const split = inFunction('#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}');
  const count = withSlice(counting, split, 'function', tables, ({ roots }) => {
    expect(alive).toBe(roots.length);
    return roots.length;
  });
  expect([count, alive]).toEqual([2, 0]);
  const fail = (): never => {
    throw new Error('reading failed');
  };
  expect(() => withSlice(counting, split, 'function', tables, fail)).toThrow('reading failed');
  expect(alive).toBe(0);
});
