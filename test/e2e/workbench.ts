import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** Milliseconds: patience with a loaded machine. Everything is polled for, nothing waits for a fixed time. */
export const PATIENCE = 90_000;

/** Milliseconds after which a key or a click that the workbench may have lost is tried again; longer each time. */
const AGAIN = { first: 2_000, longest: 30_000 };

/** A VS Code window, in the words of its user. */
export class Workbench {
  readonly page: Page;
  /** Where pictures go. */
  readonly folder: string;
  /** What went wrong in the page itself. */
  readonly errors: string[] = [];

  private constructor(page: Page, folder: string) {
    this.page = page;
    this.folder = folder;
    page.on('pageerror', ({ message }) => this.errors.push(message));
  }

  /** Null where no files are shown after `patience` milliseconds. @param folder for pictures */
  static async of(page: Page, folder: string, patience: number): Promise<Workbench | null> {
    page.setDefaultTimeout(PATIENCE);
    mkdirSync(folder, { recursive: true });
    try {
      await page.locator('.monaco-workbench .part.activitybar').waitFor();
      await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: patience });
    } catch {
      return null;
    }
    return new Workbench(page, folder);
  }

  /** A picture of the window, or of a part of it. */
  async shot(name: string, part: Page | Locator = this.page): Promise<void> {
    await part.screenshot({ path: join(this.folder, `${name}.png`) });
  }

  /** A part of the window, in the size of a walkthrough's picture; media/walkthrough has copies of some run's. */
  async picture(name: string, clip: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.page.screenshot({ path: join(this.folder, `walkthrough-${name}.png`), clip });
  }

  /** Runs a command of the palette by its whole title. */
  async run(title: string): Promise<void> {
    await this.#choose('F1', `>${title}`, title);
  }

  async runTask(label: string): Promise<void> {
    // a tasks.json that was just written is not known at once
    await this.#insist(async timeout => {
      await this.run('Tasks: Run Task');
      await this.choices(label).first().click({ timeout });
    });
  }

  /** Opens a file by its path below the folder, and puts the cursor to a place, 1-based. */
  async openFile(path: string, line = 1, column = 1): Promise<void> {
    const name = path.split('/').at(-1)!;
    await this.#choose('Control+p', path, name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
    if (line > 1 || column > 1) await this.goTo(line, column);
  }

  async goTo(line: number, column = 1): Promise<void> {
    const there = this.page.getByText(`Ln ${line}, Col `);
    await this.#insist(async timeout => {
      await this.#ask('Control+g', `:${line}:${column}`, timeout);
      await this.input.press('Enter', { timeout });
      await there.waitFor({ timeout });
    });
  }

  /** Asks the quick input, and takes the first row that has a text. */
  #choose(key: string, text: string, row: string): Promise<void> {
    return this.#insist(async timeout => {
      await this.#ask(key, text, timeout);
      await this.choices(row).first().click({ timeout });
    });
  }

  async #ask(key: string, text: string, timeout: number): Promise<void> {
    await this.page.keyboard.press(key);
    await this.input.waitFor({ timeout });
    await put(this.input, text, timeout);
  }

  /**
   * Does something that may be done twice, and waits for what it leads to. A lens that is drawn anew under the pointer,
   * or a view that takes the focus late, makes a click, a key or a whole menu go lost: then it is done again.
   */
  async until(result: Locator, gesture: (timeout: number) => Promise<void>): Promise<void> {
    let late = false;
    await this.#insist(async timeout => {
      // what came after patience was over may hide what leads to it
      if (late && (await result.first().isVisible())) return;
      late = true;
      await gesture(timeout);
      await result.first().waitFor({ timeout });
    });
  }

  /** Follows a line over an ops, to what it leads to. */
  async followLens(text: string | RegExp, result: Locator): Promise<void> {
    const lens = this.lenses.filter({ hasText: text }).first();
    await this.until(result, timeout => lens.click({ timeout }));
  }

  /** Takes an action from the menu of an entry of the Dismantle view, and waits for what it leads to. */
  async entryAction(entry: string, action: string, result: Locator): Promise<void> {
    await this.until(result, async timeout => {
      await this.dismantle(entry).first().click({ button: 'right', timeout });
      // a click so soon after the menu opened is sometimes taken for the end of the one that opened it
      const item = this.page.getByRole('menuitem', { name: action });
      await item.hover({ timeout });
      await item.press('Enter', { timeout });
    });
  }

  /** Takes a row of the menu of quick fixes, once: what it does is not done again. */
  async takeFix(text: string): Promise<void> {
    const row = this.page
      .locator('.action-widget:visible .monaco-list-row.action', { hasText: text })
      .first();
    await this.#insist(async timeout => {
      await this.fixes();
      await row.click({ timeout });
    });
  }

  /**
   * While the workbench loads, or moves the focus by itself, keys are lost and inputs closed again: what did not work
   * is tried again from the start.
   */
  async #insist(attempt: (timeout: number) => Promise<void>): Promise<void> {
    const until = Date.now() + PATIENCE;
    for (let patience = AGAIN.first; ; patience = Math.min(2 * patience, AGAIN.longest)) {
      try {
        return await attempt(patience);
      } catch (error) {
        if (Date.now() > until) throw error;
        await this.recover();
      }
    }
  }

  /** Closes the menu of quick fixes: it lies over the whole window and takes every click. */
  async closeFixes(): Promise<void> {
    const menu = this.page.locator('.action-widget:visible').first();
    await this.#insist(async timeout => {
      await this.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden', timeout });
    });
  }

  /** Closes whatever an attempt, or a failed test, left open over the editor. */
  async recover(): Promise<void> {
    for (let times = 0; times < 3; times++) await this.page.keyboard.press('Escape');
  }

  get input(): Locator {
    return this.page.locator('.quick-input-widget:visible input[type="text"]').first();
  }

  /** Types into the input box of this title, once it has taken the place of the palette that asked for it. */
  async fill(title: string, text: string): Promise<void> {
    const box = this.page.locator(`.quick-input-widget:visible:has(.quick-input-title:text-is("${title}"))`);
    await put(box.locator('input[type="text"]').first(), text, PATIENCE);
  }

  /** Takes what the quick input has. */
  async accept(): Promise<void> {
    const input = this.input;
    await input.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** Undoes what made a line. */
  async undo(made: string): Promise<void> {
    const line = this.line(made).first();
    await this.#insist(async timeout => {
      await line.click({ timeout });
      await this.page.keyboard.press('Control+z');
      await line.waitFor({ state: 'hidden', timeout });
    });
  }

  /** Rows of the quick pick. */
  choices(text: string | RegExp = ''): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** Code as it stands in the editor's window: only lines that can be seen. */
  line(text: string | RegExp): Locator {
    return this.page.locator('.editor-instance .view-line', { hasText: text });
  }

  squiggles(severity: 'error' | 'warning' | 'info'): Locator {
    return this.page.locator(`.editor-instance .squiggly-${severity}`);
  }

  get lenses(): Locator {
    return this.page.locator('.editor-instance .codelens-decoration a');
  }

  /** The menu of quick fixes for the place of the cursor. */
  async fixes(): Promise<Locator> {
    const menu = this.page.locator('.action-widget:visible').first();
    await this.#insist(async timeout => {
      if (!(await menu.isVisible())) await this.page.keyboard.press('Control+.');
      await menu.locator('.monaco-list-row.action').first().waitFor({ timeout });
      // VS Code 1.100 takes no click before the mouse has moved
      await menu.hover({ force: true, timeout });
    });
    return menu;
  }

  /** The hover over the cursor, once it has a text. */
  async hoverWith(text: string | RegExp): Promise<Locator> {
    const hover = this.page.locator('.monaco-hover:visible', { hasText: text }).first();
    await this.#insist(async timeout => {
      await this.run('Show or Focus Hover');
      await hover.waitFor({ timeout });
    });
    return hover;
  }

  /** What the language status item says of our extension. */
  async status(): Promise<string> {
    return (await this.page.locator('[id="status.languageStatus"]').getAttribute('aria-label')) ?? '';
  }

  /** Inside of the simulation page, which is two frames deep. */
  get simulation(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** Opens the Problems panel with the rows only that have this text: what is not in sight has no row. */
  async showProblems(text: string): Promise<void> {
    const filter = this.page.locator('.part.panel input[placeholder^="Filter"]');
    await this.#insist(async timeout => {
      await this.run('Problems: Focus on Problems View');
      await put(filter, text, timeout);
      // another panel may have come to the front meanwhile, or the one before may have put its own filter back
      await this.problems(text).first().waitFor({ timeout });
    });
  }

  /** Rows of the Problems panel. */
  problems(text: string | RegExp = ''): Locator {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: text });
  }

  /** Rows of the Dismantle view. */
  dismantle(text: string | RegExp = ''): Locator {
    return this.page.locator('.part.sidebar .customview-tree .monaco-list-row', { hasText: text });
  }

  /** A button of the view's title. */
  title(label: string): Locator {
    return this.page.locator(`.part.sidebar .composite.title .action-label[aria-label^="${label}"]`);
  }

  /** The panel that shows an edit before it is made. */
  get previewed(): Locator {
    return this.page.locator('.bulk-edit-panel');
  }

  /** Rows of it. */
  preview(text: string): Locator {
    return this.previewed.locator('.monaco-list-row', { hasText: text }).first();
  }

  /** Whether everything that the panel shows is ticked. */
  isConfirmed(): Promise<boolean> {
    return this.#confirmation.isChecked();
  }

  /** The box of a file, or of a reason to ask, stands for all below it. */
  get #confirmation(): Locator {
    return this.previewed.locator('.edit-checkbox').first();
  }

  /** Ticks what has to be confirmed, and has the edit made. */
  async confirmPreview(): Promise<void> {
    await this.#confirmation.click();
    await this.previewed.locator('.monaco-button', { hasText: 'Apply' }).click();
    await this.previewed.waitFor({ state: 'hidden' });
  }

  get notification(): Locator {
    return this.page.locator('.notifications-toasts .notification-toast');
  }

  tab(name: string): Locator {
    return this.page.locator('.tab', { hasText: name });
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

/**
 * Puts a text into an input of the workbench, as typing it would. Not by keys: one that is on its way while the workbench
 * moves the focus changes the code in the editor.
 */
const put = (input: Locator, text: string, timeout: number): Promise<void> =>
  input.evaluate(
    (element, value) => {
      const box = element as unknown as { value: string; dispatchEvent(event: Event): boolean };
      box.value = value;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
    { timeout },
  );
