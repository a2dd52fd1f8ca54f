import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { remember } from './remember';
import { until } from './until';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** C that has nothing to do with network namespaces: the extension must not be noticed. */
export function elsewhere(vscode: () => VsCode): void {
  let window: Workbench;

  beforeAll(async () => {
    const source = mkdtempSync(join(tmpdir(), 'pernet-lens-plain-'));
    mkdirSync(join(source, 'src'));
    writeFileSync(join(source, 'src/main.c'), 'int main(void)\n{\n\treturn 0;\n}\n');
    window = await vscode().open(vscode().workspace('plain', source));
  });
  afterEach(({ task }) => remember(task, window, vscode()));
  afterAll(() => window?.close());

  test('no server is started for C without a kernel or ops near it', async () => {
    const before = vscode().log();
    await window.openFile('src/main.c');
    await vscode().logged(/Pernet Lens \S+, VS Code/, before);
    await window.run('Developer: Show Running Extensions');
    await window.page.locator('.editor-instance').getByText('Pernet Lens').first().waitFor();
    expect(vscode().log().slice(before.length)).not.toMatch(/starting|Node v/);
    expect(await window.page.locator('.activitybar [aria-label^="Pernet Lens"]').count()).toBe(0);
    await window.shot('idle');
  });

  test('one starts with the first ops that is typed and saved', async () => {
    const before = vscode().log();
    await window.openFile('src/main.c', 1, 1);
    await window.until(window.line('static struct pernet_operations a;'), async timeout => {
      await window.line('int main').click({ timeout, position: { x: 0, y: 5 } });
      await window.page.keyboard.type('static struct pernet_operations a;\n');
    });
    await window.run('File: Save');
    await vscode().logged(/starting: .*main\.c names pernet_operations/, before);
    await until(async () =>
      expect(await window.page.locator('.activitybar [aria-label^="Pernet Lens"]').count()).toBeGreaterThan(
        0,
      ),
    );
  });
}
