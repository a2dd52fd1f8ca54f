import { expect, test } from 'vitest';
import type { Room } from './room';
import { until } from './until';

/** What a reader of the code sees in it. */
export function reading(at: () => Room): void {
  test('a handler that pays once per netns is underlined', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.squiggles('warning').first().waitFor();
    await window.shot('squiggle');
  });

  test('a line over the ops says what it pays, and the exit path is beside it', async () => {
    const { window } = at();
    await window.lenses.first().waitFor();
    expect(await window.lenses.allTextContents()).toEqual([
      'per netns: 1 RTNL, 1 device unregistration (estimated 4.28 ms)',
      'exit path',
    ]);
  });

  test('the status item says what is known, and how long the last analysis took', async () => {
    const { window } = at();
    await until(async () =>
      expect(await window.status()).toMatch(/Pernet Lens: 1 ops, 3 findings, last analysis \d+ ms/),
    );
  });

  test('hover tells what the handler pays, at which price, and how', async () => {
    const { window } = at();
    await window.goTo(101, 15);
    const hover = await window.hoverWith('Estimated cost: 4.28 ms per netns, 4.2 ms of it asleep');
    expect(await hover.textContent()).toMatch(/takes RTNL once per netns/);
    await window.shot('hover');
    await window.picture('see', { x: 352, y: 36, width: 924, height: 432 });
  });

  test('a link in the hover leads to the exit path', async () => {
    const { window } = at();
    await window.until(window.choices(/lantern_dev_exit_net.*calls rtnl_lock/), async timeout => {
      const hover = await window.hoverWith('Preview dismantle cost');
      await hover.getByRole('link', { name: 'Show exit path' }).click({ timeout });
    });
    await window.page.keyboard.press('Escape');
  });

  test('a problem has its code and the call path, through another file, too', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_main.c', 39, 12);
    await window.showProblems('lantern_rules_flush');
    const problem = window.problems(
      '`lantern_exit_net` takes RTNL once per netns through `lantern_rules_flush`',
    );
    await problem.waitFor();
    expect(await problem.textContent()).toContain('exit-takes-rtnl');
    await window.problems(/lantern_rules\.c.*`lantern_rules_flush` calls `rtnl_lock`/).waitFor();
    await window.shot('problems');
  });

  test('the exit path over the ops is a list to walk along', async () => {
    const { window } = at();
    await window.run('View: Hide Panel');
    await window.openFile('lantern/lantern_main.c', 39, 12);
    await window.followLens('exit path', window.choices(/lantern_exit_net.*calls lantern_rules_flush/));
    const last = window.choices(/lantern_rules_flush.*calls rtnl_lock/);
    await last.waitFor();
    await window.shot('exit-path');
    await last.click();
    await window.page.locator('.tab.active[data-resource-name="lantern_rules.c"]').waitFor();
    await window.line('rtnl_lock();').waitFor();
  });

  test('slots, RTNL and suppressions have scopes of their own', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_dev.c', 93, 4);
    const inspected = window.page.locator('.token-inspect-widget', {
      hasText: 'keyword.other.rtnl.pernet.c',
    });
    await window.until(inspected, () => window.run('Developer: Inspect Editor Tokens and Scopes'));
    await window.shot('scopes');
    await window.page.keyboard.press('Escape');
  });

  test('a finding can be silenced with a reason, and is gone', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    await window.lenses.first().waitFor();
    const menu = await window.fixes();
    await menu.getByText('Suppress exit-waits-grace-period here').waitFor();
    await window.shot('quick-fix');
    await window.picture('decide', { x: 352, y: 36, width: 924, height: 580 });
    await window.takeFix('Suppress exit-waits-grace-period here');
    await window.line('pernet-lens-ignore exit-waits-grace-period: ').waitFor();
    await until(async () => expect(await window.squiggles('warning').count()).toBe(0));
    await window.shot('suppressed');
    await window.undo('pernet-lens-ignore exit-waits-grace-period: ');
    await window.squiggles('warning').first().waitFor();
  });
}
