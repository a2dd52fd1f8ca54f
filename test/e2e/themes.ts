import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Room } from './room';

/** VS Code's own themes: as it is called, and the class of the workbench in it. */
const THEMES = [
  ['Default Dark Modern', 'vs-dark'],
  ['Default Light Modern', 'vs'],
  ['Default High Contrast', 'hc-black'],
  ['Default High Contrast Light', 'hc-light'],
] as const;

/** In every theme the injected scopes have a colour; the pictures are for people to look at. */
export function themes(at: () => Room): void {
  test.each(THEMES)('what is injected is coloured in %s', async (theme, kind) => {
    const { window, path } = at();
    await window.openFile('lantern/lantern_dev.c', 101, 15);
    mkdirSync(join(path, '.vscode'), { recursive: true });
    writeFileSync(join(path, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await window.page.locator(`.monaco-workbench.${kind}`).waitFor();
    await window.squiggles('warning').first().waitFor();
    const colourOf = (text: string): Promise<string> =>
      window.page
        .locator('.editor-instance .view-line span span', { hasText: text })
        .first()
        .evaluate(element => element.ownerDocument.defaultView!.getComputedStyle(element).color);
    expect(await colourOf('rtnl_lock')).not.toBe(await colourOf('lantern_dev_net_ops'));
    await window.shot(`theme-${kind}`);
    await window.hoverWith('Estimated cost');
    await window.shot(`theme-${kind}-hover`);
    await window.page.keyboard.press('Escape');
  });
}
