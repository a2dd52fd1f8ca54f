import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findTree } from '../kernel/tree';
import { remember } from './remember';
import { until } from './until';
import type { VsCode } from './vscode';
import type { Workbench } from './workbench';

/** One subsystem, the core, and the headers: enough for an ops of the kernel, and quick to copy. */
const PICKED = /^(?:Makefile|include(?:\/(?:net|linux)(?:\/|$)|$)|net(?:\/(?:l2tp|core)(?:\/|$)|$))/;

/** It waits for all RCU callbacks in each netns, which a refactoring can do once per batch. */
const FILE = 'net/l2tp/l2tp_core.c';
const OPS = 'l2tp_net_ops';

/** Colour themes by what the page calls them; first one that no version of VS Code starts with. */
const THEMES = {
  'vscode-high-contrast': 'Default High Contrast',
  'vscode-light': 'Default Light Modern',
  'vscode-high-contrast-light': 'Default High Contrast Light',
  'vscode-dark': 'Default Dark Modern',
} as const;

/** The simulation page on an ops of the real kernel, in the editor. */
export function simulation(vscode: () => VsCode): void {
  let window: Workbench;
  let folder: string;
  let page: FrameLocator;

  const webview = (): FrameLocator =>
    window.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  const text = (selector: string): Promise<string | null> => page.locator(selector).first().textContent();
  /** What the chart of the backlog looks like, pixel by pixel. */
  const pixels = (): Promise<string> =>
    page
      .locator('.backlog canvas')
      .evaluate(canvas => (canvas as unknown as { toDataURL(): string }).toDataURL());
  const creators = (): Promise<string> => page.getByRole('spinbutton', { name: 'creators' }).inputValue();
  const slider = (): Locator => page.locator('input[type="range"][aria-label^="creators"]');
  const shown = async (): Promise<void> => {
    await page.locator('.backlog canvas').waitFor();
    await page.locator('.sensitivity .picture svg').waitFor();
  };

  beforeAll(async () => {
    const { root } = findTree(process.env);
    folder = vscode().workspace('simulated', root, path => PICKED.test(path) && !/\.(?:o|cmd)$/.test(path));
    window = await vscode().open(folder);
  });
  afterEach(({ task }) => remember(task, window, vscode()));
  afterAll(() => window?.close());

  test('the lens over an ops of the kernel opens the page on that ops', async () => {
    await window.openFile(FILE);
    await window.goTo(line());
    page = webview();
    await window.followLens(/per netns: .*1 RCU barrier/, page.locator('h1'));
    await until(async () => expect(await text('h1')).toContain(OPS));
    expect(await text('.counts')).toMatch(/^In batches of 64 netns: .*RCU barriers 64 → 1/);
    await shown();
  });

  test('what comes after is the edit that a refactoring offers', async () => {
    await until(async () =>
      expect(await text('.change-words')).toMatch(/^After: as the refactorings write it/),
    );
  });

  test('a moved slider changes the numbers, and draws the chart anew', async () => {
    const [simulated, chart] = [await text('.simulated'), await pixels()];
    const value = Number(await slider().inputValue());
    for (let press = 0; press < 60; press++) await slider().press('ArrowRight');
    expect(Number(await slider().inputValue())).toBeGreaterThan(value);
    await until(async () => {
      expect(await text('.simulated')).not.toBe(simulated);
      expect(await pixels()).not.toBe(chart);
    });
  });

  test('a reloaded window shows the same', async () => {
    await shown();
    const many = await creators();
    // all that was set is computed, its band last
    await until(async () =>
      expect(await text('.simulated')).toMatch(new RegExp(`^Simulated, ${many} × .*5–95 %`)),
    );
    const [title, simulated] = [await text('h1'), await text('.simulated')];
    const loaded = window.page.waitForEvent('load');
    await window.run('Developer: Reload Window');
    await loaded;
    page = webview();
    await until(async () => expect(await text('h1')).toBe(title));
    await until(async () => expect(await text('.simulated')).toBe(simulated));
    expect(await creators()).toBe(many);
  });

  test.each(Object.entries(THEMES))('%s is drawn in its colours, accessible', async (name, theme) => {
    await shown();
    const before = await pixels();
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await until(async () => {
      const classes = await page.locator('body').getAttribute('class');
      expect(classes?.split(' ')).toContain(name);
      expect(await pixels()).not.toBe(before);
    });
    await window.shot(`simulation-${name}`);
    expect(await violations(page)).toEqual([]);
  });

  test('how often an ops pays what can be set by hand, and every result says so', async () => {
    const target = page.getByLabel('Move to');
    const [chosen, title] = [await target.inputValue(), await text('h1')];
    await target.selectOption({ label: 'multiplicities by hand' });
    await page
      .getByLabel(`RCU barrier in .exit of ${OPS}`, { exact: true })
      .selectOption({ label: 'not at all' });
    await until(async () => {
      expect(await text('h1')).toBe(`${OPS}: assumed by hand`);
      expect(await text('.counts')).toBe(
        'In batches of 64 netns, after the change assumed by hand: RCU barriers 64 → 0.',
      );
    });
    await window.shot('simulation-by-hand');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reset multiplicities' }).click();
    await target.selectOption(chosen);
    await until(async () => expect(await text('h1')).toBe(title));
  });

  test('a click on the bar of an ops opens its line', async () => {
    const bar = page.getByRole('button', { name: new RegExp(`^${OPS}`) }).first();
    await window.until(window.page.getByText(`Ln ${line()}, Col `), timeout => bar.click({ timeout }));
    await window.line(OPS).first().waitFor();
  });

  /** Where the kernel's file has the ops, 1-based. */
  function line(): number {
    const lines = readFileSync(join(folder, FILE), 'utf8').split('\n');
    return 1 + lines.findIndex(each => each.includes(`struct pernet_operations ${OPS} =`));
  }
}

/** Violations of accessibility rules that are serious or critical, one line each; of the page, not of the editor. */
async function violations(page: FrameLocator): Promise<string[]> {
  const frame = await (await page.locator('body').elementHandle())?.ownerFrame();
  if (!frame) throw new Error('the page is in no frame');
  // through the debugger: the policy of the page allows no script of ours
  await frame.evaluate(axe.source);
  const { violations: found } = await frame.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<axe.AxeResults> } }).axe.run(),
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}
