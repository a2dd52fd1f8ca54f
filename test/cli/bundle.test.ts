import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/cli/project';
import { RULES } from '../../src/core/rules';
import { folderWith } from '../host/folder';

/** As users get it: a folder with the bundle, and no node_modules in it or above. */
const dist = mkdtempSync(join(tmpdir(), 'pernet-lens-dist-'));
const cli = join(dist, 'cli.cjs');

beforeAll(() => {
  const script = new URL('../../esbuild.mjs', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, '--outdir', dist], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
afterAll(() => rmSync(dist, { recursive: true }));

const MODULE = {
  '.pernet-lens.json': '{ "slots": ["init", "exit", "exit_batch"] }',
  'quux_main.c': `
static void __net_exit quux_exit_net(struct net *net)
{
	quux_flush(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
  'quux_table.c': `
void quux_flush(struct net *net)
{
	rtnl_lock();
	__quux_flush(net);
	rtnl_unlock();
}
`,
};

const MANY = 600;
/** Many ops, each with a finding of its own. */
const many = Object.fromEntries(
  Array.from({ length: MANY }, (_, i) => [
    `quux_${i}.c`,
    `static void quux_exit_${i}(struct net *net)\n{\n\trtnl_lock();\n\trtnl_unlock();\n}\n` +
      `static struct pernet_operations quux_ops_${i} = {\n\t.exit = quux_exit_${i},\n};\n`,
  ]),
);

const run = (cwd: string, ...argv: string[]) => {
  const { status, stdout, stderr } = spawnSync(cli, argv, {
    cwd,
    encoding: 'utf8',
    env: environment(cwd),
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
};

const environment = (cwd: string) => ({
  PATH: process.env.PATH,
  HOME: cwd,
  XDG_CACHE_HOME: join(cwd, '.cache'),
});

test('dist has what is shipped, and nothing else', () => {
  expect(readdirSync(dist).sort()).toEqual([
    'cli.cjs',
    'client.cjs',
    'server.cjs',
    'third-party-licences.txt',
    'tree-sitter-c.wasm',
    'web-tree-sitter.wasm',
    'webview.css',
    'webview.js',
    'worker.cjs',
  ]);
  const licences = readFileSync(join(dist, 'third-party-licences.txt'), 'utf8');
  for (const name of [
    'ajv',
    'jsonc-parser',
    'picocolors',
    'picomatch',
    'tree-sitter-c',
    'uplot',
    'web-tree-sitter',
  ]) {
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\((MIT|ISC)\\)$`, 'm'));
  }
});

test('runs by itself, with all pages in it', () => {
  expect(run('/', '--version')).toEqual({ status: 0, stdout: `pernet-lens ${VERSION}\n`, stderr: '' });
  for (const { code } of RULES) {
    const page = new URL(`../../docs/rules/${code}.md`, import.meta.url);
    expect(run('/', 'explain', code)).toEqual({ status: 0, stdout: readFileSync(page, 'utf8'), stderr: '' });
  }
});

