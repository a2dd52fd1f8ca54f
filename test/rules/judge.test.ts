import { describe, expect, test } from 'vitest';
import { judge } from '../../src/core/rules';
import { judgeBy } from '../../src/core/rules/judge';
import type { Rule } from '../../src/core/rules/rule';
import { effect, exitPath, loop, ops, tree } from './build';

const rtnl = effect('rtnl', 'rtnl_lock');
const cheap = effect('proc-teardown', 'remove_proc_entry');

const codes = (result: ReturnType<typeof judge>) => result.findings.map(({ code }) => code);

describe('a finding', () => {
  test('says where, whose and on which path', () => {
    const { findings, crashes } = judge({
      ops: [
        ops([
          exitPath('exit', [effect('rtnl', 'rtnl_lock', { through: ['quux_flush'], confidence: 'medium' })]),
        ]),
      ],
      loops: [],
      tree: tree('exit_rtnl'),
    });
    expect(crashes).toEqual([]);
    expect(findings).toEqual([
      {
        code: 'exit-takes-rtnl',
        severity: 'warning',
        confidence: 'medium',
        message:
          "`quux_exit` takes RTNL once per netns through `quux_flush`; `.exit_rtnl` would run it inside the core's single RTNL section",
        file: 'net/quux.c',
        range: { start: { line: 100, column: 10 }, end: { line: 100, column: 20 } },
        ops: 'quux_net_ops',
        slot: 'exit',
        handler: 'quux_exit',
        path: [
          { function: 'quux_exit', file: 'net/quux.c', line: 10 },
          { function: 'quux_flush', file: 'net/quux.c', line: 20 },
        ],
        primitive: 'rtnl_lock',
        lock: null,
        fixes: [],
      },
    ]);
  });

  test('about a loop stands on the call and belongs to no ops', () => {
    const { findings } = judge({
      ops: [],
      loops: [loop(42, effect('device-unregister', 'unregister_netdevice', { per: 'device' }))],
      tree: tree(),
    });
    expect(findings).toMatchObject([
      {
        code: 'unregister-one-by-one',
        file: 'net/quux.c',
        range: { start: { line: 42 } },
        ops: null,
        slot: null,
        handler: null,
      },
    ]);
  });

  test('about the absence of an effect has no path and no primitive', () => {
    const { findings } = judge({ ops: [ops([exitPath('exit', [cheap])])], loops: [], tree: tree() });
    expect(findings).toMatchObject([
      { code: 'exit-without-batch', confidence: 'high', path: [], primitive: null },
    ]);
  });
});

test('findings come in reading order, whatever the order of the ops and loops', () => {
  const at = (line: number, column: number) => ({
    range: { start: { line, column }, end: { line, column: column + 5 } },
  });
  const work = effect('work-wait', 'flush_work');
  const { findings } = judge({
    ops: [
      ops([exitPath('exit', [work, rtnl], at(9, 10)), exitPath('pre_exit', [rtnl], at(9, 2))], {
        file: 'b.c',
      }),
      ops([exitPath('exit', [rtnl], at(70, 1))], { file: 'B.c' }),
      ops([exitPath('exit', [rtnl], at(8, 1))], { file: 'b.c' }),
    ],
    loops: [
      { ...loop(1, effect('device-unregister', 'unregister_netdevice', { per: 'device' })), file: 'a.c' },
    ],
    tree: tree(),
  });
  expect(
    findings.map(({ file, range: { start }, code }) => `${file}:${start.line}:${start.column} ${code}`),
  ).toEqual([
    'B.c:70:1 exit-takes-rtnl',
    'a.c:1:3 unregister-one-by-one',
    'b.c:8:1 exit-takes-rtnl',
    'b.c:9:2 exit-takes-rtnl',
    'b.c:9:10 exit-takes-rtnl',
    'b.c:9:10 exit-waits-for-work',
  ]);
});

