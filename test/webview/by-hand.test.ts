/** Multiplicities set by hand, on the page in a real browser, with the keyboard alone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER, browserPages, START, TREE } from './page';

const [QUUX] = TREE.ops.map(({ op }) => op.id);

describe.skipIf(BROWSER === undefined)('multiplicities by hand', { timeout: 90_000 }, () => {
  const pages = browserPages();

  const settled = (page: Page) => page.waitForSelector('.sensitivity .picture svg', { timeout: 60_000 });
  const text = async (page: Page, selector: string): Promise<string> =>
    (await page.locator(selector).first().textContent()) ?? '';
  /** Moves the focus by Tab until it is on what is called so. */
  const tabTo = async (page: Page, name: string): Promise<void> => {
    for (let step = 0; step < 100; step += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLSelectElement | null;
        return (
          element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent
        );
      });
      if (focused === name) return;
    }
    throw new Error(`Tab reaches nothing that is called ${name}`);
  };
  /** The page with the control open, nothing set yet. */
  const opened = async (): Promise<Page> => {
    const { page, complaints } = await pages.open();
    await settled(page);
    await tabTo(page, 'Move to');
    await page.keyboard.press('End');
    expect(complaints).toEqual([]);
    return page;
  };

  test('are reached by keyboard, change the after, and say that they are assumed', async () => {
    const page = await opened();
    await expect.poll(() => text(page, 'h1')).toBe('quux');
    await tabTo(page, 'quux_ops');
    await page.keyboard.press('Enter');
    await tabTo(page, 'RTNL in .exit of quux_ops');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => text(page, 'h1')).toBe('quux: one op assumed by hand');
    await expect
      .poll(() => text(page, '.counts'))
      .toBe(
        'In batches of 64 netns, after the change assumed by hand: RTNL acquisitions 64 → 1, RCU barriers 64.',
      );
    expect(await text(page, '.change-words')).toContain(
      'Assumed by hand, not written, and offered by no refactoring: `quux_ops`: RTNL in .exit per netns → per batch.',
    );
    expect(await text(page, '.exact caption')).toContain('after from what is assumed by hand');
    expect(await text(page, '.ops .note')).toContain('Outlined: assumed by hand');
    // the focus is where it was, for the next step
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => text(page, '.counts')).toContain('RTNL acquisitions 64 → 0');
    expect(await pages.violations(page)).toEqual([]);
  });

  test('are kept over a reload, and can be taken back one by one or all at once', async () => {
    const page = await opened();
    const choices = page.locator('.by-hand select');
    await page.locator('.by-hand summary').first().click();
    await choices.nth(0).selectOption('batch');
    await choices.nth(1).selectOption('never');
    await expect.poll(() => text(page, '.counts')).toContain('barriers 64 → 0');
    // kept once the page has come to rest
    await expect.poll(() => decodeURIComponent(page.url())).toContain('"exit rcu-barrier net":"never"');
    await page.reload();
    await settled(page);
    expect(await text(page, 'h1')).toBe('quux: one op assumed by hand');
    expect(await choices.evaluateAll(all => all.map(each => (each as HTMLSelectElement).value))).toEqual([
      'batch',
      'never',
      'net',
    ]);
    expect(await text(page, '.by-hand summary')).toBe('quux_ops: 2 changed');
    await page.getByRole('button', { name: 'Reset RTNL in .exit of quux_ops' }).click();
    await expect.poll(() => text(page, '.counts')).toContain('RTNL acquisitions 64, ');
    await page.getByRole('button', { name: 'Reset multiplicities' }).click();
    await expect.poll(() => text(page, 'h1')).toBe('quux');
    expect(await page.getByRole('button', { name: 'Reset multiplicities' }).isDisabled()).toBe(true);
  });

  test('leave the page as assumed, in Markdown and in JSON', async () => {
    const choice = {
      loaded: 'all',
      use: 'empty',
      subject: [QUUX],
      target: 'by-hand',
      byHand: { [QUUX!]: { 'exit rtnl net': 'batch' } },
    };
    const kept = { format: 1, preset: 'tree', changes: {}, seed: 1, pinned: [], choice };
    const { page } = await pages.open({
      start: { ...START, tree: TREE },
      hash: `#${encodeURIComponent(JSON.stringify(kept))}`,
    });
    await settled(page);
    expect(await text(page, 'h1')).toBe('quux_ops: assumed by hand');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString()).question).toMatchObject({
      title: 'quux_ops: assumed by hand',
      assumedByHand: true,
      change: [expect.stringContaining('Assumed by hand, not written')],
    });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(() => text(page, '.said')).toBe('Copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('**quux_ops: assumed by hand**');
    expect(copied).toMatch(/per batch of 64, exact *\| *before \| *after, assumed by hand \|/);
    expect(copied).toContain('Assumed by hand, not written, and offered by no refactoring: `quux_ops`');
  });
});
