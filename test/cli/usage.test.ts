import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/cli/project';
import { folderWith } from '../host/folder';
import { run, TREE } from './run';

/** What a command line that is refused says on standard error; nothing may stand on standard output. */
async function refusal(...argv: string[]): Promise<string> {
  const root = folderWith({ ...TREE, loop: '→ loop' });
  const { code, stdout, stderr, request } = await run(argv, { cwd: root });
  expect({ code, stdout, request }).toEqual({ code: 2, stdout: '', request: undefined });
  return stderr.replaceAll(root, '/tree');
}

describe('a command line that makes no sense ends with 2 and says why', () => {
  test.each([
    [
      ['scna'],
      'unknown verb `scna`; did you mean `scan`?\nThe verbs are scan, fix, simulate, explain, rules, lsp; see `pernet-lens --help`.',
    ],
    [
      ['frobnicate'],
      'unknown verb `frobnicate`\nThe verbs are scan, fix, simulate, explain, rules, lsp; see `pernet-lens --help`.',
    ],
    [['net', '--exit-zero'], '`net` is no verb. To scan it: pernet-lens scan net --exit-zero'],
    [['--format', 'json', 'net'], 'flags stand behind the verb, as in: pernet-lens scan --format json net'],
    [['--froamt=json'], 'unknown flag `--froamt`; did you mean `--format`?\nSee `pernet-lens --help`.'],
    [
      ['help', 'scann'],
      'unknown verb `scann`; did you mean `scan`?\nThe verbs are scan, fix, simulate, explain, rules, lsp; see `pernet-lens --help`.',
    ],
    [
      ['scan', '--fromat', 'json'],
      'unknown flag `--fromat`; did you mean `--format`?\nSee `pernet-lens scan --help`.',
    ],
    [['scan', '-x'], 'unknown flag `-x`\nSee `pernet-lens scan --help`.'],
    [
      ['scan', '--format', 'jsn'],
      'unknown value `jsn` for --format; did you mean `json`?\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--format=xml'],
      'unknown value `xml` for --format; one of text, terse, json, jsonl, sarif, github\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--fail-on', 'info'],
      'unknown value `info` for --fail-on; did you mean `information`?\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--rule', 'exit-takes-rtnl,exit-take-global-lock'],
      'unknown value `exit-take-global-lock` for --rule; did you mean `exit-takes-global-lock`?\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--ignore', ','],
      '--ignore needs a value: --ignore CODE[,CODE…]\nSee `pernet-lens scan --help`.',
    ],
    [['scan', '--format'], '--format needs a value: --format FORMAT\nSee `pernet-lens scan --help`.'],
    [
      ['scan', '--format', '--jobs', '2'],
      '--format needs a value: --format FORMAT\nSee `pernet-lens scan --help`.',
    ],
    [['scan', '-o'], '-o needs a value: -o FILE\nSee `pernet-lens scan --help`.'],
    [['scan', '--exit-zero=no'], '--exit-zero takes no value\nSee `pernet-lens scan --help`.'],
    [
      ['scan', '--jobs', '0'],
      '--jobs must be a whole number, from 1 to 256, not `0`\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--max-warnings=-1'],
      '--max-warnings must be a whole number, 0 or more, not `-1`\nSee `pernet-lens scan --help`.',
    ],
    [
      ['scan', '--depth', '1e1'],
      '--depth must be a whole number, from 1 to 32, not `1e1`\nSee `pernet-lens scan --help`.',
    ],
    [['scan', 'nett'], 'cannot scan nett: no such file or folder (looked in /tree); did you mean `net`?'],
    [
      ['scan', 'net/quux.c/x'],
      'cannot scan net/quux.c/x: a part of the path is not a folder (looked in /tree/net/quux.c)',
    ],
    [['scan', 'loop'], 'cannot scan loop: it leads to itself (looked in /tree)'],
    [['scan', '/dev/null'], '/dev/null is neither a file nor a folder; for text on standard input give `-`'],
    [['scan', '--tree', 'loop'], '--tree: /tree/loop: it leads to itself'],
    [['scan', '-o', 'loop/r.txt'], 'cannot write /tree/loop/r.txt: there is no folder /tree/loop'],
    [['scan', '\x1b[31mred'], 'cannot scan \\u{1b}[31mred: no such file or folder (looked in /tree)'],
    [['scan', ''], 'an empty path: a path must name a file or a folder'],
    [
      ['scan', '--tree', 'net', 'net'],
      '--tree: /tree/net is no kernel tree: it has no include/net/net_namespace.h; /tree has it',
    ],
    [['scan', '--tree', 'nowhere'], '--tree: /tree/nowhere: no such file or folder'],
    [['scan', '-'], '`-` needs --stdin-filename FILE: where the text belongs decides what its calls lead to'],
    [
      ['scan', '--stdin-filename', 'net/quux.c'],
      '--stdin-filename goes with the path `-`, which stands for text on standard input',
    ],
    [['scan', '--stdin-filename', 'net', '-'], '--stdin-filename must be a file; net is a folder'],
    [['scan', '-o', 'no/where.txt'], 'cannot write /tree/no/where.txt: there is no folder /tree/no'],
    [['scan', '-o', 'net'], 'cannot write /tree/net: it is a folder'],
    [['scan', '--write-baseline', 'no/b.json'], 'cannot write /tree/no/b.json: there is no folder /tree/no'],
    [
      ['scan', '--baseline', 'b.json'],
      'cannot use the baseline /tree/b.json: no such file or folder. --write-baseline writes one',
    ],
    [['scan', '--config', 'c.json'], 'cannot read the configuration /tree/c.json: no such file or folder'],
    [['explain', 'exit-take-rtnl'], 'there is no rule `exit-take-rtnl`; did you mean `exit-takes-rtnl`?'],
    [['explain', 'exit-takes-rtnl', 'more'], 'unexpected argument `more`\nSee `pernet-lens explain --help`.'],
    [['rules', 'all'], 'unexpected argument `all`\nSee `pernet-lens rules --help`.'],
    [
      ['rules', '--format', 'sarif'],
      'unknown value `sarif` for --format; one of text, json\nSee `pernet-lens rules --help`.',
    ],
  ])('%j', async (argv, message) => {
    expect(await refusal(...argv)).toBe(`pernet-lens: ${message}\n`);
  });

  test('explain without a code names them all', async () => {
    expect(await refusal('explain')).toMatch(
      /^pernet-lens: explain needs the code of a rule: exit-takes-rtnl, /,
    );
  });

  test('two kernel trees at once', async () => {
    const root = folderWith({ 'a/include/net/net_namespace.h': '', 'b/include/net/net_namespace.h': '' });
    const { code, stderr } = await run(['scan', 'a', 'b'], { cwd: root });
    expect([code, stderr]).toEqual([
      2,
      `pernet-lens: the paths lie in two kernel trees, ${root}/a and ${root}/b: scan one at a time, or say which with --tree\n`,
    ]);
  });

  test('no arguments: the overview, but on standard error', async () => {
    const { code, stdout, stderr } = await run([], { cwd: '/' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Usage: pernet-lens VERB/);
  });
});

