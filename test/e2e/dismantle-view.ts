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
    await window.dismantle('lantern_dev_net_ops').click();
    await window.page.locator('.tab.active[data-resource-name="lantern_dev.c"]').waitFor();
    await window.page.keyboard.press('ArrowRight');
    const handler = window.dismantle('lantern_dev_exit_net');
    await handler.waitFor();
    await handler.click();
    await window.page.keyboard.press('ArrowRight');
    await window.dismantle('rtnl_lock').first().waitFor();
    await window.dismantle('rtnl_lock').first().click();
    await window.page.getByText(/^Ln 93, /).waitFor();
    await window.shot('dismantle-unfolded');
    await window.picture('rank', { x: 4, y: 36, width: 924, height: 480 });
  });

  test('the view can be filtered, and grouped by subsystem', async () => {
    const { window } = at();
    await window.run('Pernet Lens: Filter Ops…');
    await window.fill('Filter ops', 'mutex policy');
    await until(async () => expect(await window.dismantle('_ops').count()).toBe(1));
    await window.dismantle('lantern_policy_net_ops').waitFor();
    await window.page.keyboard.press('Enter');
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
    const menuOf = async (row: string, action: string): Promise<void> => {
      await window.dismantle(row).click({ button: 'right' });
      // a click so soon after the menu opened is sometimes taken for the end of the one that opened it
      await window.page.getByRole('menuitem', { name: action }).hover();
      await window.page.keyboard.press('Enter');
    };
    await menuOf('lantern_flow_net_ops', 'Why It Matters');
    await window.tab('exit-walks-global-table.md').waitFor();
    await menuOf('lantern_flow_net_ops', 'Quick Fix…');
    await window.page
      .locator('.action-widget:visible')
      .getByText('Suppress exit-walks-global-table here')
      .first()
      .waitFor();
    await window.shot('view-actions');
    await window.closeFixes();
  });
}
