import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository';
import { remember } from './remember';
import { until } from './until';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** The examples that users are sent to, with a configuration file and without a kernel tree. */
export function examples(vscode: () => VsCode): void {
  let folder: string;
  let window: Workbench;

  beforeAll(async () => {
    folder = vscode().workspace('examples', join(REPOSITORY, 'examples'));
    window = await vscode().open(folder);
  });
  afterEach(({ task }) =>
    task.result?.state === 'fail' ? remember(task.name, window, vscode()) : undefined,
  );
  afterAll(() => window?.close());

  test('a handler that pays once per netns is underlined', async () => {
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.squiggles('warning').first().waitFor();
    await window.shot('squiggle');
  });

  test('a line over the ops says what it pays', async () => {
    await window.lenses.first().waitFor();
    expect(await window.lenses.first().textContent()).toBe(
      'per netns: 1 RTNL, 1 device unregistration (estimated 4.28 ms)',
    );
  });

  test('hover tells what the handler pays, and how', async () => {
    await window.goTo(101, 15);
    await window.run('Show or Focus Hover');
    await until(async () => expect(await window.hover.textContent()).toMatch(/takes RTNL once per netns/));
    await window.shot('hover');
    await window.picture('see', { x: 352, y: 36, width: 924, height: 432 });
    await window.page.keyboard.press('Escape');
  });

  test('a problem has its code and the call path, through another file, too', async () => {
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

  test('the line over the ops opens its exit path, to walk along', async () => {
    await window.run('View: Hide Panel');
    await window.openFile('lantern/lantern_main.c', 39, 12);
    await window.lenses.first().click();
    await window.choices(/lantern_exit_net.*calls lantern_rules_flush/).waitFor();
    const last = window.choices(/lantern_rules_flush.*calls rtnl_lock/);
    await last.waitFor();
    await window.shot('exit-path');
    await last.click();
    await window.page.locator('.tab.active[data-resource-name="lantern_rules.c"]').waitFor();
    await window.line('rtnl_lock();').waitFor();
  });

  test('the Dismantle view has the ops of open files, then of the workspace, the dearest first', async () => {
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
    const row = window.dismantle('lantern_dev_net_ops');
    expect(await row.getAttribute('aria-label')).toMatch(
      /lantern_dev_net_ops, pays per netns: .*RTNL.*lantern\/lantern_dev\.c:100.*exit-takes-rtnl/,
    );
  });

  test('an entry unfolds to what is paid and on which path; a click goes there', async () => {
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
    await window.run('Pernet Lens: Filter Ops…');
    await window.input.fill('mutex policy');
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
    await window.page.keyboard.press('Escape');
  });

  test('the file at hand can be scanned by a command', async () => {
    await window.openFile('lantern/lantern_dev.c');
    await window.run('Pernet Lens: Scan This File');
    await window.notification.filter({ hasText: 'lantern/lantern_dev.c: 3 findings' }).first().waitFor();
    await window.run('Notifications: Clear All Notifications');
  });

  test('the view sums up what is not open, so do the problems', async () => {
    await window.showProblems('lantern_flow_exit_net');
    await window.problems('`lantern_flow_exit_net` walks `lantern_flows`').waitFor();
    await window.run('View: Hide Panel');
  });

  test('a finding can be silenced with a reason, and is gone', async () => {
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    const menu = await window.fixes();
    await menu.getByText('Suppress exit-waits-grace-period here').waitFor();
    await window.shot('quick-fix');
    await window.picture('decide', { x: 352, y: 36, width: 924, height: 560 });
    await menu.getByText('Suppress exit-waits-grace-period here').click();
    await window.line('pernet-lens-ignore exit-waits-grace-period: ').waitFor();
    await until(async () => expect(await window.squiggles('warning').count()).toBe(0));
    await window.shot('suppressed');
    await window.page.keyboard.press('Control+z');
    await window.squiggles('warning').first().waitFor();
  });

  test('the configuration that holds is shown, with the file it comes from', async () => {
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.run('Pernet Lens: Show Effective Configuration');
    await window.line('.pernet-lens.json; settings are not used').waitFor();
    await window.line('"exit_rtnl"').waitFor();
    await window.page.mouse.move(640, 790);
    await window.shot('configuration');
    await window.picture('tune', { x: 352, y: 36, width: 924, height: 480 });
  });

  test('a change of the configuration file counts at once', async () => {
    const file = join(folder, '.pernet-lens.json');
    const before = readFileSync(file, 'utf8');
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    writeFileSync(file, before.replace('{', '{ "severities": { "exit-waits-grace-period": "off" },'));
    await until(async () => expect(await window.squiggles('warning').count()).toBe(0));
    writeFileSync(file, before);
    await window.squiggles('warning').first().waitFor();
  });

  test('slots, RTNL and suppressions have scopes of their own', async () => {
    await window.openFile('lantern/lantern_dev.c', 93, 4);
    await window.run('Developer: Inspect Editor Tokens and Scopes');
    const inspector = window.page.locator('.token-inspect-widget');
    await until(async () => expect(await inspector.textContent()).toContain('keyword.other.rtnl.pernet.c'));
    await window.shot('scopes');
    await window.page.keyboard.press('Escape');
  });

  test.each([
    ['SARIF', 'Export Findings as SARIF…', 'pernet-lens.sarif'],
    ['JSON', 'Export Report as JSON…', 'pernet-lens.json'],
  ])('findings can be exported as %s', async (kind, title, name) => {
    await window.run(`Pernet Lens: ${title}`);
    await until(async () => expect(await window.input.inputValue()).toBe(join(folder, name)));
    await window.page.keyboard.press('Enter');
    await window.notification
      .filter({ hasText: `written to ${join(folder, name)}` })
      .first()
      .waitFor();
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const findings = kind === 'SARIF' ? report.runs[0].results : report.findings;
    expect(findings).toHaveLength(13);
    await window.run('Notifications: Clear All Notifications');
  });

  test('the cost of a dismantle is previewed in a panel, from the ops of the workspace', async () => {
    await window.run('Pernet Lens: Preview Dismantle Cost');
    const page = window.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await until(async () =>
      expect(await page.locator('body').textContent()).toMatch(/RTNL acquisitions \d+ → \d+/),
    );
    expect(await page.locator('canvas').count()).toBeGreaterThan(0);
    await window.shot('simulation');
    await window.run('View: Close Editor');
  });

  test('the walkthrough opens, with its four steps', async () => {
    await window.run('Pernet Lens: Open Walkthrough');
    const steps = window.page.locator('.gettingStartedContainer .step-title');
    await until(async () =>
      expect(await steps.allTextContents()).toEqual(
        expect.arrayContaining([
          'See it while you read',
          'Rank the whole tree',
          'Decide what to do',
          'Tell it about your tree',
        ]),
      ),
    );
    await window.shot('walkthrough');
  });

  test('the server can be restarted, and findings come back', async () => {
    const before = vscode().log();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.run('Pernet Lens: Restart Language Server');
    await vscode().logged(/pernet-lens \S+, Node/, before);
    await window.squiggles('warning').first().waitFor();
  });

  test('the log is an output channel', async () => {
    await window.run('Pernet Lens: Show Log');
    const line = window.page.locator('.part.panel .view-line', { hasText: 'restarting the language server' });
    await line.first().waitFor();
    await window.shot('log');
  });

  test('a server that is killed comes back by itself, with its findings', async () => {
    const before = vscode().log();
    vscode().killLanguageServer();
    await vscode().logged(/pernet-lens \S+, Node/, before);
    await window.dismantle('lantern_dev_net_ops').waitFor();
    await window.squiggles('warning').first().waitFor();
  });
}
