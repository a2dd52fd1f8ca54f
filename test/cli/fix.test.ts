import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../host/folder';
import { bundledCli } from '../support/bundled-cli';
import { filesBelow, REPOSITORY } from '../support/repository';
import { run } from './run';

const bundle = bundledCli();
const cli = bundle.under({ env: { SOURCE_DATE_EPOCH: '1790000000' } });

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A copy of examples/, committed to a repository of its own. */
function examples(): string {
  const root = mkdtempSync(join(tmpdir(), 'pernet-lens-fix-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(join(REPOSITORY, 'examples'), root, { recursive: true });
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'examples');
  return root;
}

const SOURCES = filesBelow('examples').map(file => file.replace(/^examples\//, ''));
const textsIn = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(SOURCES.map(file => [file, readFileSync(join(root, file), 'utf8')]));
const changedIn = (root: string): readonly string[] =>
  git(root, 'diff', '--name-only').split('\n').filter(Boolean);

describe('edits', () => {
  test('that leave no question are written; the rest is counted', () => {
    const root = examples();
    const { status, stdout, stderr } = cli.run(root, 'fix');
    expect(stdout).toBe(
      'lantern/lantern_dev.c:59: Queue the devices in `lantern_controls_del` and unregister them once behind the loop [collect-devices]\n' +
        'lantern/lantern_rules.c:64: Run `lantern_policy_exit_net` once per batch and take `lantern_policy_mutex` once [wrap-and-hoist]\n',
    );
    expect(stderr).toBe(
      'pernet-lens: 2 applied (2 files), 3 with questions (use --ask), 4 refused (use --explain)\n',
    );
    expect(status).toBe(1);
    expect(changedIn(root)).toEqual(['lantern/lantern_dev.c', 'lantern/lantern_rules.c']);
    const codes = cli.report(root).findings.map(({ code }) => code);
    expect(codes).not.toContain('unregister-one-by-one');
    expect(codes).not.toContain('exit-takes-global-lock');
    expect(codes).toContain('exit-takes-rtnl');
  });

  test('with questions are written with --ask; each question is a line with its place', () => {
    const root = examples();
    const { status, stderr } = cli.run(root, 'fix', '--ask');
    expect(stderr).toMatch(
      /^lantern\/lantern_dev\.c:94: question: `lantern_dev_exit_net` will run before .*\? \[use-rtnl-slot, row 4\]$/m,
    );
    expect(stderr).toMatch(/\npernet-lens: 5 applied \(4 files\), 4 refused \(use --explain\)\n$/);
    expect(status).toBe(1);
    const codes = new Set(cli.report(root).findings.map(({ code }) => code));
    expect(codes).not.toContain('exit-takes-rtnl');
    expect(codes).not.toContain('batch-takes-rtnl');
  });

  test('made once leave nothing for a second run', () => {
    const root = examples();
    cli.run(root, 'fix', '--ask');
    const once = textsIn(root);
    for (const flags of [['--ask', '--allow-dirty'], ['--allow-dirty']]) {
      expect(cli.run(root, 'fix', ...flags)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: 'pernet-lens: 0 applied, 4 refused (use --explain)\n',
      });
    }
    expect(textsIn(root)).toEqual(once);
  });

  test('end with 0 where nothing is left', () => {
    const root = examples();
    const policy = ['fix', '--ops', 'lantern_policy_net_ops'];
    expect(cli.run(root, ...policy)).toMatchObject({
      status: 0,
      stderr: 'pernet-lens: 1 applied (1 file)\n',
    });
    expect(cli.run(root, ...policy)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'pernet-lens: nothing to fix\n',
    });
    expect(cli.run(root, 'fix', '-q', '--exit-zero', '--allow-dirty', 'lantern/lantern_peer.c')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('are chosen by refactoring and by finding', () => {
    const root = examples();
    cli.run(root, 'fix', '--only', 'wrap-and-hoist');
    expect(changedIn(root)).toEqual(['lantern/lantern_rules.c']);
    cli.run(root, 'fix', '--only', 'unregister-one-by-one,exit-waits-grace-period');
    expect(changedIn(root)).toEqual(['lantern/lantern_dev.c', 'lantern/lantern_rules.c']);
  });
});

describe('a patch', () => {
  test('changes nothing by itself; git apply and patch make of it what --ask writes', () => {
    const [root, patched, written] = [examples(), examples(), examples()];
    const { status, stdout } = cli.run(root, 'fix', '--diff', '--ask');
    expect(status).toBe(1);
    expect(changedIn(root)).toEqual([]);
    const take = (cwd: string, program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd, input: stdout, stdio: ['pipe', 'pipe', 'pipe'] });
    take(root, 'git', 'apply', '--check');
    take(patched, 'patch', '-p1', '--dry-run');
    expect([changedIn(root), changedIn(patched)]).toEqual([[], []]);
    take(root, 'git', 'apply');
    take(patched, 'patch', '-p1', '-s');
    cli.run(written, 'fix', '--ask');
    expect(textsIn(root)).toEqual(textsIn(written));
    expect(textsIn(patched)).toEqual(textsIn(written));
  });

  test('goes to a file with -o, the same each time', () => {
    const root = examples();
    const once = cli.run(root, 'fix', '--format', 'diff', '--jobs', '1', '--no-cache').stdout;
    expect(cli.run(root, 'fix', '--diff', '-o', 'safe.diff')).toMatchObject({ stdout: '' });
    expect(readFileSync(join(root, 'safe.diff'), 'utf8')).toBe(once);
  });

  test('is empty where there is nothing to do', () => {
    const root = examples();
    expect(cli.run(root, 'fix', '--diff', 'lantern/lantern_acl.c')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'pernet-lens: nothing to fix\n',
    });
  });
});

describe('a mailbox', () => {
  test('has a mail for each ops, which git am takes one after the other', () => {
    const [root, written] = [examples(), examples()];
    git(root, 'config', 'user.name', 'Ada Example');
    git(root, 'config', 'user.email', 'ada@example.org');
    expect(cli.run(root, 'fix', '--ask', '--format', 'mbox', '-o', '.git/fix.mbox').status).toBe(1);
    expect(changedIn(root)).toEqual([]);
    git(root, 'am', '-q', '.git/fix.mbox');
    cli.run(written, 'fix', '--ask');
    expect(textsIn(root)).toEqual(textsIn(written));
    expect(git(root, 'log', '--reverse', '--format=%an <%ae> %at %s', 'HEAD~5..').trim().split('\n')).toEqual(
      [
        'Ada Example <ada@example.org> 1790000000 lantern: let the core hold RTNL in lantern_dev_net_ops',
        'Ada Example <ada@example.org> 1790000000 lantern: queue the devices in lantern_controls_del()',
        'Ada Example <ada@example.org> 1790000000 lantern: let the core hold RTNL in lantern_net_ops',
        'Ada Example <ada@example.org> 1790000000 lantern: let the core hold RTNL in lantern_qos_net_ops',
        'Ada Example <ada@example.org> 1790000000 lantern: run lantern_policy_exit_net() once per batch',
      ],
    );
    expect(
      git(root, 'log', '-1', '--format=%b'),
    ).toBe(`lantern_policy_exit_net() takes the global lantern_policy_mutex once per
netns. One hold of the lock would do for all netns of a batch.

Run lantern_policy_exit_net() once per batch and take lantern_policy_mutex
once.

Calls while lantern_policy_net_ops is dismantled, before and after:

  mutex_lock(&lantern_policy_mutex)  1 per netns -> 1 per batch

`);
  });

  test('says that nobody has signed it off, and where the author is missing', () => {
    const root = examples();
    const { stdout, stderr } = cli
      .under({ env: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' } })
      .run(root, 'fix', '--format', 'mbox');
    expect(stdout).toContain('From: Your Name <you@example.com>\n');
    expect(stderr).toContain('pernet-lens: git knows no author here');
    expect(stdout).not.toMatch(/^Signed-off-by/m);
    expect(stdout.match(/add your own Signed-off-by\./g)).toHaveLength(2);
  });
});

describe('--explain', () => {
  test('tells what would be done, asked and refused, with the evidence, and changes nothing', () => {
    const root = examples();
    const { status, stdout, stderr } = cli.run(root, 'fix', '--explain');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(changedIn(root)).toEqual([]);
    const blocks = stdout.split('\n\n');
    expect(blocks).toHaveLength(9);
    const about = (name: string): string => blocks.find(block => block.includes(`\`${name}\``)) ?? '';
    expect(about('lantern_policy_net_ops')).toContain(
      '\n  would: Run `lantern_policy_exit_net` once per batch',
    );
    expect(about('lantern_dev_net_ops')).toMatch(
      /\n {2}with --ask: .* \[use-rtnl-slot\]\n {4}asks: lantern\/lantern_dev\.c:94: .*\? \(row 4\)\n {6}evidence: /,
    );
    expect(about('lantern_peer_net_ops')).toMatch(
      /\n {2}refused: `peers` carries .*\(row 5\) \[pre-exit-split\]\n {6}evidence: /,
    );
    expect(about('lantern_flow_net_ops')).toMatch(/\n {2}refused: .* for each netns\. A table of each netns/);
    expect(about('lantern_key_net_ops')).toMatch(
      /\n {2}refused: `synchronize_rcu` is called in .* once behind it/,
    );
    expect(about('lantern_init_net')).toContain(
      '\n  refused: no refactoring removes `init-allocates-table`: `pernet-lens explain init-allocates-table` tells what does',
    );
  });
});

describe('--explain --format json', () => {
  test('tells programs the same', () => {
    const root = examples();
    const { status, stdout, stderr } = cli.run(root, 'fix', '--explain', '--format', 'json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(changedIn(root)).toEqual([]);
    const { schema, tree, places } = JSON.parse(stdout);
    expect({ schema, source: tree.source }).toEqual({ schema: 1, source: 'configuration' });
    expect(places.map(({ name, fate }: { name: string; fate: string }) => `${name} ${fate}`)).toEqual([
      'lantern_controls_del possible',
      'lantern_dev_net_ops asked',
      'lantern_flow_net_ops refused',
      'lantern_key_net_ops refused',
      'lantern_net_ops refused',
      'lantern_net_ops asked',
      'lantern_peer_net_ops refused',
      'lantern_qos_net_ops asked',
      'lantern_policy_net_ops possible',
    ]);
    const [, device, , , , , peer] = places;
    expect(device).toMatchObject({
      file: 'lantern/lantern_dev.c',
      slot: 'exit',
      handler: 'lantern_dev_exit_net',
      leftAlone: null,
    });
    const best = device.outcomes.find(({ key }: { key?: string }) => key === device.best);
    expect(best).toMatchObject({
      kind: 'edit',
      refactoring: 'use-rtnl-slot',
      shortTitle: 'Move to .exit_rtnl',
      files: ['lantern/lantern_dev.c'],
      questions: [{ row: 4, file: 'lantern/lantern_dev.c', range: { start: { line: 94 } } }],
    });
    expect(peer).toMatchObject({ best: null, outcomes: [{ kind: 'refused', row: 5 }] });
  });

  test('is for --explain', () => {
    const { status, stderr } = cli.run(examples(), 'fix', '--format', 'json');
    expect(status).toBe(2);
    expect(stderr).toContain('--format json tells what --explain tells: give both');
  });
});

describe('a file', () => {
  const policy = 'lantern/lantern_rules.c';

  test.each([
    [
      'has uncommitted changes',
      (root: string) => appendFileSync(join(root, policy), '\n'),
      'it has uncommitted changes',
    ],
    [
      'has staged changes',
      (root: string) => {
        appendFileSync(join(root, policy), '\n');
        git(root, 'add', policy);
      },
      'it has staged changes',
    ],
    [
      'is not committed',
      (root: string) => {
        git(root, 'rm', '-q', '--cached', policy);
        git(root, 'commit', '-qm', 'without');
      },
      'it is not committed',
    ],
  ])('that %s is left alone, the others are not', (_, spoil, why) => {
    const root = examples();
    spoil(root);
    const before = readFileSync(join(root, policy), 'utf8');
    const { status, stdout, stderr } = cli.run(root, 'fix');
    expect(status).toBe(1);
    expect(stderr).toContain(
      `pernet-lens: ${policy}:64: left alone: ${policy}: ${why}; --allow-dirty edits it all the same [wrap-and-hoist]\n`,
    );
    expect(stderr).toContain('1 applied (1 file), 3 with questions (use --ask), 1 left alone, 4 refused');
    expect(stdout).toContain('lantern_controls_del');
    expect(readFileSync(join(root, policy), 'utf8')).toBe(before);
    expect(cli.run(root, 'fix', '--diff').stdout).toContain(`+++ b/${policy}\n`);
    expect(cli.run(root, 'fix', '--format', 'mbox').stdout).not.toContain(policy);
    expect(cli.run(root, 'fix', '--allow-dirty').stdout).toContain(`${policy}:64: Run`);
  });

  test('that is read-only is left alone, with all that its refactoring would change elsewhere', () => {
    const root = examples();
    chmodSync(join(root, policy), 0o444);
    const before = textsIn(root);
    const { stdout, stderr } = cli.run(root, 'fix', '--ask', '--ops', 'lantern_net_ops');
    expect(stdout).toBe('');
    expect(stderr).toContain(`left alone: ${policy}: it is read-only`);
    expect(textsIn(root)).toEqual(before);
  });

  test('outside of a git work tree is edited', () => {
    const root = examples();
    rmSync(join(root, '.git'), { recursive: true });
    expect(cli.run(root, 'fix').stderr).toContain('2 applied');
  });
});

test('an interrupted run changes nothing', async () => {
  const root = examples();
  const abort = new AbortController();
  abort.abort();
  const { code, stderr } = await run(['fix', root], {
    cwd: root,
    interrupt: abort.signal,
    answer: { stats: { partial: true } },
  });
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'pernet-lens: interrupted: nothing was changed\n' });
  expect(changedIn(root)).toEqual([]);
});

describe('a command line that cannot be meant ends with 2', () => {
  test.each([
    [
      ['--only', 'wrap-and-hoits'],
      /unknown value `wrap-and-hoits` for --only; did you mean `?wrap-and-hoist/,
    ],
    [
      ['--only', 'init-allocates-table'],
      /no refactoring removes such findings\. `pernet-lens explain init-allocates-table`/,
    ],
    [['--ops', 'nobody'], /^pernet-lens: --ops nobody: the paths have no ops/],
    [['-o', 'x.diff'], /-o says where the patch goes/],
    [['--diff', '-o', 'missing/x.diff'], /there is no folder/],
    [['--diff', '--explain'], /--explain and --diff exclude each other/],
    [['--diff', '--format', 'mbox'], /--diff and --format mbox exclude each other/],
    [['-'], /fix reads no standard input/],
    [['missing.c'], /cannot scan missing\.c/],
  ])('%s', async (argv, says) => {
    const cwd = folderWith({ 'quux.c': '' });
    const { code, stdout, stderr } = await run(['fix', ...argv], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });
});
