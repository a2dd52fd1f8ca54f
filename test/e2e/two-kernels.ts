import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { MAIN, TREE } from '../server/tree';
import { remember } from './remember';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

const HEADER = 'include/net/net_namespace.h';

/** Two small kernels in one window: one has `.exit_rtnl`, the other has not. */
export function twoKernels(vscode: () => VsCode): void {
  let window: Workbench;

  beforeAll(async () => {
    const source = mkdtempSync(join(tmpdir(), 'pernet-lens-two-'));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(source, file)), { recursive: true });
      writeFileSync(join(source, file), text);
    };
    const rename = (text: string, kernel: string): string =>
      text.replaceAll('quux_exit_net', `${kernel}_exit_net`);
    for (const [file, text] of Object.entries(TREE)) {
      write(`older/${file}`, rename(text, 'older'));
      const newer = text.replace('void (*exit)', 'void (*exit_rtnl)(struct net *net);\n\tvoid (*exit)');
      write(`newer/${file}`, rename(file === HEADER ? newer : text, 'newer'));
    }
    const folders = ['older', 'newer'].map(path => ({ path }));
    write('both.code-workspace', JSON.stringify({ folders }));
    window = await vscode().open(join(vscode().workspace('two', source), 'both.code-workspace'));
  });
  afterEach(({ task }) => remember(task, window, vscode()));
  afterAll(() => window?.close());

  test('each is told of its own slots', async () => {
    await window.run('Pernet Lens: Focus on Dismantle View');
    await window.run('Pernet Lens: Scan Workspace');
    for (const kernel of ['older', 'newer'])
      await window
        .dismantle('quux_net_ops')
        .filter({ hasText: `${kernel} · ` })
        .waitFor();
    await window.showProblems('takes RTNL');
    await window
      .problems('`older_exit_net` takes RTNL once per netns through `quux_flush`; `.exit_batch` could')
      .waitFor();
    await window
      .problems('`newer_exit_net` takes RTNL once per netns through `quux_flush`; `.exit_rtnl` would')
      .waitFor();
    await window.shot('two-kernels');
  });

  test('and previewed in its own tree', async () => {
    const problem = window.problems('`newer_exit_net` takes RTNL').first();
    await window.until(window.tab(MAIN.split('/').at(-1)!), timeout => problem.dblclick({ timeout }));
    await window.run('View: Hide Panel');
    await window.followLens('per netns', window.simulation.getByText('quux_net_ops: .exit → .exit_rtnl'));
  });
}
