import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { folderWith } from '../host/folder';
import { found, run, TREE } from './run';

const RTNL = found('exit-takes-rtnl', 'warning');
const BAD = found('exit-waits-grace-period', 'error');
const SLOW = found('exit-waits-for-work', 'information');

describe('what the engine is asked', () => {
  test('a tree, found upwards from the paths', async () => {
    const root = folderWith(TREE);
    const { request } = await run(['scan', 'net', 'drivers/net/corge.c'], { cwd: root });
    expect(request).toMatchObject({
      paths: [`${root}/net`, `${root}/drivers/net/corge.c`],
      stdin: null,
      treeRoot: root,
      configuration: DEFAULT_CONFIGURATION,
      cacheDir: '/home/quux/.cache/pernet-lens',
      timing: false,
    });
    expect(request!.jobs).toBeGreaterThanOrEqual(1);
  });

  test('the working folder where no path is given', async () => {
    const root = folderWith(TREE);
    const { request } = await run(['scan'], { cwd: `${root}/net` });
    expect(request).toMatchObject({ paths: [`${root}/net`], treeRoot: root });
  });

  test('a module outside of the tree that --tree names', async () => {
    const root = folderWith({ 'module/m.c': '', 'linux/include/net/net_namespace.h': '' });
    const { request } = await run(['scan', 'module', '--tree', 'linux'], { cwd: root });
    expect(request).toMatchObject({ paths: [`${root}/module`], treeRoot: `${root}/linux` });
  });

  test('a path outside of any tree goes along with one inside', async () => {
    const root = folderWith({ 'module/m.c': '', 'linux/include/net/net_namespace.h': '' });
    const { request } = await run(['scan', 'module', 'linux'], { cwd: root });
    expect(request).toMatchObject({ treeRoot: `${root}/linux` });
  });

  test('folders behind links by their real names, so that a file has one name', async () => {
    const root = folderWith({ ...TREE, link: '→ net' });
    const { request } = await run(['scan', 'link', 'link/quux.c'], { cwd: root });
    expect(request).toMatchObject({ paths: [`${root}/net`, `${root}/net/quux.c`] });
  });

  test('text on standard input, for a file that need not exist', async () => {
    const root = folderWith(TREE);
    const { request } = await run(['scan', '--stdin-filename', 'net/new.c', '-'], {
      cwd: root,
      stdin: 'int x;',
    });
    expect(request).toMatchObject({
      paths: [],
      stdin: { path: `${root}/net/new.c`, text: 'int x;' },
      treeRoot: root,
    });
  });

  test('where there is no tree, paths count from the configuration, the working folder, or what is scanned', async () => {
    const plain = folderWith({ 'src/m.c': '' });
    expect((await run(['scan', 'src'], { cwd: plain })).request).toMatchObject({
      treeRoot: null,
      base: plain,
    });
    expect((await run(['scan', plain], { cwd: '/usr' })).request).toMatchObject({ base: plain });
    const configured = folderWith({ 'src/m.c': '', '.pernet-lens.json': '{}' });
    expect((await run(['scan', '.'], { cwd: `${configured}/src` })).request).toMatchObject({
      base: configured,
    });
  });

  test('the nearest configuration, changed by flags', async () => {
    const root = folderWith({
      ...TREE,
      'net/.pernet-lens.json':
        '{ "depth": 3, "severities": { "exit-takes-rtnl": "off", "exit-without-batch": "off" } }',
    });
    const asked = async (...flags: string[]) =>
      (await run(['scan', 'net', ...flags], { cwd: root })).request!.configuration;
    expect(await asked()).toMatchObject({ depth: 3 });
    expect(await asked('--depth', '9')).toMatchObject({ depth: 9 });
    expect((await asked('--rule', 'exit-takes-rtnl')).severities).toEqual({ 'exit-without-batch': 'off' });
  });

  test('a configuration of the user instead', async () => {
    const root = folderWith({
      ...TREE,
      '.pernet-lens.json': '{ "depth": 3 }',
      'mine.json': '{ "depth": 4 }',
    });
    const { request } = await run(['scan', '--config', 'mine.json'], { cwd: root });
    expect(request!.configuration.depth).toBe(4);
  });

  test('the cache', async () => {
    const root = folderWith(TREE);
    const cache = async (flags: string[], env = {}) =>
      (await run(['scan', ...flags], { cwd: root, env })).request!.cacheDir;
    expect(await cache([], { XDG_CACHE_HOME: '/var/cache' })).toBe('/var/cache/pernet-lens');
    expect(await cache([], { XDG_CACHE_HOME: 'relative' })).toBe('/home/quux/.cache/pernet-lens');
    expect(await cache(['--cache-dir', 'c'])).toBe(`${root}/c`);
    expect(await cache(['--no-cache', '--cache-dir', 'c'])).toBeNull();
  });

  test('jobs and timing', async () => {
    const { request } = await run(['scan', '--jobs', '3', '--timing'], { cwd: folderWith(TREE) });
    expect(request).toMatchObject({ jobs: 3, timing: true });
  });
});

