import { describe, expect, test } from 'vitest';
import type { SimulationState, ToSimulation } from '../../src/shared';
import { BROWSER, browserPages, type Opened, START, TREE } from './page';

const CORGE = 'net/core/corge.c:corge_ops';

describe.skipIf(BROWSER === undefined)('the page in a webview of the editor', { timeout: 90_000 }, () => {
  const pages = browserPages();
  const start = { ...START, tree: TREE };
  const send = ({ page }: Opened, message: ToSimulation): Promise<void> =>
    page.evaluate(sent => window.postMessage(sent, '*'), message);
  const title = ({ page }: Opened): Promise<string | null> => page.locator('h1').textContent();

  test('asks for a start, shows it under a strict policy, and keeps its state', async () => {
    const opened = await pages.openInEditor();
    const { page, messages, complaints } = opened;
    expect(await messages()).toEqual([{ type: 'ready', kept: null }]);
    await send(opened, { type: 'start', start });
    await page.waitForSelector('.sensitivity .picture svg', { timeout: 60_000 });
    expect(await title(opened)).toBe('quux: 2 ops moved to the slot that fits');
    expect(complaints).toEqual([]);
    const kept = (await messages()).filter(({ type }) => (type as string) === 'state');
    expect(kept.length).toBeGreaterThan(0);
  });

  test('a click on an ops opens its source', async () => {
    const opened = await pages.openInEditor();
    const { page, messages } = opened;
    await send(opened, { type: 'start', start });
    await page.getByRole('button', { name: /^corge_ops/ }).click();
    expect(await messages()).toContainEqual({ type: 'openSource', file: 'net/core/corge.c', line: 10 });
    expect(await page.locator('.detail').textContent()).toContain('corge_exit > rtnl_lock');
  });

  test('after a restart of the window the same is shown from the state alone', async () => {
    const choice = {
      loaded: 'all',
      use: 'used',
      subject: ['net/core/corge.c:corge_ops'],
      target: 'exit_batch',
    } as const;
    const state: SimulationState = {
      format: 1,
      start,
      preset: 'tree',
      choice,
      changes: { 'workload.creators': 4 },
      seed: 9,
      pinned: [],
    };
    const opened = await pages.openInEditor(state);
    expect(await opened.messages()).toContainEqual({ type: 'ready', kept: 'one' });
    await expect.poll(() => title(opened)).toBe('corge_ops: .exit → .exit_batch');
    expect(await opened.page.locator('.simulated').textContent()).toContain('4 × 1,000 netns');
    expect(await opened.page.getByLabel('Seed').inputValue()).toBe('9');
  });

  test('a state of another version is no obstacle', async () => {
    const opened = await pages.openInEditor({ format: 0, start: 'nonsense' });
    expect(await opened.messages()).toEqual([{ type: 'ready', kept: null }]);
  });

  test('the editor may ask for another ops while the panel is open', async () => {
    const opened = await pages.openInEditor();
    await send(opened, { type: 'start', start });
    await opened.page.waitForSelector('.op');
    const choice = {
      loaded: 'stack',
      use: 'empty',
      subject: ['net/core/quux.c:quux_ops'],
      target: 'best',
    } as const;
    await send(opened, { type: 'start', start: { ...start, choice } });
    await expect.poll(() => title(opened)).toBe('quux_ops: .exit → .exit_batch');
    expect(await opened.page.locator('main').count()).toBe(1);
  });

  test('refactorings are asked about the ops that is looked at, and their answer is shown', async () => {
    const opened = await pages.openInEditor();
    const id = CORGE;
    const choice = { loaded: 'all', use: 'used', subject: [id], target: 'best' } as const;
    const words = () => opened.page.locator('.change-words').textContent();
    await send(opened, { type: 'start', start: { ...start, choice } });
    await expect.poll(words).toMatch(/^Refactorings are being asked .* Assumed, not written/);
    expect(await opened.messages()).toContainEqual({ type: 'offered', ids: [id] });
    const batched = { kind: 'rtnl', slot: 'exit_batch', per: 'batch' } as const;
    const edits = [
      {
        steps: [{ refactoring: 'wrap-and-hoist', questions: 0 }],
        ops: [{ id, name: 'corge_ops', effects: [batched] }],
      },
    ];
    await send(opened, {
      type: 'offered',
      offered: { asked: [id], only: null, edits, refused: {} },
      why: '',
    });
    await expect.poll(words).toMatch(/^After: as the refactorings write it \(wrap-and-hoist\)/);
    expect((await opened.messages()).filter(({ type }) => type === 'offered')).toHaveLength(1);
  });

  test('where refactorings cannot be asked the reason is said', async () => {
    const opened = await pages.openInEditor();
    const choice = { loaded: 'all', use: 'used', subject: [CORGE], target: 'best' } as const;
    await send(opened, { type: 'start', start: { ...start, choice } });
    await opened.page.waitForSelector('.op');
    await send(opened, { type: 'offered', offered: null, why: 'scan it first' });
    await expect
      .poll(() => opened.page.locator('.change-words').textContent())
      .toContain('refactorings could not be asked: scan it first');
  });

  test('texts and files go through the editor', async () => {
    const opened = await pages.openInEditor();
    const { page, messages } = opened;
    await send(opened, { type: 'start', start });
    await page.waitForSelector('.backlog canvas');
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Save image: Backlog' }).click();
    await expect.poll(async () => (await messages()).map(({ type }) => type)).toContain('save');
    const [copied] = (await messages()).filter(({ type }) => type === 'copy');
    expect(copied).toMatchObject({ text: expect.stringContaining('RTNL acquisitions') });
    const [saved] = (await messages()).filter(({ type }) => type === 'save');
    expect(saved).toMatchObject({ base64: true, content: expect.stringMatching(/^iVBORw0KGgo/) });
  });
});
