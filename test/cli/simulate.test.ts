import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel';
import type { Effect, ExitPath, Ops } from '../../src/core/project';
import type { SimulationReport } from '../../src/report/simulation';
import { folderWith } from '../host/folder';
import { anEffect } from '../support/an-effect';
import { type Ran, run, TREE } from './run';

const effect = (kind: Effect['kind'], primitive: string, more: Partial<Effect> = {}): Effect =>
  anEffect(kind, primitive, [{ function: 'quux_exit_net', file: 'net/quux.c', line: 3 }], more);
const exitPath = (slot: SlotName, ...effects: Effect[]): ExitPath => ({
  slot,
  handler: 'quux_exit_net',
  range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
  definition: null,
  effects,
});
const opsNamed = (name: string, file: string, ...exitPaths: ExitPath[]): Ops => ({
  file,
  line: 10,
  name,
  members: {},
  registeredBy: null,
  exitPaths,
});

const QUUX = opsNamed(
  'quux_net_ops',
  'net/core/quux.c',
  exitPath('exit', effect('rtnl', 'rtnl_lock'), effect('rcu-barrier', 'rcu_barrier')),
);
const CORGE = opsNamed('corge_net_ops', 'drivers/net/corge.c', exitPath('exit', effect('rtnl', 'rtnl_lock')));
const OTHER_CORGE = opsNamed('corge_net_ops', 'drivers/net/other.c');

let folder: string;
beforeEach(() => {
  folder = folderWith({
    ...TREE,
    'net/core/net_namespace.c': 'synchronize_rcu_expedited();\n',
    '.pernet-lens.json': '{ "slots": ["init", "pre_exit", "exit", "exit_batch"] }',
    'small.json': JSON.stringify({ workload: { creators: 2, iterations: 50 } }),
  });
});

const simulate = (...argv: string[]): Promise<Ran> =>
  run(['simulate', '--scenario', 'small.json', ...argv], {
    cwd: folder,
    answer: { ops: [QUUX, CORGE, OTHER_CORGE] },
  });
const reported = async (...argv: string[]): Promise<SimulationReport> => {
  const { stdout, stderr, code } = await simulate('--format', 'json', ...argv);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
};
const file = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('what is simulated', () => {
  test('one ops moved to a slot: exact counts of it and of the whole, both runs, what is gained', async () => {
    const report = await reported('--ops', 'quux_net_ops', '--after', 'exit_batch', '--batch', '10');
    expect(report.question.title).toBe('quux_net_ops: .exit → .exit_batch');
    expect(report.tally.subject).toMatchObject({
      before: { rtnl: 10, barriers: 10 },
      after: { rtnl: 1, barriers: 1 },
    });
    expect(report.tally.whole).toMatchObject({
      before: { rtnl: 10, barriers: 11 },
      after: { rtnl: 1, barriers: 2 },
    });
    expect(report.origin).toBe('simulated');
    expect(report.before.run.freed).toBeCloseTo(100);
    expect(report.after!.run.drainTime).toBeLessThan(report.before.run.drainTime / 2);
    expect(report.before.bands!.replications).toBe(20);
    expect(report.verdict!.gained).toBe(true);
  });

  test('of a tree the core network stack is loaded, and what is previewed', async () => {
    const names = async (...argv: string[]) =>
      (await reported(...argv)).question.before.program.ops.map(({ name }) => name);
    expect(await names()).toEqual(['quux_net_ops']);
    expect(await names('--loaded', 'all')).toHaveLength(3);
    const corge = ['--ops', 'drivers/net/corge.c:corge_net_ops'];
    expect(await names(...corge)).toEqual(['quux_net_ops', 'corge_net_ops']);
    expect(await names(...corge, '--loaded', 'only')).toEqual(['corge_net_ops']);
  });

  test('the core waits as its source says', async () => {
    expect((await reported()).question.before.program.expedited).toBe(true);
  });

  test('a scenario file with ops needs no scan; another one is what it is compared with', async () => {
    const program = (per: string) => ({
      ops: [{ name: 'foo', effects: [{ kind: 'rtnl', slot: 'exit', per }] }],
    });
    writeFileSync(join(folder, 'one.json'), JSON.stringify({ $schema: 'x', program: program('net') }));
    writeFileSync(join(folder, 'two.json'), JSON.stringify({ name: 'two', program: program('batch') }));
    const argv = ['simulate', '--scenario', 'one.json', '--after', 'two.json', '--format', 'json'];
    const { stdout, request } = await run(argv, { cwd: folder });
    expect(request).toBeUndefined();
    const report: SimulationReport = JSON.parse(stdout);
    expect(report.tally.whole).toMatchObject({ before: { rtnl: 64 }, after: { rtnl: 1 } });
    expect(report.question).toMatchObject({ title: 'scenario against two', changed: ['foo'] });
  });

  test('two versions of a tree', async () => {
    mkdirSync(join(folder, 'later/include/net'), { recursive: true });
    writeFileSync(join(folder, 'later/include/net/net_namespace.h'), '');
    const later = {
      ...QUUX,
      exitPaths: [exitPath('exit_batch', effect('rtnl', 'rtnl_lock', { per: 'batch' }))],
    };
    const { stdout } = await run(
      ['simulate', '.', '--scenario', 'small.json', '--after', 'later', '--format', 'json'],
      {
        cwd: folder,
        answer: ({ treeRoot }) => ({ ops: [treeRoot === folder ? QUUX : later] }),
      },
    );
    const report: SimulationReport = JSON.parse(stdout);
    expect(report.question).toMatchObject({
      changed: ['net/core/quux.c:quux_net_ops'],
      after: { name: 'later' },
    });
    expect(report.tally.whole).toMatchObject({ before: { rtnl: 64 }, after: { rtnl: 1 } });
  });

  test('the engine, the seed and the replications are as asked', async () => {
    const report = await reported('--engine', 'events', '--seed', '7');
    expect(report).toMatchObject({ engine: 'events', before: { bands: null, run: { seed: 7, freed: 100 } } });
    const again = await reported('--engine', 'events', '--seed', '7', '--replications', '3');
    expect(again.before.run.drainTime).toBe(report.before.run.drainTime);
    expect(again.before.bands!.replications).toBe(3);
  });

  test('flags of the scan are handed on', async () => {
    const { request } = await simulate('--jobs', '3', '--no-cache', '--depth', '2', 'net');
    expect(request).toMatchObject({ jobs: 3, cacheDir: null, configuration: { depth: 2 } });
    expect(request!.paths).toEqual([join(folder, 'net')]);
  });
});

