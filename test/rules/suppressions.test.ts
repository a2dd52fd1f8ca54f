import { describe, expect, test } from 'vitest';
import { parseSuppressions, suppress } from '../../src/core/rules';
import type { Finding, Severity } from '../../src/core/rules/rule';

const FILE = 'net/quux.c';

const finding = (line: number, code = 'exit-takes-rtnl'): Finding => ({
  code,
  severity: 'warning',
  confidence: 'high',
  message: '`quux_exit` takes RTNL once per netns',
  file: FILE,
  range: { start: { line, column: 10 }, end: { line, column: 19 } },
  ops: 'quux_net_ops',
  slot: 'exit',
  handler: 'quux_exit',
  path: [],
  primitive: 'rtnl_lock',
  lock: null,
  fixes: [],
});

/** The lines whose findings are silenced in this text, and what the comments are told. */
function silence(source: string, severities: Record<string, Severity | 'off'> = {}) {
  const findings = source.split('\n').map((_, index) => finding(index + 1));
  const suppressions = new Map([[FILE, parseSuppressions(source)]]);
  const { kept, suppressed, notes } = suppress({ findings, suppressions, severities });
  expect([...kept, ...suppressed].sort((a, b) => a.range.start.line - b.range.start.line)).toEqual(findings);
  return {
    lines: suppressed.map(({ range }) => range.start.line),
    notes: notes.map(({ line, message }) => `${line}: ${message}`),
  };
}

describe('a comment', () => {
  test.each<[string, string, number[]]>([
    [
      'above the code',
      '\n/* pernet-lens-ignore exit-takes-rtnl: one netns only */\n.exit = quux_exit,\n',
      [2, 3],
    ],
    [
      'beside the code',
      '\n.exit = quux_exit, /* pernet-lens-ignore exit-takes-rtnl: one netns only */\n.id = 1,',
      [2],
    ],
    ['with slashes', '// pernet-lens-ignore exit-takes-rtnl: one netns only\n.exit = quux_exit,\n', [1, 2]],
    [
      'with slashes beside the code',
      '.exit = quux_exit, // pernet-lens-ignore exit-takes-rtnl: one netns only\n.id,',
      [1],
    ],
    [
      'on two lines, the second one the reason',
      '/*\n * pernet-lens-ignore exit-takes-rtnl: only\n * one netns\n */\n.exit = x,',
      [1, 2, 3, 4, 5],
    ],
    [
      'above another comment',
      '/* pernet-lens-ignore exit-takes-rtnl: only one */\n/* see there */\n.exit = x,',
      [1, 2, 3],
    ],
    [
      'in a macro',
      '#define OPS \\\n\t/* pernet-lens-ignore exit-takes-rtnl: only one */ \\\n\t.exit = x, \\\n\t.id = 1',
      [2, 3],
    ],
    [
      'with Windows line ends',
      '/* pernet-lens-ignore exit-takes-rtnl: only one */\r\n.exit = x,\r\n.id = 1\r\n',
      [1, 2],
    ],
    ['without spaces', '/*pernet-lens-ignore exit-takes-rtnl:only one*/\n.exit = x,\n', [1, 2]],
    [
      'with several codes',
      '/* pernet-lens-ignore exit-takes-rtnl , exit-waits-for-work: x */\n.exit = x,',
      [1, 2],
    ],
  ])('%s', (_, source, lines) => {
    const silenced = silence(source, { 'exit-waits-for-work': 'off' });
    expect(silenced).toEqual({ lines, notes: [] });
  });

  test('silences its own codes only', () => {
    const suppressions = new Map([
      [FILE, parseSuppressions('/* pernet-lens-ignore exit-waits-for-work: x */')],
    ]);
    const findings = [finding(1), finding(1, 'exit-waits-for-work')];
    const { kept, suppressed } = suppress({ findings, suppressions });
    expect(kept).toEqual([findings[0]]);
    expect(suppressed).toEqual([findings[1]]);
  });

  test('silences its own file only', () => {
    const suppressions = new Map([
      ['net/other.c', parseSuppressions('/* pernet-lens-ignore exit-takes-rtnl: x */')],
    ]);
    expect(suppress({ findings: [finding(1)], suppressions }).kept).toHaveLength(1);
  });
});