describe('exit codes', () => {
  test.each([
    ['nothing found', [], [], 0],
    ['a warning', [RTNL], [], 1],
    ['an information is below the threshold', [SLOW], [], 0],
    ['unless the threshold is lower', [SLOW], ['--fail-on', 'information'], 1],
    ['a warning is below a higher one', [RTNL], ['--fail-on', 'error'], 0],
    ['an error is not', [BAD], ['--fail-on', 'error'], 1],
    ['as many warnings as may pass', [RTNL], ['--max-warnings', '1'], 0],
    ['one more', [RTNL, RTNL], ['--max-warnings', '1'], 1],
    ['errors beside the warnings that may pass', [RTNL, BAD], ['--max-warnings', '1'], 1],
    ['too many warnings although only errors fail', [RTNL], ['--fail-on', 'error', '--max-warnings', '0'], 1],
    ['--exit-zero', [BAD], ['--exit-zero'], 0],
    ['only rules that are reported count', [RTNL, SLOW], ['--ignore', 'exit-takes-rtnl'], 0],
  ])('%s', async (_, findings, flags, code) => {
    expect(await run(['scan', ...flags], { cwd: folderWith(TREE), answer: { findings } })).toMatchObject({
      code,
    });
  });

  test('a broken configuration is 2, even with --exit-zero', async () => {
    const root = folderWith({ ...TREE, '.pernet-lens.json': '{ "depht": 3 }' });
    expect(await run(['scan', '--exit-zero'], { cwd: root })).toEqual({
      code: 2,
      stdout: '',
      stderr: `pernet-lens: ${root}/.pernet-lens.json:1:3: unknown key "depht"; did you mean \`depth\`?\n`,
      request: undefined,
    });
  });

  test('an error of ours is 2 and one line, with the stack only for those who ask', async () => {
    const answer = () => {
      throw new Error('no such node\nsecond line');
    };
    const cwd = folderWith(TREE);
    const short = await run(['scan'], { cwd, answer });
    expect(short).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'pernet-lens: internal error: no such node. Please report it at https://github.com/pernet-lens/pernet-lens/issues (PERNET_LENS_DEBUG=1 shows more)\n',
    });
    const long = await run(['scan'], { cwd, answer, env: { PERNET_LENS_DEBUG: '1' } });
    expect(long.stderr).toMatch(/second line\n +at /);
  });

  test('an interrupted scan is 2, and what is known is reported', async () => {
    const answer = { findings: [RTNL], stats: { partial: true } };
    const cwd = folderWith(TREE);
    const { code, stdout, stderr } = await run(['scan', '--format', 'terse', '--exit-zero'], { cwd, answer });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^net\/quux\.c:12:10: warning: .*\[exit-takes-rtnl\]\n$/);
    expect(stderr).toBe('pernet-lens: interrupted: the report has what was known by then\n');
  });
});

