import { beforeAll, describe, expect, test } from 'vitest';
import { type KernelParser, maskTables, type Slice, type SliceKind, withSlice } from '../../src/core/syntax';
import { kernelParser } from './parser-for-tests';

const tables = maskTables();
let parser: KernelParser;
beforeAll(async () => {
  parser = await kernelParser();
});

const read = <Result>(text: string, use: (slice: Slice) => Result, kind: SliceKind = 'function'): Result =>
  withSlice(parser, text, kind, tables, use);

/** Callees by offset, read from the original text. */
const callees = ({ roots, text }: Slice): string[] => {
  const byOffset = new Map<number, string>();
  for (const root of roots) {
    for (const call of root.descendantsOfType('call_expression')) {
      const callee = call.childForFieldName('function')!;
      byOffset.set(call.startIndex, text.slice(callee.startIndex, callee.endIndex));
    }
  }
  return [...byOffset].sort(([a], [b]) => a - b).map(([, name]) => name);
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

test('a macro is read as the statements it expands to', () => {
  const text =
    '#define quux_lock(net)\t\t\\\n\tdo {\t\t\t\\\n\t\tmutex_lock(&(net)->lock##_a);\t\\\n\t} while (0)';
  expect(read(text, slice => [slice.hasErrors, callees(slice)], 'macro')).toEqual([false, ['mutex_lock']]);
});

test('an initialiser keeps its members', () => {
  const text =
    'static struct pernet_operations __net_initdata quux_net_ops = {\n\t.exit = quux_exit_net,\n\t.size = sizeof(struct quux_net),\n}';
  const members = read(
    text,
    slice =>
      slice.roots[0]!.descendantsOfType('initializer_pair').map(pair =>
        slice.text.slice(pair.startIndex, pair.endIndex),
      ),
    'initialiser',
  );
  expect(members).toEqual(['.exit = quux_exit_net', '.size = sizeof(struct quux_net)']);
});
