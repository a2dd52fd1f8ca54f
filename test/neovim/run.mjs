/**
 * A second editor: Neovim, headless, with the bundled server over stdio. Diagnostics arrive on opening, follow the
 * buffers, and a code action applies. `npm run test:neovim`; needs Neovim 0.7 or newer.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const here = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const scratch = mkdtempSync(join(tmpdir(), 'pernet-lens-neovim-'));
const dist = join(scratch, 'dist');
const tree = join(scratch, 'tree');
const result = join(scratch, 'result.json');

const TREE = {
  'include/net/net_namespace.h': `struct pernet_operations {
	void (*exit)(struct net *net);
	void (*exit_batch)(struct list_head *net_exit_list);
};
`,
  'include/net/quux.h': 'void quux_flush(struct net *net);\n',
  'net/quux/quux_main.c': `static void __net_exit quux_exit_net(struct net *net)
{
	quux_flush(net);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`,
  'net/quux/quux_table.c': `void quux_flush(struct net *net)
{
	rtnl_lock();
	quux_empty(net);
}
`,
};

function run(command, args, options = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 120_000,
    ...options,
  });
  if (error?.code === 'ENOENT') {
    throw new Error(
      `${command} is not installed; Debian has it as the package neovim: apt-get install neovim`,
    );
  }
  assert.equal(status, 0, `${command} ended with ${status ?? error}:\n${stdout}${stderr}`);
  return stdout;
}

try {
  console.log(run('nvim', ['--version']).split('\n')[0]);
  run(process.execPath, [join(here, '../../esbuild.mjs'), '--outdir', dist]);
  for (const [file, text] of Object.entries(TREE)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  run('nvim', ['--headless', '--clean', '-n', '-S', join(here, 'check.lua')], {
    env: {
      PATH: process.env.PATH,
      HOME: scratch,
      XDG_CACHE_HOME: join(scratch, 'cache'),
      PERNET_NODE: process.execPath,
      PERNET_SERVER: join(dist, 'server.cjs'),
      PERNET_TREE: tree,
      PERNET_RESULT: result,
    },
  });
  const seen = JSON.parse(readFileSync(result, 'utf8'));
  assert.equal(seen.problem, undefined, seen.problem);
  assert.deepEqual(seen['on opening'], ['exit-takes-rtnl']);
  assert.equal(seen.related, 2, 'one related place for each hop');
  assert.deepEqual(seen['after an edit of the helper'], ['exit-waits-grace-period']);
  assert.deepEqual(seen['and back'], ['exit-takes-rtnl']);
  assert.match(seen.hover, /`quux_exit_net`.*called once per netns/);
  assert.match(seen.hover, /Estimated cost: 5 µs per netns/);
  assert.equal(seen.lens, 'per netns: 1 RTNL (estimated 5 µs)');
  assert.ok(seen.actions.includes('Suppress exit-takes-rtnl here'), seen.actions.join('\n'));
  assert.ok(seen.actions.includes('Open the page about exit-takes-rtnl'), seen.actions.join('\n'));
  assert.deepEqual(seen['after the code action'], []);
  assert.match(seen.text, /\t\/\* pernet-lens-ignore exit-takes-rtnl: .* \*\/\n\t\.exit = quux_exit_net,/);
  assert.equal(seen.stopped, true, 'the server ends when its client stops it');
  console.log('ok: diagnostics on opening and after edits of two buffers, hover, lens, code action, end');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
