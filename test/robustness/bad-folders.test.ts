import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../host/folder';
import { bundledCli } from '../support/bundled-cli';
import { found, isRoot, NOBODY, notes, quux } from './bad-input';

const cli = bundledCli();

describe('a folder', () => {
  test('that is excluded is not scanned, but calls lead into it', () => {
    const root = folderWith({
      '.pernet-lens.json': '{ "exclude": ["lib"] }',
      'net/quux.c': `static void quux_exit_net(struct net *net)
{
	quux_flush(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`,
      'lib/flush.c': `${quux('corge')}
void quux_flush(struct net *net)
{
	rtnl_lock();
}
`,
      'include/net/net_namespace.h': '',
      'include/linux/flush.h': 'void quux_flush(struct net *net);\n',
    });
    const report = cli.report(root, '--no-cache');
    expect(report.ops.map(({ name }) => name)).toEqual(['quux_net_ops']);
    expect(report.findings.map(({ code, primitive }) => `${code} ${primitive}`)).toEqual([
      'exit-takes-rtnl rtnl_lock',
    ]);
  });

  test('that must not be read is noted, and the rest is scanned', () => {
    const root = folderWith({ 'net/quux.c': quux(), 'secret/corge.c': quux('corge') });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'secret'), 0);
    const report = cli.under(isRoot ? { uid: NOBODY } : {}).report(root, '--no-cache');
    chmodSync(join(root, 'secret'), 0o755);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['secret: folder not read: no permission']);
  });

  test('that lists its files and keeps them back is noted, and the rest is scanned', () => {
    const root = folderWith({ 'net/quux.c': quux(), 'secret/corge.c': quux('corge') });
    const cache = folderWith({});
    for (const [folder, mode] of [
      [root, 0o755],
      [cache, 0o777],
      [join(root, 'secret'), 0o444],
    ] as const)
      chmodSync(folder, mode);
    const report = cli.under(isRoot ? { uid: NOBODY } : {}).report(root, '--cache-dir', cache);
    chmodSync(join(root, 'secret'), 0o755);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual(['secret/corge.c: could not be read: no permission']);
  });

  test('that links to itself is scanned once; links that lead nowhere are noted', () => {
    const root = folderWith({
      'net/quux.c': quux(),
      'net/loop': '→ .',
      'net/up': '→ ../net',
      'net/self.c': '→ self.c',
      'net/dangling.c': '→ nowhere.c',
      'net/twin.c': '→ quux.c',
    });
    const report = cli.report(root);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(notes(report)).toEqual([
      'net/dangling.c: link not followed: no such file or folder',
      'net/self.c: link not followed: it leads to itself',
    ]);
  });

  test('that is empty, or has no C, is no mistake, and a sentence says so', () => {
    const root = folderWith({ 'empty/.keep': '', 'docs/README': '' });
    for (const folder of ['empty', 'docs']) {
      expect(cli.run(root, 'scan', folder)).toMatchObject({
        status: 0,
        stderr: `pernet-lens: no C sources in ${folder} (looked for .c and .h files)\n`,
      });
    }
  });

  test('that is no kernel tree is scanned by itself, and a sentence says what is assumed', () => {
    const { status, stderr } = cli.run(folderWith({ 'quux.c': quux() }), 'scan', '--format', 'terse');
    expect(status).toBe(1);
    expect(stderr).toMatch(/no kernel tree found above \. \(looked for include\/net\/net_namespace\.h\)/);
    expect(stderr).toContain('Pass --tree DIR, or set "slots" in .pernet-lens.json');
  });

  test('that --tree calls a tree and is none ends with 2', () => {
    const root = folderWith({ 'quux.c': quux() });
    const { status, stdout, stderr } = cli.run(root, 'scan', '--tree', root);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('is no kernel tree: it has no include/net/net_namespace.h');
  });

  test('with a tree whose header is empty is scanned with the slots that are assumed', () => {
    const root = folderWith({ 'include/net/net_namespace.h': '', 'net/quux.c': quux() });
    const report = cli.report(root);
    expect(found(report)).toEqual(['quux_exit_net']);
    expect(report.tree).toMatchObject({ root, source: 'default' });
  });

  test('that vanished from under us ends with 2', () => {
    const root = folderWith({ 'net/quux.c': quux() });
    expect(cli.run(root, 'scan', 'drivers')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `pernet-lens: cannot scan drivers: no such file or folder (looked in ${root})\n`,
    });
  });
});

describe('a configuration', () => {
  test.each([
    ['that is no JSON', '{ "slots": [', /:1:13: /],
    ['with a wrong value', '{ "depth": "deep" }', /:1:12: .*depth/],
    ['with a key that nobody knows', '{ "dept": 3 }', /:1:3: .*dept.*depth/],
    ['with a code that nobody knows', '{ "severities": { "exit-takes-rtln": "off" } }', /exit-takes-rtnl/],
    ['that is binary', '\0\0\u0001', /:1:1: /],
  ])('%s ends with 2 and names the place', (_, text, place) => {
    const root = folderWith({ 'net/quux.c': quux(), '.pernet-lens.json': text });
    const { status, stdout, stderr } = cli.run(root, 'scan');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`${join(root, '.pernet-lens.json')}:1:`);
    expect(stderr).toMatch(place);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('that is a folder ends with 2', () => {
    const root = folderWith({ 'net/quux.c': quux(), '.pernet-lens.json/x': '' });
    const { status, stderr } = cli.run(root, 'scan');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^pernet-lens: cannot read the configuration .*: it is a folder\n$/);
  });
});