describe('help and version go to standard output and end with 0', () => {
  test('--version', async () => {
    for (const flag of ['--version', '-V']) {
      expect(await run([flag], { cwd: '/' })).toMatchObject({
        code: 0,
        stdout: `pernet-lens ${VERSION}\n`,
        stderr: '',
      });
    }
  });

  test('of the whole', async () => {
    const whole = await run(['--help'], { cwd: '/' });
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toMatch(/Verbs:\n {2}scan \[PATH…\] {2,}Report what/);
    expect((await run(['help'], { cwd: '/' })).stdout).toBe(whole.stdout);
  });

  test('of a verb, whatever else stands there', async () => {
    const scan = await run(['scan', '--help'], { cwd: '/' });
    expect(scan).toMatchObject({ code: 0, stderr: '' });
    expect(scan.stdout).toMatch(/^Usage: pernet-lens scan \[options\] \[PATH…\]\n/);
    for (const argv of [
      ['help', 'scan'],
      ['scan', '-h'],
      ['scan', 'nowhere', '--jobs', 'x', '--help'],
    ]) {
      expect((await run(argv, { cwd: '/' })).stdout).toBe(scan.stdout);
    }
  });

  test('fits a terminal of 80 columns', async () => {
    for (const verb of ['scan', 'explain', 'rules']) {
      const { stdout } = await run([verb, '--help'], { cwd: '/' });
      const tooLong = stdout.split('\n').filter(line => line.length > 80);
      expect(tooLong).toEqual([]);
    }
  });
});

describe('rules and explain', () => {
  test('rules lists code, severity and summary of each', async () => {
    const { code, stdout } = await run(['rules'], { cwd: '/' });
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(12);
    expect(stdout).toMatch(/^exit-takes-rtnl {2,}warning {2,}\S/);
  });

  test('rules as json', async () => {
    const { stdout } = await run(['rules', '--format', 'json'], { cwd: '/' });
    expect(JSON.parse(stdout)[0]).toEqual({
      code: 'exit-takes-rtnl',
      severity: 'warning',
      summary: expect.any(String),
      page: 'https://github.com/pernet-lens/pernet-lens/blob/main/docs/rules/exit-takes-rtnl.md',
    });
  });

  test('explain prints the page', async () => {
    expect(await run(['explain', 'exit-takes-rtnl'], { cwd: '/' })).toMatchObject({
      code: 0,
      stdout: '# exit-takes-rtnl\n',
      stderr: '',
    });
  });

  test('a page that was not built in: where to read it', async () => {
    expect(await refusal('explain', 'exit-without-batch')).toBe(
      'pernet-lens: this build has no page about exit-without-batch. It is at https://github.com/pernet-lens/pernet-lens/blob/main/docs/rules/exit-without-batch.md\n',
    );
  });
});