describe('no suppression', () => {
  test.each([
    ['in a string', 'char *s = "/* pernet-lens-ignore exit-takes-rtnl: x */";\n'],
    ['in a string with an escaped quote', 'char *s = "\\"/* pernet-lens-ignore exit-takes-rtnl: x */";\n'],
    ['in prose about it', '/* write pernet-lens-ignore exit-takes-rtnl: x */\n'],
    ['of another name', '/* pernet-lens-ignore-next exit-takes-rtnl: x */\n'],
    ['outside a comment', 'pernet-lens-ignore exit-takes-rtnl: x\n'],
  ])('%s', (_, source) => {
    expect(parseSuppressions(source)).toEqual([]);
  });

  test('behind a quote that is never closed, one in its line', () => {
    const source = "#error don't\n/* pernet-lens-ignore exit-takes-rtnl: x */\n.exit = x,";
    expect(silence(source).lines).toEqual([2, 3]);
  });

  test('across an empty line', () => {
    const source = '/* pernet-lens-ignore exit-takes-rtnl: x */\n\n.exit = x,';
    expect(silence(source).lines).toEqual([1]);
  });

  test('text that ends within a comment or a string is read to its end', () => {
    expect(parseSuppressions('/* pernet-lens-ignore exit-takes-rtnl: x')).toMatchObject([
      { line: 1, from: 1, to: 1 },
    ]);
    expect(parseSuppressions('/* pernet-lens-ignore exit-takes-rtnl: x */ "')).toHaveLength(1);
  });
});

describe('a comment is told', () => {
  test('that it silences nothing', () => {
    const source = '/* pernet-lens-ignore exit-waits-for-work: the work is idle by now */\n.exit = x,';
    expect(silence(source).notes).toEqual([
      '1: `pernet-lens-ignore exit-waits-for-work` silences nothing here; remove it',
    ]);
  });

  test('which of its codes silences nothing, in the line where it stands', () => {
    const source = '/*\n * pernet-lens-ignore exit-takes-rtnl, exit-waits-for-work: x\n */\n.exit = x,';
    expect(silence(source)).toEqual({
      lines: [1, 2, 3, 4],
      notes: ['2: `pernet-lens-ignore exit-waits-for-work` silences nothing here; remove it'],
    });
  });

  test('nothing of a rule that is off', () => {
    const source = '/* pernet-lens-ignore exit-waits-for-work: x */\n';
    expect(silence(source, { 'exit-waits-for-work': 'off' }).notes).toEqual([]);
  });

  test('that there is no such rule', () => {
    expect(silence('/* pernet-lens-ignore exit-take-rtnl: x */\n').notes).toEqual([
      '1: `pernet-lens-ignore` names `exit-take-rtnl`, which is no rule; `pernet-lens rules` lists them all',
    ]);
  });

  test.each(['', ':', ' without a colon'])('that its reason is missing: %j; it works all the same', rest => {
    expect(silence(`/* pernet-lens-ignore exit-takes-rtnl${rest} */\n.exit = x,`)).toEqual({
      lines: [1, 2],
      notes: [
        '1: `pernet-lens-ignore exit-takes-rtnl` gives no reason; write `/* pernet-lens-ignore exit-takes-rtnl: reason */`',
      ],
    });
  });

  test('that it names no rule', () => {
    expect(silence('/* pernet-lens-ignore: x */\n').notes).toEqual([
      '1: `pernet-lens-ignore` names no rule; write `/* pernet-lens-ignore exit-takes-rtnl: reason */`',
    ]);
  });
});
