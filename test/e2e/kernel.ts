import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findTree } from '../kernel/tree';
import { remember } from './remember';
import { until } from './until';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** All of net/ and what says which slots there are: enough for calls across files, small enough to copy. */
const PICKED = /^(?:Makefile|include(?:\/(?:net|linux)(?:\/|$)|$)|net(?:\/|$))/;

/** The kernel's own code, in a copy of a part of its tree. */
export function kernel(vscode: () => VsCode): void {
  let window: Workbench;
  let folder: string;

  /** Settings of the workspace. */
  const configure = (settings: Readonly<Record<string, unknown>>): void => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  };

  beforeAll(async () => {
    const { root } = findTree(process.env);
    folder = vscode().workspace('linux', root, path => PICKED.test(path) && !/\.(?:o|cmd)$/.test(path));
    window = await vscode().open(folder);
  });
  afterEach(({ task }) => remember(task, window, vscode()));
  afterAll(() => window?.close());

  test('a handler of the kernel is underlined, with its path in the problems', async () => {
    await window.openFile('net/ieee802154/core.c');
    await window.showProblems('cfg802154_pernet_exit');
    const problem = window.problems('`cfg802154_pernet_exit` takes RTNL once per netns');
    await problem.waitFor();
    await window.problems('`cfg802154_pernet_exit` calls `rtnl_lock`').waitFor();
    await window.until(window.squiggles('warning'), timeout => problem.dblclick({ timeout }));
    await window.shot('kernel-problem');
  });

  test('the slots are those of the tree', async () => {
    await window.run('Pernet Lens: Show Effective Configuration');
    await window.line('Slots, read from the tree: init, ').waitFor();
  });

  test('a setting counts at once, where no configuration file is', async () => {
    await window.run('View: Close Editor');
    await window.openFile('net/ieee802154/core.c');
    configure({ 'pernetLens.severities': { 'exit-takes-rtnl': 'error' } });
    await window
      .problems('`cfg802154_pernet_exit` takes RTNL')
      .locator('.codicon-error')
      .waitFor({ state: 'attached' });
    configure({ 'pernetLens.severities': { 'exit-takes-rtnl': 'off' } });
    await until(async () =>
      expect(await window.problems('`cfg802154_pernet_exit` takes RTNL').count()).toBe(0),
    );
    configure({});
    await window
      .problems('`cfg802154_pernet_exit` takes RTNL')
      .locator('.codicon-warning')
      .waitFor({ state: 'attached' });
  });

  test('a scan shows how far it is, can be cancelled, and keeps what was found by then', async () => {
    const before = vscode().log();
    await window.run('Pernet Lens: Focus on Dismantle View');
    await window.run('Pernet Lens: Scan Workspace');
    const progress = window.notification.filter({ hasText: 'Pernet Lens: scanning' });
    await progress.waitFor();
    await until(async () => expect(await progress.textContent()).toMatch(/reading files|net\//));
    await window.shot('kernel-scan');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await vscode().logged(/scan of the workspace cancelled/, before);
    await progress.waitFor({ state: 'hidden' });
    await window.dismantle('cfg802154_pernet_ops').waitFor();
  });

  test('a whole scan lists the ops of net/, what is paid per netns first', async () => {
    const started = vscode().log();
    vscode().dropCaches();
    await window.run('Pernet Lens: Restart Language Server');
    await vscode().logged(/kernel tree /, started);
    const before = vscode().log();
    await window.run('Pernet Lens: Scan Workspace');
    // they are listed as they are found: what the log said before they were seen
    let said = '';
    await until(async () => {
      said = vscode().log().slice(before.length);
      expect(await window.dismantle('_ops').count()).toBeGreaterThan(2);
    });
    expect(said).not.toMatch(/scan of the workspace done/);
    await vscode().logged(/scan of the workspace done in/, before);
    await window.run('Pernet Lens: Filter Ops…');
    await window.fill('Filter ops', 'net/ipv4');
    await window.dismantle('ipmr_net_ops').waitFor();
    await window.dismantle('tipc_net_ops').waitFor({ state: 'hidden' });
    await window.shot('kernel-dismantle');
    await window.page.keyboard.press('Escape');
  });
}