describe('severities', () => {
  const cases = { ops: [ops([exitPath('exit', [rtnl])])], loops: [], tree: tree() };

  test('can be changed', () => {
    expect(judge({ ...cases, severities: { 'exit-takes-rtnl': 'error' } }).findings).toMatchObject([
      { code: 'exit-takes-rtnl', severity: 'error' },
    ]);
  });

  test('can be off, which does not make the exit path cheap', () => {
    expect(codes(judge({ ...cases, severities: { 'exit-takes-rtnl': 'off' } }))).toEqual([]);
  });
});

describe('last-resort rules', () => {
  test('are silent where another rule spoke about the same exit path', () => {
    expect(codes(judge({ ops: [ops([exitPath('exit', [rtnl])])], loops: [], tree: tree() }))).toEqual([
      'exit-takes-rtnl',
    ]);
  });

  test('speak where the other finding is about another exit path', () => {
    const both = ops([exitPath('pre_exit', [rtnl]), exitPath('exit', [cheap])]);
    expect(codes(judge({ ops: [both], loops: [], tree: tree() }))).toEqual([
      'exit-takes-rtnl',
      'exit-without-batch',
    ]);
  });
});

describe('a loop on an exit path', () => {
  const oneByOne = effect('device-unregister', 'unregister_netdevice', {
    per: 'device',
    through: ['quux_kill_all'],
  });

  test('that is reported itself is not reported on the handler, which is not called cheap either', () => {
    const { findings } = judge({
      ops: [ops([exitPath('exit', [oneByOne])])],
      loops: [loop(20, oneByOne)],
      tree: tree(),
    });
    expect(findings).toMatchObject([
      { code: 'unregister-one-by-one', handler: null, range: { start: { line: 20 } } },
    ]);
  });

  test('that lies elsewhere leaves the handler its finding', () => {
    const { findings } = judge({
      ops: [ops([exitPath('exit', [oneByOne])])],
      loops: [loop(77, oneByOne)],
      tree: tree(),
    });
    expect(findings).toMatchObject([
      { handler: null },
      { code: 'unregister-one-by-one', handler: 'quux_exit' },
    ]);
  });

  test('does not hide RTNL taken on the same line', () => {
    const inLoop = effect('rtnl', 'rtnl_lock', { per: 'device', through: ['quux_kill_all'] });
    const { findings } = judge({
      ops: [ops([exitPath('exit', [oneByOne, inLoop])])],
      loops: [loop(20, oneByOne)],
      tree: tree(),
    });
    expect(findings).toMatchObject([{ code: 'unregister-one-by-one' }, { code: 'exit-takes-rtnl' }]);
  });
});

describe('a rule that throws', () => {
  const broken: Rule = {
    code: 'broken',
    severity: 'warning',
    summary: 'throws at quux_bad_ops',
    slots: ['exit'],
    checkExitPath: context => {
      if (context.ops.name.startsWith('quux_bad')) throw new TypeError('no such member');
      return [{ message: 'fine', effect: null }];
    },
  };
  const sound: Rule = { ...broken, code: 'sound', checkExitPath: () => [{ message: 'sound', effect: null }] };
  const exits = [exitPath('exit', [])];
  const result = judgeBy([broken, sound], {
    ops: [ops(exits, { name: 'quux_bad_ops' }), ops(exits, { name: 'quux_bad2_ops' }), ops(exits)],
    loops: [],
    tree: tree(),
  });

  test('is one note, with the first place and the reason', () => {
    expect(result.crashes).toEqual([
      {
        file: 'net/quux.c',
        line: 100,
        message:
          'The rule broken failed on `quux_bad_ops` `.exit` (no such member): its findings are incomplete, all others stand. Please report this as a bug of pernet-lens',
      },
    ]);
  });

  test('keeps its other findings, and the other rules theirs', () => {
    expect(codes(result)).toEqual(['broken', 'sound', 'sound', 'sound']);
  });
});
