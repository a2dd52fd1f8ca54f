import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Room } from './room';
import { until } from './until';

/** The Dismantle view, its entries and what they lead to. */
export function dismantleView(at: () => Room): void {
  test('the Dismantle view has the ops of open files, then of the workspace, the dearest first', async () => {
    const { window } = at();
    await window.run('Pernet Lens: Focus on Dismantle View');
    await window.dismantle('lantern_dev_net_ops').waitFor();
    await window.run('Pernet Lens: Scan Workspace');
    await window.dismantle('lantern_flow_net_ops').waitFor();
    await window.dismantle(/Already batched/).waitFor();
    const rows = await window.dismantle().allTextContents();
    const place = (name: string): number => rows.findIndex(row => row.includes(name));
    expect(place('lantern_peer_net_ops')).toBeGreaterThan(place('Pays per netns'));
    expect(place('lantern_peer_net_ops')).toBeLessThan(place('lantern_flow_net_ops'));
    await window.shot('dismantle');
  });

  test('every entry of the view says all of it to a screen reader', async () => {
    const { window } = at();
    const row = window.dismantle('lantern_dev_net_ops');
    expect(await row.getAttribute('aria-label')).toMatch(
      /lantern_dev_net_ops, pays per netns: 1 RTNL.*estimated 4\.28 ms, lantern\/lantern_dev\.c:100.*exit-takes-rtnl/,
    );
  });

  test('an entry unfolds to what is paid and on which path; a click goes there', async () => {
    const { window } = at();
    const [ops, handler, call] = [
      window.dismantle('lantern_dev_net_ops'),
      window.dismantle('lantern_dev_exit_net'),
      window.dismantle('rtnl_lock').first(),
    ];
    /** An entry that is unfolded already is left as it is: the key would go on to what is in it. */
    const unfold = async (entry: Locator, timeout: number): Promise<void> => {
      await entry.click({ timeout });
      if ((await entry.getAttribute('aria-expanded')) !== 'true')
        await window.page.keyboard.press('ArrowRight');
    };
    await window.until(handler, timeout => unfold(ops, timeout));
    await window.page.locator('.tab.active[data-resource-name="lantern_dev.c"]').waitFor();
    await window.until(call, timeout => unfold(handler, timeout));
    await window.until(window.page.getByText(/^Ln 93, /), timeout => call.click({ timeout }));
    await window.shot('dismantle-unfolded');
    await window.picture('rank', { x: 4, y: 36, width: 924, height: 480 });
  });

  test('the view can be filtered, and grouped by subsystem', async () => {
    const { window } = at();
    await window.run('Pernet Lens: Filter Ops…');
    await window.fill('Filter ops', 'mutex policy');
    await until(async () => expect(await window.dismantle('_ops').count()).toBe(1));
    await window.dismantle('lantern_policy_net_ops').waitFor();
    await window.accept();
    await window.shot('filter');
    await window.run('Pernet Lens: Clear Filter');
    await window.dismantle('lantern_dev_net_ops').waitFor();
    await window.run('Pernet Lens: Group by Subsystem');
    await window.page.locator('.monaco-list-row[aria-label^="lantern: 7 of 11 ops"]').waitFor();
    await window.run('Pernet Lens: Group by What Is Paid');
    await window.dismantle('Pays per netns').waitFor();
  });

  test('an entry leads to the page about its finding, and to its fixes', async () => {
    const { window } = at();
    await window.entryAction(
      'lantern_flow_net_ops',
      'Why It Matters',
      window.tab('exit-walks-global-table.md'),
    );
    const fixes = window.page.locator('.action-widget:visible');
    await window.entryAction(
      'lantern_flow_net_ops',
      'Quick Fix…',
      fixes.getByText('Suppress exit-walks-global-table here'),
    );
    await window.shot('view-actions');
    await window.closeFixes();
  });
}
