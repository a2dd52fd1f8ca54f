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

  static async of(page: Page, shots: string): Promise<Workbench> {
    page.setDefaultTimeout(PATIENCE);
    await page.locator('.monaco-workbench .part.activitybar').waitFor();
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    mkdirSync(shots, { recursive: true });
    return new Workbench(page, shots);
  }

  get editor(): Locator {
    return this.page.locator('.editor-instance .monaco-editor').first();
  }

  /** A picture below the ignored folder .cache/e2e. */
  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(this.#shots, `${name}.png`) });
  }

  /** Runs a command of the palette by its whole title. */
  async run(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input').first();
    await retried(async () => {
      await this.page.keyboard.press('F1');
      await input.waitFor({ timeout: 5_000 });
    });
    await input.fill(`>${title}`);
    await this.pick(title);
  }

  /** Chooses the row of the quick pick that begins like this. */
  async pick(label: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
    await row.waitFor();
    await row.click();
  }

  /** Opens a file by its path below the folder. */
  async openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1)!;
    const input = this.page.locator('.quick-input-widget:visible input').first();
    await retried(async () => {
      await this.page.keyboard.press('Control+p');
      await input.waitFor({ timeout: 5_000 });
    });
    await input.fill(path);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.editor.locator('.view-line').first().waitFor();
  }

  /** Puts the cursor to a place, 1-based. */
  async goTo(line: number, column = 1): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input').first();
    await retried(async () => {
      await this.page.keyboard.press('Control+g');
      await input.waitFor({ timeout: 5_000 });
    });
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Types into the editor, where the cursor is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Rows of the Problems panel, as text. */
  get problems(): Locator {
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** Rows of the Dismantle view. */
  get dismantle(): Locator {
    return this.page
      .locator('.pane[aria-label^="Dismantle"], .pane:has-text("Dismantle")')
      .locator('.monaco-list-row');
  }

  get squiggles(): Locator {
    return this.page.locator('.editor-instance .monaco-editor .squiggly-warning');
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

/** Some key presses are lost while the workbench still loads. */
async function retried(action: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === 6) throw error;
    }
  }
}
