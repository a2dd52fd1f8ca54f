import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository';
import type { Room } from './room';
import { until } from './until';

/** Commands, settings and the life of the server. */
export function commands(at: () => Room): void {
  test('the file at hand can be scanned by a command', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_dev.c');
    await window.run('Pernet Lens: Scan This File');
    await window.notification.filter({ hasText: 'lantern/lantern_dev.c: 3 findings' }).first().waitFor();
    await window.run('Notifications: Clear All Notifications');
  });

  test('the view sums up what is not open, so do the problems', async () => {
    const { window } = at();
    await window.showProblems('lantern_flow_exit_net');
    await window.problems('`lantern_flow_exit_net` walks `lantern_flows`').waitFor();
    await window.run('View: Hide Panel');
  });

  test('the configuration that holds is shown, with the file it comes from', async () => {
    const { window } = at();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.run('Pernet Lens: Show Effective Configuration');
    await window.line('.pernet-lens.json; settings are not used').waitFor();
    await window.line('"exit_rtnl"').waitFor();
    await window.page.mouse.move(640, 790);
    await window.shot('configuration');
    await window.picture('tune', { x: 352, y: 36, width: 924, height: 480 });
  });

  test('a change of the configuration file counts at once', async () => {
    const { window, path } = at();
    const file = join(path, '.pernet-lens.json');
    const before = readFileSync(file, 'utf8');
    await window.openFile('lantern/lantern_peer.c', 56, 12);
    await window.squiggles('warning').first().waitFor();
    writeFileSync(file, before.replace('{', '{ "severities": { "exit-waits-grace-period": "off" },'));
    await until(async () => expect(await window.squiggles('warning').count()).toBe(0));
    writeFileSync(file, before);
    await window.squiggles('warning').first().waitFor();
  });

  test.each([
    ['SARIF', 'Export Findings as SARIF…', 'pernet-lens.sarif'],
    ['JSON', 'Export Report as JSON…', 'pernet-lens.json'],
  ])('findings can be exported as %s', async (kind, title, name) => {
    const { window, path } = at();
    await window.run(`Pernet Lens: ${title}`);
    await until(async () => expect(await window.input.inputValue()).toBe(join(path, name)));
    await window.accept();
    await window.notification
      .filter({ hasText: `written to ${join(path, name)}` })
      .first()
      .waitFor();
    const report = JSON.parse(readFileSync(join(path, name), 'utf8'));
    const findings = kind === 'SARIF' ? report.runs[0].results : report.findings;
    expect(findings).toHaveLength(13);
    await window.run('Notifications: Clear All Notifications');
  });

  test('the walkthrough opens, with its four steps', async () => {
    const { window } = at();
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
    const { window, vscode } = at();
    const before = vscode.log();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.run('Pernet Lens: Restart Language Server');
    await vscode.logged(/pernet-lens \S+, Node/, before);
    await window.squiggles('warning').first().waitFor();
  });

  test('the log is an output channel', async () => {
    const { window } = at();
    await window.run('Pernet Lens: Show Log');
    await window.page.locator('.part.panel .view-line', { hasText: 'configuration of' }).first().waitFor();
    await window.shot('log');
    await window.run('View: Hide Panel');
  });

  test('a server that is killed comes back by itself, with its findings', async () => {
    const { window, vscode } = at();
    await window.openFile('lantern/lantern_dev.c', 101, 12);
    await window.squiggles('warning').first().waitFor();
    const before = vscode.log();
    vscode.killLanguageServer();
    await vscode.logged(/pernet-lens \S+, Node/, before);
    await window.run('Pernet Lens: Focus on Dismantle View');
    await window.dismantle('lantern_dev_net_ops').waitFor();
    await window.squiggles('warning').first().waitFor();
  });

  test('a task that runs the command line fills the problems of files that are not open', async () => {
    const { window, path } = at();
    await window.run('View: Close All Editors');
    const task = {
      label: 'pernet-lens scan',
      type: 'process',
      command: process.execPath,
      args: [join(REPOSITORY, 'dist/cli.cjs'), 'scan', '.', '--format', 'terse', '--no-cache', '--exit-zero'],
      problemMatcher: '$pernet-lens',
    };
    mkdirSync(join(path, '.vscode'), { recursive: true });
    writeFileSync(join(path, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [task] }));
    await window.runTask(task.label);
    await window.showProblems('lantern_qos_exit_batch');
    await window.problems('`lantern_qos_exit_batch` takes RTNL once per batch').first().waitFor();
    await window.shot('task');
    await window.run('View: Hide Panel');
  });
}