describe('the result', () => {
  test('as text: counts first, the word simulated, a row of bars', async () => {
    const { stdout } = await simulate('--ops', 'quux_net_ops', '--after', 'exit_batch');
    const [title, counts, verdict] = stdout.split('\n');
    expect(title).toBe('quux_net_ops: .exit → .exit_batch');
    expect(counts).toBe('In batches of 64 netns: RTNL acquisitions 64 → 1, RCU barriers 64 → 1.');
    expect(verdict).toMatch(/^Simulated: Gain/);
    expect(stdout).toMatch(/^before [▁▂▃▄▅▆▇█]{20,}$/m);
    expect(stdout).toMatch(/^all netns freed after +[\d.]+ m?s \([\d.]+ m?s – [\d.]+ m?s\)/m);
  });

  test('as Markdown: no number of seconds without the word simulated before it', async () => {
    const { stdout } = await simulate(
      '--ops',
      'quux_net_ops',
      '--after',
      'exit_batch',
      '--format',
      'markdown',
    );
    const [facts, simulated] = stdout.split('| simulated, 2 × 50 netns on 16 CPUs |');
    expect(facts).not.toMatch(/\d m?s\b/);
    expect(simulated).toMatch(/not measured: fluid engine, seed 1/);
  });

  test('as CSV: one row for each bin, both runs', async () => {
    const { stdout } = await simulate('--after', 'best', '--format', 'csv');
    const rows = stdout
      .trimEnd()
      .split('\r\n')
      .map(row => row.split(','));
    expect(rows[0]).toContain('alive_netns');
    expect(new Set(rows.slice(1).map(([name]) => name))).toEqual(new Set(['before', 'after']));
    expect(rows.every(row => row.length === rows[0]!.length)).toBe(true);
  });

  test('bands of chance alone, or of prices too: wider, and said to be', async () => {
    const width = async (...argv: string[]) => {
      const { bands } = (await reported('--loaded', 'all', ...argv)).before;
      return bands!.growth.p95 - bands!.growth.p5;
    };
    expect(await width('--vary', 'prices')).toBeGreaterThan(await width());
    const said = async (...argv: string[]) => (await simulate(...argv)).stdout.replace(/\s+/g, ' ');
    expect(await said()).toContain('with other seeds, prices as they are');
    expect(await said('--vary', 'prices')).toContain('prices drawn from all that was seen');
  });

  test('says when nothing is gained', async () => {
    const { stdout } = await simulate('--ops', 'drivers/net/other.c:corge_net_ops', '--after', 'exit_batch');
    expect(stdout).toContain('Simulated: No gain: only the loop moved.');
  });

  test('goes to a file where one is named', async () => {
    const { stdout } = await simulate('-o', 'out.txt');
    expect(stdout).toBe('');
    expect(file('out.txt')).toContain('all netns freed after');
  });

  test('as a page: everything inside, allowed by its hash, names of the tree harmless', async () => {
    const evil = opsNamed('</script><b>', 'net/core/x.c', exitPath('exit', effect('rtnl', 'rtnl_lock')));
    await run(['simulate', '--html', 'page.html'], { cwd: folder, answer: { ops: [evil] } });
    const page = file('page.html');
    expect(page).toMatch(/default-src 'none'; script-src 'sha256-[\w+/]+=*'; style-src 'sha256-/);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).not.toMatch(/\b(?:src|href|style)=/);
    const start = JSON.parse(
      /<script type="application\/json" id="pernet-lens-start">(.*)<\/script>/.exec(page)![1]!,
    );
    expect(start.tree.ops[0].op.name).toBe('</script><b>');
  });

  test('a preset needs no tree and brings its own after', async () => {
    const argv = ['simulate', '--preset', 'dummies', '--replications', '0', '--format', 'json'];
    const { stdout, request } = await run(argv, { cwd: folder });
    expect(request).toBeUndefined();
    const { before, after }: SimulationReport = JSON.parse(stdout);
    expect(before.run.drainTime / after!.run.drainTime).toBeGreaterThan(50);
  });

  test('lookups have a table of their own', async () => {
    const { stdout } = await run(['simulate', '--preset', 'ehash'], { cwd: folder });
    expect(stdout).toMatch(/^ +1 +50\.7$/m);
    expect(stdout).toContain('simulated, Gbit/s');
  });

  test('--list-presets lists them', async () => {
    const { stdout } = await run(['simulate', '--list-presets'], { cwd: folder });
    expect(stdout).toMatch(/^tree +My tree/m);
    expect(stdout).toMatch(/^unshare10 +2022/m);
  });
});

describe('what cannot be done is refused, with the way out', () => {
  const refused = async (
    argv: readonly string[],
    answer: { ops?: Ops[] | number } = { ops: [QUUX, CORGE, OTHER_CORGE] },
  ) => {
    const { code, stdout, stderr } = await run(['simulate', ...argv], { cwd: folder, answer });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  };

  test.each([
    [{ machine: { cpus: 0 } }, '`machine.cpus` is 0: give a whole number from 1 to 4096 CPUs'],
    [{ machine: { prices: { rcuBarrier: -1 } } }, '`machine.prices.rcuBarrier` is -1: give a number from 0'],
    [{ workload: { creators: 1000, iterations: 1_000_000 } }, 'is 1000000000 netns: give at most'],
    [{ workload: { creationCpu: null } }, '`workload.creationCpu` is null: give a number'],
    [{ workload: { creatros: 3 } }, '`workload.creatros` is not known'],
  ])('%j', async (scenario, says) => {
    writeFileSync(join(folder, 'bad.json'), JSON.stringify(scenario));
    const stderr = await refused(['--scenario', 'bad.json']);
    expect(stderr).toContain('bad.json cannot be used:');
    expect(stderr).toContain(says);
  });

  test.each([
    [['--scenario', 'net/quux.c'], /it is not JSON/],
    [['--scenario', 'nowhere.json'], /cannot be read: no such file/],
    [
      ['--ops', 'quux_net_op'],
      /no ops `quux_net_op` among the 3 found, did you mean `quux_net_ops`|no ops `quux_net_op`.*quux_net_ops/,
    ],
    [
      ['--ops', 'corge_net_ops'],
      /2 ops are called `corge_net_ops`: say which, as `drivers\/net\/corge\.c:corge_net_ops` or/,
    ],
    [['--after', 'wrap-and-hoits'], /no such refactoring, slot, file or folder.*`wrap-and-hoist`/],
    [['--after', 'exit_rtnl'], /this tree does not call `\.exit_rtnl`/],
    [['--preset', 'unshare'], /no preset `unshare`.*unshare10/],
    [['--preset', 'dummies', 'net'], /brings its own ops: no PATH/],
    [['--preset', 'dummies', '--after', 'exit_batch'], /--after does not go with it/],
    [['--loaded', 'only'], /--loaded only goes with --ops/],
    [['--html', 'no/such/page.html'], /there is no folder/],
    [['--calibration', 'small.json'], /small\.json cannot be used:[\s\S]*pernetLensCalibration/],
    [['--seed', '-1'], /--seed needs a value|must be a whole number/],
    [['--preset', 'ehash', '--format', 'csv'], /nothing is dismantled/],
  ])('%j', async (argv, says) => {
    expect(await refused(argv)).toMatch(says);
  });

  test('no ops at all', async () => {
    expect(await refused([], { ops: 0 })).toMatch(/no struct pernet_operations in \. .*--list-presets/);
  });

  test('a run of hours is not started, one of a minute is announced', async () => {
    writeFileSync(
      join(folder, 'long.json'),
      JSON.stringify({ workload: { creators: 10, iterations: 1_000_000 } }),
    );
    const argv = ['--scenario', 'long.json', '--engine', 'events', '--replications', '1000'];
    expect(await refused(argv)).toMatch(
      /these runs take about .* more than an hour: give fewer --replications/,
    );
  });

  test('Ctrl-C ends a run', async () => {
    const interrupt = new AbortController();
    interrupt.abort();
    const { code, stderr } = await run(['simulate', '--preset', 'unshare10', '--engine', 'events'], {
      cwd: folder,
      interrupt: interrupt.signal,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('interrupted: nothing was simulated to its end');
  });
});