describe('a scan', () => {
  test('follows calls into another file, and ends with 1', () => {
    const { status, stdout, stderr } = run(folderWith(MODULE), 'scan', '--format', 'terse');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^quux_main\.c:8:10: warning: .*\[exit-takes-rtnl\]\n$/);
  });

  test('is the same whatever the number of threads, with and without the cache', () => {
    const root = folderWith(MODULE);
    const reports = [
      ['--jobs', '1', '--no-cache'],
      ['--jobs', '3', '--no-cache'],
      ['--jobs', '2'],
      ['--jobs', '1'],
    ].map(flags => JSON.parse(run(root, 'scan', '--format', 'json', ...flags).stdout));
    expect(reports[0].findings).toHaveLength(1);
    for (const report of reports) expect(report).toEqual(reports[0]);
  });

  test('does not mix up two searches that run at the same time: one member, two structs', () => {
    const teardown = (name: string, does: string): string =>
      `static void ${name}_teardown(struct quux *q)\n{\n\t${does};\n}\n` +
      `static const struct ${name}_ops ${name}_ops = {\n\t.teardown = ${name}_teardown,\n};\n`;
    const edges = ['quux', 'corge'].map(name => ({ member: 'teardown', struct: `${name}_ops` }));
    const root = folderWith({
      '.pernet-lens.json': JSON.stringify({ slots: ['init', 'exit'], indirectEdges: edges }),
      'main.c': MODULE['quux_main.c'].replace('quux_flush(net)', 'net->quux->ops->teardown(net->quux)'),
      'quux.c': teardown('quux', 'rtnl_lock()'),
      'corge.c': teardown('corge', 'synchronize_net()'),
    });
    const codes = ['1', '2'].map(jobs => {
      const { stdout } = run(root, 'scan', '--format', 'json', '--no-cache', '--jobs', jobs);
      return JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
    });
    const both = ['exit-takes-rtnl', 'exit-waits-grace-period'];
    expect(codes).toEqual([both, both]);
  });

  // code scanning passes over `suppressions` and opens an alert for every result: github/codeql-action#1230
  test('leaves out of SARIF what a comment or the baseline silences', () => {
    const sarif = (...more: string[]) => {
      const [{ results, properties }] = JSON.parse(
        run(root, 'scan', '--format', 'sarif', ...more).stdout,
      ).runs;
      return { results: results.length, silenced: properties.stats.suppressed };
    };
    const comment = '/* pernet-lens-ignore exit-takes-rtnl: never more than one netns */\n\t.exit';
    const root = folderWith({
      ...MODULE,
      'quux_main.c': MODULE['quux_main.c'].replace('.exit', comment),
      'corge_main.c': MODULE['quux_main.c'].replaceAll('quux_net_ops', 'corge_net_ops'),
    });
    expect(sarif()).toEqual({ results: 1, silenced: 1 });
    run(root, 'scan', '--write-baseline', 'baseline.json');
    expect(sarif('--baseline', 'baseline.json')).toEqual({ results: 0, silenced: 2 });
  });

  test('sees standard input instead of the disk', () => {
    const root = folderWith(MODULE);
    const input = MODULE['quux_main.c'].replace('quux_flush(net)', 'quux_forget(net)');
    const argv = ['scan', '--format', 'terse', '--stdin-filename', 'quux_main.c', '-'];
    const { status, stdout } = spawnSync(cli, argv, {
      cwd: root,
      input,
      encoding: 'utf8',
      env: environment(root),
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.not.stringContaining('exit-takes-rtnl') });
  });

  test('of a folder that has nothing for it ends with 0', () => {
    const root = folderWith({ README: '', 'empty/x': '' });
    expect(run(root, 'scan', 'empty')).toMatchObject({
      status: 0,
      stderr: 'pernet-lens: no C sources in empty (looked for .c and .h files)\n',
    });
  });
});

describe('a long report', () => {
  test('arrives whole through a pipe', () => {
    const { status, stdout } = run(folderWith(many), 'scan', '--format', 'json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).findings).toHaveLength(MANY);
  });

  test('ends quietly when its reader has seen enough', async () => {
    const root = folderWith(many);
    const child = start(root, 'scan', '--format', 'json', '-q');
    child.stdout.destroy();
    expect(await ended(child)).toMatchObject({ code: 1, signal: null, stderr: '' });
  });

  test.runIf(process.platform === 'linux')('that meets a full disk ends with 2', () => {
    const root = folderWith(many);
    const { status, stderr } = spawnSync('sh', ['-c', '"$0" scan --format json -q > /dev/full', cli], {
      cwd: root,
      encoding: 'utf8',
      env: environment(root),
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^pernet-lens: cannot write the report: ENOSPC/);
  });
});

describe('Ctrl-C', () => {
  test('while it waits for standard input ends with 2', async () => {
    const child = await startedWithHandlers(
      folderWith(MODULE),
      'scan',
      '--stdin-filename',
      'quux_main.c',
      '-',
    );
    child.kill('SIGINT');
    expect(await ended(child)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pernet-lens: cannot read standard input: interrupted\n'),
    });
  });

  test('in a scan ends with 2, and with what is known by then', async () => {
    const child = await startedWithHandlers(folderWith(many), 'scan', '--format', 'json', '-q');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended(child);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).stats.partial).toBe(true);
    expect(stderr).toContain('pernet-lens: interrupted: the report has what was known by then\n');
  });
});

const start = (cwd: string, ...argv: string[]): ChildProcessWithoutNullStreams =>
  spawn(cli, argv, { cwd, env: environment(cwd) });

function ended(child: ChildProcessWithoutNullStreams) {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', chunk => {
      output[name] += chunk;
    });
  }
  return new Promise<{ code: number | null; signal: string | null } & typeof output>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal, ...output })),
  );
}

/** Started, and far enough to handle a SIGINT: a module loaded before it says so on standard error. */
async function startedWithHandlers(cwd: string, ...argv: string[]): Promise<ChildProcessWithoutNullStreams> {
  const preload = join(cwd, 'ready.cjs');
  writeFileSync(
    preload,
    `process.on('newListener', name => {
      if (name === 'SIGINT') setImmediate(() => process.stderr.write('ready'));
    });`,
  );
  const env = { ...environment(cwd), NODE_OPTIONS: `--require ${preload}` };
  const child = spawn(cli, argv, { cwd, env });
  await new Promise(resolve => child.stderr.once('data', resolve));
  return child;
}
