import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Milliseconds: patience with a loaded machine. Everything is polled for, nothing waits for a fixed time. */
export const PATIENCE = 60_000;

/** A VS Code window, in the words of its user. */
export class Workbench {
  readonly page: Page;
  readonly #shots: string;

  private constructor(page: Page, shots: string) {
    this.page = page;
    this.#shots = shots;
  }

  /** @param shots folder for pictures */
  static async of(page: Page, shots: string): Promise<Workbench> {
    page.setDefaultTimeout(PATIENCE);
    await page.locator('.monaco-workbench .part.activitybar').waitFor();
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    mkdirSync(shots, { recursive: true });
    return new Workbench(page, shots);
  }

  /** A picture of the window, or of a part of it. */
  async shot(name: string, part: Page | Locator = this.page): Promise<void> {
    await part.screenshot({ path: join(this.#shots, `${name}.png`) });
  }

  /** A part of the window, in the size of a walkthrough's picture; media/walkthrough has copies of some run's. */
  async picture(name: string, clip: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.page.screenshot({ path: join(this.#shots, `walkthrough-${name}.png`), clip });
  }

  /** Runs a command of the palette by its whole title. */
  async run(title: string): Promise<void> {
    await this.#ask('F1', `>${title}`);
    await this.choices(title).first().click();
  }

  /** Opens a file by its path below the folder, and puts the cursor to a place, 1-based. */
  async openFile(path: string, line = 1, column = 1): Promise<void> {
    const name = path.split('/').at(-1)!;
    await this.#ask('Control+p', path);
    await this.choices(name).first().click();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
    if (line > 1 || column > 1) await this.goTo(line, column);
  }

  async goTo(line: number, column = 1): Promise<void> {
    await this.#ask('Control+g', `:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.getByText(`Ln ${line}, Col `).waitFor();
  }

  /** Some key presses are lost, and some inputs closed again, while the workbench still loads. */
  async #ask(key: string, text: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.keyboard.press(key);
        await this.input.waitFor({ timeout: 3_000 });
        await this.input.fill(text, { timeout: 3_000 });
        return;
      } catch (error) {
        if (attempt === 10) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  get input(): Locator {
    return this.page.locator('.quick-input-widget:visible input[type="text"]').first();
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

  get hover(): Locator {
    return this.page.locator('.monaco-hover:visible').first();
  }

  /** The menu of quick fixes for the place of the cursor. */
  async fixes(): Promise<Locator> {
    const menu = this.page.locator('.action-widget:visible').first();
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press('Control+.');
      try {
        await menu.locator('.monaco-list-row.action').first().waitFor({ timeout: 5_000 });
        // VS Code 1.100 takes no click before the mouse has moved
        await menu.hover({ force: true });
        return menu;
      } catch (error) {
        if (attempt === 6) throw error;
      }
    }
  }

  /** Opens the Problems panel with the rows only that have this text: what is not in sight has no row. */
  async showProblems(text: string): Promise<void> {
    await this.run('Problems: Focus on Problems View');
    await this.page.locator('.part.panel input[placeholder^="Filter"]').fill(text);
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
