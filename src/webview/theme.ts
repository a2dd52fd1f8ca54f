/** Colours for canvases and saved images, from the variables of the style sheet; those follow the editor's theme. */

export interface Colours {
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  readonly background: string;
  readonly before: string;
  readonly after: string;
  readonly pinned: string;
  readonly font: string;
  /** Lines must differ by more than colour. */
  readonly contrast: boolean;
}

/** The colours of now. */
export function colours(): Colours {
  const style = getComputedStyle(document.body);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--text'),
    faint: of('--faint'),
    grid: of('--grid'),
    background: of('--background'),
    before: of('--before'),
    after: of('--after'),
    pinned: of('--faint'),
    font: `11px ${style.fontFamily}`,
    contrast: document.body.className.includes('high-contrast'),
  };
}

/** The same colour, see-through. `colour` is one that getComputedStyle gives for --before and --after: #rrggbb. */
export function see(colour: string, share: number): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return colour;
  context.fillStyle = colour;
  const hex = context.fillStyle;
  return hex.startsWith('#')
    ? `${hex}${Math.round(255 * share)
        .toString(16)
        .padStart(2, '0')}`
    : colour;
}

/** Outside of an editor the system says which theme; its classes are those that VS Code gives to the body. */
function followSystem(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = () => {
    const { classList } = document.body;
    for (const name of [...classList]) if (name.startsWith('vscode-')) classList.remove(name);
    if (contrast.matches)
      classList.add('vscode-high-contrast', ...(dark.matches ? [] : ['vscode-high-contrast-light']));
    else classList.add(dark.matches ? 'vscode-dark' : 'vscode-light');
  };
  apply();
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
}

/** Calls `changed` whenever colours may be others. @returns stops that */
export function watchTheme(changed: () => void): () => void {
  if (![...document.body.classList].some(name => name.startsWith('vscode-'))) followSystem();
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  return () => observer.disconnect();
}
