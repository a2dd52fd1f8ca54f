/**
 * Other editors of Debian 12 with the bundled server over stdio, as docs/editors.md says: Emacs with eglot and with
 * lsp-mode, Vim with ALE. `npm run test:editors`; what is not installed is named, and fails.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = 'emacs-nox elpa-eglot elpa-lsp-mode vim vim-ale';

const MODULE = `static void __net_exit quux_exit_net(struct net *net)
{
	rtnl_lock();
	quux_flush(net);
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'pernet-lens-editors-'));
const dist = join(scratch, 'dist');

/** What an editor saw, as its script wrote it down. @param name of the script */
function seenBy(name, command, ...args) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const [file, result] = [join(folder, 'quux.c'), join(folder, 'result.json')];
  writeFileSync(file, MODULE);
  writeFileSync(join(folder, '.pernet-lens.json'), '{}\n');
  const { status, stdout, stderr } = spawnSync(command, [...args, join(here, name)], {
    encoding: 'utf8',
    timeout: 300_000,
    env: {
      PATH: process.env.PATH,
      HOME: scratch,
      TERM: 'dumb',
      XDG_CACHE_HOME: join(scratch, 'cache'),
      PERNET_NODE: process.execPath,
      PERNET_SERVER: join(dist, 'server.cjs'),
      PERNET_FILE: file,
      PERNET_RESULT: result,
    },
  });
  try {
    return JSON.parse(readFileSync(result, 'utf8'));
  } catch {
    throw new Error(
      `${command} with ${name} ended with ${status} and saw nothing (apt-get install ${PACKAGES}):\n${stdout}${stderr}`,
    );
  }
}

try {
  const built = spawnSync(process.execPath, [join(here, '../../esbuild.mjs'), '--outdir', dist]);
  assert.equal(built.status, 0, `${built.stderr}`);
  const editors = {
    'eglot.el': ['emacs', '--batch', '-l'],
    'lsp-mode.el': ['emacs', '--batch', '-l'],
    'ale.vim': ['vim', '-N', '-es', '-u'],
  };
  for (const [name, command] of Object.entries(editors)) {
    const seen = seenBy(name, ...command);
    assert.match(seen['on opening'].join('\n'), /`quux_exit_net` takes RTNL once per netns/, name);
    assert.match(seen['after an edit'].join('\n'), /`quux_exit_net` waits in `synchronize_rcu`/, name);
    if (name.endsWith('.el')) {
      assert.match(seen.hover, /`quux_exit_net`.*called once per netns/, name);
      assert.equal(seen.lens, 'per netns: 1 RTNL (estimated 5 µs)', name);
      assert.ok(seen.actions.includes('Suppress exit-takes-rtnl here'), name);
    }
    console.log(`ok: ${name}: ${Object.keys(seen).join(', ')}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
