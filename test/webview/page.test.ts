import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BROWSER, browserPages, type Opened, THEMES, type Theme } from './page';

/** What calibrate.sh prints. */
const CALIBRATION = {
  pernetLensCalibration: 1,
  kernel: '6.18.0',
  cpus: 2,
  hz: 250,
  load: 0.2,
  fixed: 0.035,
  perNet: 0.0002,
  creation: { nets: 200, wall: 0.003, cpu: 0.0026 },
  parallel: { creators: 2, wall: 0.004, cpu: 0.003 },
  mass: [
    { nets: 50, batches: 1, busy: 0.045 },
    { nets: 200, batches: 1, busy: 0.075 },
  ],
};

/** A browser is looked for in the usual places, and in $CHROMIUM. */
describe.skipIf(BROWSER === undefined)('the simulation page', { timeout: 90_000 }, () => {
  const pages = browserPages();

  const text = (page: Page, selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .textContent()
      .then(words => words ?? '');
  const settled = async ({ page }: Opened): Promise<void> => {
    await page.waitForSelector('.sensitivity .picture svg, .lookup .picture canvas', {
      state: 'visible',
      timeout: 60_000,
    });
  };
  const changesAfter = async (read: () => Promise<string>, act: () => Promise<unknown>): Promise<string> => {
    const before = await read();
    await act();
    await expect.poll(read, { timeout: 30_000 }).not.toBe(before);
    return read();
  };
  const canvas = (page: Page, chart: string): Promise<string> =>
    page.locator(`${chart} canvas`).evaluate(element => (element as HTMLCanvasElement).toDataURL());

  test('says first what is exact, then what is simulated', async () => {
    const opened = await pages.open();
    const { page, complaints } = opened;
    await settled(opened);
    expect(await text(page, '.counts')).toBe(
      'In batches of 64 netns: RTNL acquisitions 128 → 2, RCU barriers 64 → 1.',
    );
    expect(await text(page, '.verdict')).toMatch(/^Simulated: Gain/);
    expect(await text(page, '.simulated')).toMatch(
      /^Simulated, 10 × 1,000 netns on 16 CPUs: all freed after .+ → .+ \(5–95 %/,
    );
    const titles = await page
      .locator('.chart:visible')
      .evaluateAll(charts =>
        charts.map(chart => (chart.querySelector('h3') ?? chart.querySelector('caption'))?.textContent),
      );
    expect(titles.map(title => title?.split(/[,:]| in a batch/)[0])).toEqual([
      'Exact counts',
      'Backlog',
      'Growth factor g',
      'RTNL',
      'Cost by ops',
      'Time to drain a batch',
      'Memory and creation latency',
      'Sensitivity to prices',
    ]);
    expect(complaints).toEqual([]);
  });

  test('a slider moves: numbers change and the chart is redrawn', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const picture = await canvas(page, '.backlog');
    const slider = page.getByRole('slider', { name: 'creators', exact: true });
    await slider.focus();
    await changesAfter(
      () => text(page, '.simulated'),
      async () => {
        for (let step = 0; step < 10; step += 1) await slider.press('ArrowRight');
      },
    );
    expect(await text(page, '.simulated')).not.toContain('10 × 1,000');
    await expect.poll(() => canvas(page, '.backlog')).not.toBe(picture);
  });

  test('a value out of range is refused by its name, and changes nothing', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const before = await text(page, '.simulated');
    const cpus = page.getByRole('spinbutton', { name: 'CPUs', exact: true });
    await cpus.fill('0');
    expect(await cpus.getAttribute('aria-invalid')).toBe('true');
    expect(await text(page, '.error:visible')).toBe('CPUs: a whole number from 1 to 4,096');
    expect(await text(page, '.simulated')).toBe(before);
    await changesAfter(
      () => text(page, '.simulated'),
      () => cpus.fill('2'),
    );
    expect(await text(page, '.simulated')).toContain('on 2 CPUs');
  });

  test('every chart can be read as a table', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const toggles = page.getByRole('button', { name: /^Show as table: / });
    expect(await toggles.count()).toBe(7);
    for (let index = 0; index < 7; index += 1) await toggles.first().click();
    const tables = page.locator('.chart .table[id] table');
    expect(await tables.count()).toBe(7);
    for (let index = 0; index < 7; index += 1)
      expect(await tables.nth(index).locator('tbody tr').count()).toBeGreaterThan(0);
  });

  test('a changed setting survives a reload', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const label = page.getByLabel('Preview');
    await changesAfter(
      () => text(page, 'h1'),
      () => label.selectOption('net/core/corge.c:corge_ops'),
    );
    await page.getByRole('spinbutton', { name: 'creators', exact: true }).fill('3');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('creators');
    await page.reload();
    await settled(opened);
    expect(await text(page, 'h1')).toBe('corge_ops: .exit → .exit_batch');
    expect(await text(page, '.simulated')).toContain('Simulated, 3 × 1,000 netns');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => text(page, '.simulated')).toContain('Simulated, 10 × 1,000 netns');
  });

  test('a broken address is no obstacle', async () => {
    const opened = await pages.open({
      hash: '#%7B%22format%22%3A1%2C%22changes%22%3A%7B%22workload.creators%22%3A1e9%7D%7D',
    });
    await settled(opened);
    expect(await text(opened.page, '.simulated')).toContain('10 × 1,000');
  });

  test('an exact run shows its progress, can be cancelled, and is said to be exact', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await page.getByRole('spinbutton', { name: 'netns each' }).fill('100000');
    await page.getByRole('button', { name: 'Run exact' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Run exact' }).waitFor();
    await page.getByRole('spinbutton', { name: 'netns each' }).fill('200');
    await page.getByRole('button', { name: 'Run exact' }).click();
    await expect
      .poll(() => text(page, '.exact-run output'), { timeout: 60_000 })
      .toContain('Shown: the exact run');
  });

  test('an exact run asked for while the live run of another setting is awaited is not dropped for it', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const each = page.getByRole('spinbutton', { name: 'netns each' });
    // in one turn of the page: the first run is under way, the second waits for it, and the click comes before either
    await each.evaluate(element => {
      const input = element as HTMLInputElement;
      for (const nets of ['100000', '90000', '200']) {
        input.value = nets;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
      for (const one of document.querySelectorAll('button')) if (one.textContent === 'Run exact') one.click();
    });
    await expect
      .poll(() => text(page, '.exact-run output'), { timeout: 60_000 })
      .toContain('Shown: the exact run');
    // past the time after which an awaited answer is given up, and the worker with it
    await page.waitForTimeout(2_000);
    expect(await text(page, '.exact-run output')).toContain('Shown: the exact run');
    expect(await text(page, '.simulated')).toContain('200 netns');
  });

  test.each([
    ['workers that die at once', 0],
    ['one worker that dies, the other at work', 1],
  ])('%s are no obstacle: the page computes by itself', async (_, alive) => {
    const opened = await pages.open();
    const { page } = opened;
    await page.addInitScript(count => {
      let made = 0;
      const Whole = Worker;
      class Dead extends EventTarget {
        onerror: ((event: Event) => void) | null = null;
        constructor() {
          super();
          setTimeout(() => this.onerror?.(new Event('error', { cancelable: true })));
        }
        postMessage(): void {}
        terminate(): void {}
      }
      globalThis.Worker = new Proxy(Whole, {
        construct: (_target, [url]) => {
          made += 1;
          return made <= count ? new Whole(url) : new Dead();
        },
      });
    }, alive);
    await page.reload();
    await settled(opened);
    await changesAfter(
      () => text(page, '.simulated'),
      () => page.getByRole('spinbutton', { name: 'creators' }).fill('3'),
    );
    expect(await text(page, '.simulated')).toContain('3 × 1,000');
  });

  test('bands are of chance alone until somebody wants prices to vary, too', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await expect
      .poll(() => text(page, '.backlog .note'), { timeout: 60_000 })
      .toContain('with other seeds, prices as they are');
    await page.locator('summary', { hasText: 'Prices' }).click();
    await page.getByLabel('Bands').selectOption('prices');
    await expect
      .poll(() => text(page, '.backlog .note'), { timeout: 60_000 })
      .toContain('prices drawn from all that was seen');
  });

  test('results can be pinned and compared', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    const rows = page.locator('.pinned-results tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('spinbutton', { name: 'creators', exact: true }).fill('2');
    const cells = (row: number) => rows.nth(row).locator('td').allTextContents();
    await expect.poll(async () => (await cells(0))[0] === (await cells(1))[0]).toBe(false);
    await page.getByRole('button', { name: /^Unpin/ }).click();
    await expect.poll(() => page.locator('.pinned-results').isVisible()).toBe(false);
  });

  test('the result leaves the page as JSON, CSV, Markdown and images', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const saved = async (name: string | RegExp, index = 0) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).nth(index).click(),
      ]);
      const stream = await download.createReadStream();
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
    };
    const json = await saved('Export JSON');
    expect(JSON.parse(json.bytes.toString())).toMatchObject({
      origin: 'simulated',
      tool: { name: 'pernet-lens' },
    });
    expect((await saved('Export CSV')).bytes.toString()).toMatch(/^simulated_run,/);
    const png = await saved('Save image: Backlog');
    expect(png.name).toBe('backlog-live-netns-simulated.png');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    const curves = await saved('Save as SVG: Backlog');
    expect(curves.name).toBe('backlog-live-netns-simulated.svg');
    expect(curves.bytes.toString()).toMatch(
      /^<svg[^>]*xmlns=[\s\S]*<text[\s\S]*<polyline points="\d[\d. ,]{50}/,
    );
    const svg = await saved('Save image: RTNL');
    expect(svg.bytes.toString()).toMatch(/^<svg[\s\S]*<path[^>]*fill=/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(() => text(page, '.said')).toBe('Copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('| RTNL acquisitions');
    expect(copied).toContain('not measured');
  });

  test('says when nothing is to be gained, when the backlog diverges, and when no tree is open', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await page.getByLabel('Preview').selectOption('net/core/grault.c:grault_ops');
    await expect.poll(() => text(page, '.verdict')).toMatch(/^No gain expected: only the loop moved/);
    await page.getByLabel('Move to').selectOption('');
    await expect
      .poll(() => text(page, '.growth-words'))
      .toMatch(/^The backlog grows as long as creation goes on/);
    const without = await pages.open({ start: { tree: null } });
    await settled(without);
    expect(await text(without.page, '.empty')).toMatch(/^No kernel tree is open/);
    expect(await text(without.page, 'h1')).toMatch(/^2022: eight RTNL/);
  });

  test('a calibration can be imported, and a broken one is refused by its field', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await page.getByText('Prices', { exact: true }).click();
    const give = async (calibration: object) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import calibration…' }).click(),
      ]);
      const buffer = Buffer.from(JSON.stringify(calibration));
      await chooser.setFiles({ name: 'calibration.json', mimeType: 'application/json', buffer });
    };
    await give({ ...CALIBRATION, perNet: -1 });
    await expect
      .poll(() => text(page, '.calibration .error'))
      .toMatch(/calibration\.json: `perNet` is -1: give a number from/);
    await give(CALIBRATION);
    await expect.poll(() => text(page, '.calibration .note')).toContain('measured on Linux 6.18.0, 2 CPUs');
    await expect.poll(() => text(page, '.simulated')).toContain('on 2 CPUs');
    await expect.poll(() => text(page, '.batch-time .note')).toContain('dots: measured on yours');
  });

  test('a load that takes long can be left for another one', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    // batches of a few netns each: a million of them
    await page.getByRole('spinbutton', { name: 'creators', exact: true }).fill('1');
    await page.getByRole('spinbutton', { name: 'creation CPU' }).fill('60');
    await page.getByRole('spinbutton', { name: 'netns each' }).fill('1000000');
    await page.waitForTimeout(1500);
    await page.getByRole('spinbutton', { name: 'netns each' }).fill('500');
    await expect.poll(() => text(page, '.simulated'), { timeout: 20_000 }).toContain('1 × 500 netns');
  });

  test('lookups have a picture of their own', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    await page.getByLabel('Preset').selectOption('ehash');
    await page.locator('.lookup canvas').waitFor();
    expect(await page.locator('.backlog').isVisible()).toBe(false);
    await page.getByLabel('Preset').selectOption('tree');
    await expect.poll(() => page.locator('.backlog').isVisible()).toBe(true);
  });

  test.each(Object.keys(THEMES) as Theme[])('%s: nothing serious for axe, at any width', async theme => {
    for (const width of [1400, 400]) {
      const opened = await pages.open({ theme, width });
      await settled(opened);
      if (width === 400) await opened.page.getByText('Parameters', { exact: true }).click();
      await opened.page.getByText('Prices', { exact: true }).click();
      expect(await pages.violations(opened.page)).toEqual([]);
      const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(opened.complaints).toEqual([]);
    }
  });

  test('a change of theme redraws what is painted', async () => {
    const opened = await pages.open({ theme: 'light' });
    const { page } = opened;
    await settled(opened);
    const light = await canvas(page, '.backlog');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => canvas(page, '.backlog')).not.toBe(light);
  });

  test('everything can be reached by keyboard, in reading order, and shows where the focus is', async () => {
    const opened = await pages.open();
    const { page } = opened;
    await settled(opened);
    const reached: string[] = [];
    for (let step = 0; step < 200; step += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) return null;
        const { outlineStyle } = getComputedStyle(element);
        return { name: element.getAttribute('aria-label') ?? element.id + element.textContent, outlineStyle };
      });
      if (focus === null) break;
      expect(focus.outlineStyle).not.toBe('none');
      reached.push(focus.name);
    }
    const place = (name: string) => reached.findIndex(each => each.startsWith(name));
    expect(place('Copy as Markdown')).toBeGreaterThanOrEqual(0);
    expect(place('creators')).toBeGreaterThan(place('Copy as Markdown'));
    expect(place('Show as table: Backlog')).toBeGreaterThan(place('creators'));
    expect(place('quux_ops')).toBeGreaterThan(place('Show as table: Backlog'));
  });
});
