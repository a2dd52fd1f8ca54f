import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository';
import { remember } from './remember';
import { until } from './until';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

const FILE = 'lantern/lantern_dev.c';

/** What the handler of `FILE` becomes once somebody has said that nothing speaks against it. */
const HANDLER = {
  before: `static void __net_exit lantern_dev_exit_net(struct net *net)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_dev *ld;
	LIST_HEAD(list);

	rtnl_lock();
	list_for_each_entry(ld, &ln->devs, node)
		unregister_netdevice_queue(ld->dev, &list);
	unregister_netdevice_many(&list);
	rtnl_unlock();
}

struct pernet_operations lantern_dev_net_ops = {
	.exit = lantern_dev_exit_net,
};
`,
  after: `static void __net_exit lantern_dev_exit_rtnl(struct net *net,
					     struct list_head *dev_kill_list)
{
	struct lantern_net *ln = lantern_pernet(net);
	struct lantern_dev *ld;

	ASSERT_RTNL();
	list_for_each_entry(ld, &ln->devs, node)
		unregister_netdevice_queue(ld->dev, dev_kill_list);
}

struct pernet_operations lantern_dev_net_ops = {
	.exit_rtnl = lantern_dev_exit_rtnl,
};
`,
};

/** From the light bulb to the saved file and back. */
export function refactoring(vscode: () => VsCode): void {
  let folder: string;
  let window: Workbench;
  let original: string;

  beforeAll(async () => {
    folder = vscode().workspace('refactoring', join(REPOSITORY, 'examples'));
    original = readFileSync(join(folder, FILE), 'utf8');
    window = await vscode().open(folder);
  });
  afterEach(({ task }) => remember(task, window, vscode()));
  afterAll(() => window?.close());

  const onDisk = (): string => readFileSync(join(folder, FILE), 'utf8');

  async function saved(text: string): Promise<void> {
    await until(async () => {
      await window.run('File: Save All Files');
      expect(onDisk()).toBe(text);
    });
  }

  test('an edit with a question is previewed with it, and changes nothing before it is confirmed', async () => {
    await window.openFile(FILE, 101, 12);
    await window.squiggles('warning').first().waitFor();
    const menu = await window.fixes();
    const row = menu.locator('.monaco-list-row.action', { hasText: 'Let the core hold RTNL' }).first();
    expect(await row.textContent()).toMatch(/`lantern_dev_exit_net` becomes `\.exit_rtnl`…$/);
    await window.takeFix('Let the core hold RTNL');
    await window.preview('lantern_dev_exit_rtnl').waitFor();
    const label = window.preview('lantern_dev_exit_rtnl').locator('.monaco-highlighted-label').first();
    const question = window.page.locator('.monaco-hover', {
      hasText: /will run before every `\.exit` and `\.exit_batch` of other/,
    });
    await window.until(question, timeout => label.hover({ timeout }));
    expect(await window.isConfirmed()).toBe(false);
    await window.shot('refactor-preview');
    expect(onDisk()).toBe(original);
  });

  test('confirmed and applied, the saved file is what was promised, and the finding is gone', async () => {
    await window.confirmPreview();
    await window.line('.exit_rtnl = lantern_dev_exit_rtnl,').waitFor();
    const expected = original.replace(HANDLER.before, HANDLER.after);
    expect(expected).not.toBe(original);
    await saved(expected);
    await until(async () => expect(await window.squiggles('warning').count()).toBe(0));
    await window.shot('refactored');
  });

  test('undo restores the file, and the finding comes back', async () => {
    await window.undo('.exit_rtnl = lantern_dev_exit_rtnl,');
    await window.line('.exit = lantern_dev_exit_net,').waitFor();
    await saved(original);
    await window.squiggles('warning').first().waitFor();
  });

  test('an edit without a question is made at once', async () => {
    await window.openFile('lantern/lantern_rules.c', 64, 12);
    await window.squiggles('info').first().waitFor();
    await window.takeFix('Run `lantern_policy_exit_net` once per batch');
    await window.line('.exit_batch = lantern_policy_exit_batch,').waitFor();
    await window.shot('fixed');
    await window.undo('.exit_batch = lantern_policy_exit_batch,');
    await window.line('.exit = lantern_policy_exit_net,').waitFor();
  });

  test('what is refused stands in the menu, disabled, with the reason', async () => {
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    const refused = window.page
      .locator('.action-widget:visible .monaco-list-row', { hasText: 'Unhook in .pre_exit' })
      .first();
    await window.until(refused, () => window.run('Refactor...'));
    expect(await refused.getAttribute('class')).toContain('option-disabled');
    expect(await refused.textContent()).toMatch(/\(refused\): `peers` carries a value .*Keep the value/);
    await window.shot('refused');
    await window.page.keyboard.press('Escape');
  });
}