describe('the report', () => {
  const terse = async (cwd: string, ...flags: string[]) =>
    (await run(['scan', '--format', 'terse', ...flags], { cwd, answer: { findings: [RTNL, BAD, SLOW] } }))
      .stdout;
  const codes = (report: string) => [...report.matchAll(/\[(.*)\]/g)].map(([, code]) => code);

  test('is alone on standard output', async () => {
    const { stdout, stderr } = await run(['scan', '--format', 'json'], {
      cwd: folderWith(TREE),
      answer: { findings: [RTNL] },
    });
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, findings: [{ code: 'exit-takes-rtnl' }] });
    expect(stderr).toBe('');
  });

  test('names files as one would from the working folder', async () => {
    const root = folderWith(TREE);
    expect(await terse(root)).toMatch(/^net\/quux\.c:12/);
    expect(await terse(`${root}/net`)).toMatch(/^quux\.c:12/);
    expect(await terse(`${root}/drivers/net`)).toMatch(/^\.\.\/\.\.\/net\/quux\.c:12/);
  });

  test('--rule and --ignore choose, repeated or with commas', async () => {
    const root = folderWith(TREE);
    expect(codes(await terse(root, '--rule', 'exit-takes-rtnl,exit-waits-for-work'))).toEqual([
      'exit-takes-rtnl',
      'exit-waits-for-work',
    ]);
    expect(
      codes(await terse(root, '--rule', 'exit-takes-rtnl', '--rule', 'exit-waits-for-work')),
    ).toHaveLength(2);
    expect(codes(await terse(root, '--ignore', 'exit-takes-rtnl'))).toEqual([
      'exit-waits-grace-period',
      'exit-waits-for-work',
    ]);
  });

  test('goes to a file with -o', async () => {
    const root = folderWith(TREE);
    expect(await terse(root, '-o', 'report.txt')).toBe('');
    expect(codes(readFileSync(`${root}/report.txt`, 'utf8'))).toHaveLength(3);
    expect(await terse(root, '-o', '-')).not.toBe('');
  });

  test('notes that the format has no room for go to standard error, unless -q', async () => {
    const notes = [{ file: 'net/bad.c', line: 3, message: 'unbalanced braces' }];
    const cwd = folderWith(TREE);
    const noted = await run(['scan', '--format', 'terse'], { cwd, answer: { notes } });
    expect(noted.stderr).toBe('pernet-lens: note: net/bad.c:3: unbalanced braces\n');
    expect((await run(['scan', '--format', 'terse', '-q'], { cwd, answer: { notes } })).stderr).toBe('');
  });

  test('colours on a terminal only, as NO_COLOR and FORCE_COLOR wish', async () => {
    const cwd = folderWith(TREE);
    const coloured = async (tty: boolean, env = {}, ...flags: string[]) =>
      (await run(['scan', ...flags], { cwd, tty, env, answer: { findings: [RTNL] } })).stdout.includes(
        '\x1b[',
      );
    expect(await coloured(true)).toBe(true);
    expect(await coloured(false)).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { TERM: 'dumb' })).toBe(false);
    expect(await coloured(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  });

  test('no colours in a file, though the terminal has some', async () => {
    const root = folderWith(TREE);
    await run(['scan', '-o', 'r.txt'], { cwd: root, tty: true, answer: { findings: [RTNL] } });
    expect(readFileSync(`${root}/r.txt`, 'utf8')).not.toContain('\x1b[');
  });
});

describe('remarks on standard error', () => {
  test('nothing to scan: what was looked for', async () => {
    const root = folderWith({ ...TREE, '.pernet-lens.json': '{ "exclude": ["net"] }' });
    const answer = { ops: 0, stats: { filesScanned: 0 } };
    const ran = await run(['scan', 'net'], { cwd: root, answer });
    expect([ran.code, ran.stderr]).toEqual([
      0,
      'pernet-lens: no C sources in net (looked for .c and .h files, without what the configuration excludes)\n',
    ]);
  });

  test('no ops', async () => {
    const answer = { ops: 0, stats: { filesScanned: 2 } };
    const ran = await run(['scan', 'net', 'drivers'], { cwd: folderWith(TREE), answer });
    expect([ran.code, ran.stderr]).toEqual([
      0,
      'pernet-lens: no struct pernet_operations in net, drivers (2 files looked at)\n',
    ]);
  });

  test('no tree: what is assumed, and what to do', async () => {
    const root = folderWith({ 'm.c': '' });
    expect((await run(['scan', 'm.c'], { cwd: root })).stderr).toBe(
      'pernet-lens: no kernel tree found above m.c (looked for include/net/net_namespace.h): calls are followed within it only, and the slots init, exit are assumed. Pass --tree DIR, or set "slots" in .pernet-lens.json\n',
    );
    const told = folderWith({ 'm.c': '', '.pernet-lens.json': '{ "slots": ["exit"] }' });
    expect((await run(['scan', 'm.c'], { cwd: told })).stderr).toBe('');
  });

  test('--timing, even with -q', async () => {
    const answer = { stats: { timing: { index: 1203.4, parse: 20 } } };
    const { stderr } = await run(['scan', '--timing', '-q'], { cwd: folderWith(TREE), answer });
    expect(stderr).toBe('pernet-lens: index    1203 ms\npernet-lens: parse      20 ms\n');
  });
});

