import { describe, expect, test } from 'vitest';
import { mask } from '../../src/core/syntax/mask';
import { maskTables } from '../../src/core/syntax/tables';

const tables = maskTables({ call: ['__quux_holds'], object: ['__quux_cold'], loops: ['quux_walk'] });

/** Masks statements as they would stand in a function. */
const masked = (statements: string): string => mask(`f(){\n${statements}\n}`, tables).text.slice(5, -2);
const names = (statements: string): string[] => [...mask(`f(){\n${statements}\n}`, tables).names.values()];

describe('statement heads', () => {
  test.each([
    ['list_for_each_entry(a, b, c) {\n}', 'while              (a, b, c) {\n}'],
    ['for_each_net(net)\n\tquux(net);', 'while       (net)\n\tquux(net);'],
    ['if (x)\n\tfor_each_net(net) *n++ = net;', 'if (x)\n\twhile       (net) *n++ = net;'],
    ['quux_walk(q) quux(q);', 'while    (q) quux(q);'],
    ['for_each_quux() {\n}', 'for(;;)         {\n}'],
    ['unrolled_for(i = 0; i < 4; i++) {\n}', 'for         (i = 0; i < 4; i++) {\n}'],
    ['EACH(q) {\n}', 'if  (q) {\n}'],
    ['\tQUUX_TURNS(q)\n\t\tquux(q);', '\twhile     (q)\n\t\tquux(q);'],
    ['scoped_guard(mutex, &q->lock) {\n}', 'while       (mutex, &q->lock) {\n}'],
    [
      'scoped_cond_guard(mutex_intr, return -EINTR, &q->lock) {\n}',
      'while            (mutex_intr,        -EINTR, &q->lock) {\n}',
    ],
  ])('%j', (before, after) => {
    expect(masked(before)).toBe(after);
    expect(names(before)).toEqual([/\w+(?=\()/.exec(before.replace(/^if \(x\)/, ''))![0]]);
  });

  test.each([
    'idr_for_each(&q->idr, quux_free, NULL);',
    'err = for_each_quux(q, quux_free);',
    'guard(mutex)(&q->lock);',
    'CLASS(fd, f)(ufd);',
    'if (a &&\n    quux_busy(q)) {\n}',
    'return (struct quux) { QUUX(a) };',
    'struct quux q[] = { QUUX(a), { QUUX(b) } };',
  ])('%j is left alone', statements => {
    expect(masked(statements)).toBe(statements);
    expect(names(statements)).toEqual([]);
  });
});

test.each([
  ['annotations of locals', 'char *p __free(kfree) = NULL;', 'char *p               = NULL;'],
  [
    'annotations the tree defines',
    'int a __quux_cold, b __quux_holds((x));',
    'int a            , b                  ;',
  ],
  ['types', 'q = container_of(w, struct quux, work);', 'q = container_of(w, T__________, work);'],
  ['pointer types', 'QUUX(a, const u8 *, b *);', 'QUUX(a, T_________, T__);'],
  ['primitive types', 'v = va_arg(ap, unsigned int);', 'v = va_arg(ap, T___________);'],
  ['a type over two lines', 'QUUX(struct\nquux, b);', 'QUUX(T     \n    , b);'],
  ['products, which are no types', 'quux(a * b, *c);', 'quux(a * b, *c);'],
  ['operators', 'QUUX_CMP(a, <=, b);', 'QUUX_CMP(a, T_, b);'],
  ['empty arguments', 'QUUX(a, , b);', 'QUUX(a,T, b);'],
  ['nested members of offsetof', 'a = offsetof(struct quux, a.b);', 'a = Offsetof(T__________, a.b);'],
  ['alignof of an expression', '__alignof__(*q)', 'sizeof     (*q)'],
  ['case ranges', "case 'a' ... 'z':", "case 'a'        :"],
  [
    'designated ranges, which the grammar knows',
    'int a[] = { [0 ... 5] = 1 };',
    'int a[] = { [0 ... 5] = 1 };',
  ],
  ['link modes', 'MODE(ks, 10baseT_Half, 0x1f, 10UL);', 'MODE(ks, T0baseT_Half, 0x1f, 10UL);'],
  ['static before a macro', 'static DEFINE_MUTEX(quux_lock);', '       DEFINE_MUTEX(quux_lock);'],
  ['macros with an initialiser', 'DECLARE_BITMAP(seen, 8) = { 0 };', 'T x                     = { 0 };'],
  [
    'macros in a local struct',
    'struct a {\n\tDECLARE_BITMAP(b, 8);\n} c;',
    'struct a {\n\tT x                 ;\n} c;',
  ],
  ['strings put together', 'p("%" __stringify(N) "s", a);', 'p("%"                "s", a);'],
  ['log levels', 'printk(KERN_ERR pr_fmt("a"), b);', 'printk(         pr_fmt("a"), b);'],
  ['typeof', 'typeof(*b) *a = (typeof(b->c))~0U;', 'T_________ *a = (T___________)~0U;'],
  ['a missing semicolon', 'QUUX(a, b)\nquux(c);', 'QUUX(   );\nquux(c);'],
  ['a missing semicolon before a brace', 'if (a) { QUUX(b) }', 'if (a) { QUUX(); }'],
  ['a macro on its own line', 'QUUX_ITEMS\n\tquux(a);', '          \n\tquux(a);'],
  ['comments', '/* __rcu for_each_x(a) { */ a; // __rcu', '/* __rcu for_each_x(a) { */ a; // __rcu'],
  ['literals', `a = "__rcu \\" __rcu"; b = '"';`, `a = "__rcu \\" __rcu"; b = '"';`],
])('%s', (_, before, after) => {
  expect(masked(before)).toBe(after);
});