describe('baseline', () => {
  test('--write-baseline lets pass what is there, --baseline what was there', async () => {
    const root = folderWith(TREE);
    const wrote = await run(['scan', '--write-baseline', 'b.json'], {
      cwd: root,
      answer: { findings: [RTNL] },
    });
    expect([wrote.code, wrote.stderr]).toEqual([0, `pernet-lens: wrote 1 finding to ${root}/b.json\n`]);

    const argv = ['scan', '--format', 'json', '--baseline', 'b.json'];
    const same = await run(argv, { cwd: root, answer: { findings: [RTNL] } });
    expect([same.code, same.stderr]).toEqual([0, '']);
    expect(JSON.parse(same.stdout)).toMatchObject({ findings: [], stats: { suppressed: 1 } });

    const more = await run(argv, { cwd: root, answer: { findings: [RTNL, BAD] } });
    expect(more.code).toBe(1);
    expect(JSON.parse(more.stdout).findings).toMatchObject([{ code: 'exit-waits-grace-period' }]);
  });

  test('entries without a finding are named, if the scan looked where they were', async () => {
    const root = folderWith(TREE);
    await run(['scan', '--write-baseline', 'b.json'], { cwd: root, answer: { findings: [RTNL] } });
    const stale = async (...argv: string[]) =>
      (await run(['scan', '--baseline', 'b.json', ...argv], { cwd: root })).stderr;
    expect(await stale()).toBe(
      `pernet-lens: one entry of ${root}/b.json without a finding any more; --write-baseline brings it up to date:\n` +
        'pernet-lens:   net/quux.c: exit-takes-rtnl (quux_exit_net)\n',
    );
    expect(await stale('drivers')).toBe('');
    expect(await stale('--ignore', 'exit-takes-rtnl')).toBe('');
    expect(await stale('-q')).toBe('');
  });

  test('the same file for both is brought up to date, and need not be there', async () => {
    const root = folderWith(TREE);
    const argv = ['scan', '--baseline', 'b.json', '--write-baseline', 'b.json'];
    expect((await run(argv, { cwd: root, answer: { findings: [RTNL] } })).code).toBe(0);
    expect((await run(argv, { cwd: root, answer: { findings: [BAD] } })).code).toBe(0);
    const { findings } = JSON.parse(readFileSync(`${root}/b.json`, 'utf8'));
    expect(findings).toMatchObject([{ code: 'exit-waits-grace-period' }]);
  });

  test('an interrupted scan writes none', async () => {
    const root = folderWith(TREE);
    const answer = { findings: [RTNL], stats: { partial: true } };
    expect((await run(['scan', '--write-baseline', 'b.json'], { cwd: root, answer })).code).toBe(2);
    expect(existsSync(`${root}/b.json`)).toBe(false);
  });
});

describe('progress', () => {
  /** A clock that moves on by this many milliseconds at each look. */
  const clock = (step: number) => {
    let time = 0;
    return () => (time += step);
  };
  const answer = (request: { onProgress: (p: { phase: string; done: number; total: number }) => void }) => {
    request.onProgress({ phase: 'listing files', done: 0, total: 3 });
    request.onProgress({ phase: 'listing files', done: 0, total: 3 });
    for (let done = 1; done <= 3; done++) request.onProgress({ phase: 'indexing', done, total: 3 });
    return {};
  };
  const progress = async (step: number, tty: boolean, ...flags: string[]) =>
    (await run(['scan', ...flags], { cwd: folderWith(TREE), answer, tty, now: clock(step) })).stderr;

  test('is one line, written over and wiped in the end', async () => {
    expect(await progress(600, true)).toBe(
      '\r\x1b[Klisting files\r\x1b[Kindexing 1 of 3 (33 %)\r\x1b[Kindexing 2 of 3 (66 %)\r\x1b[Kindexing 3 of 3 (100 %)\r\x1b[K',
    );
  });

  test('does not show for a short scan, off a terminal, or with -q', async () => {
    expect(await progress(100, true)).toBe('');
    expect(await progress(600, false)).toBe('');
    expect(await progress(600, true, '-q')).toBe('');
  });
});

test('--show-config prints what holds and where it is from, and scans nothing', async () => {
  const root = folderWith({ ...TREE, '.pernet-lens.json': '{ "depth": 3 }' });
  const { code, stdout, request } = await run(['scan', 'net', '--show-config'], { cwd: root });
  expect([code, request]).toEqual([0, undefined]);
  expect(JSON.parse(stdout)).toEqual({
    file: `${root}/.pernet-lens.json`,
    tree: root,
    configuration: { ...DEFAULT_CONFIGURATION, depth: 3 },
  });
});
