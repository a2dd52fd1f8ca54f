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
  const hex = opaque(colour);
  return hex === null ? colour : `${hex}${hexByte(255 * share)}`;
}

/** A colour of any form as #rrggbb, what it lets through left out; null where it is none that a canvas knows. */
function opaque(colour: string): string | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = colour;
  const known = context.fillStyle;
  if (known.startsWith('#')) return known;
  const parts = /^rgba\((\d+), (\d+), (\d+), /.exec(known);
  return parts && `#${parts.slice(1).map(Number).map(hexByte).join('')}`;
}

const hexByte = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/**
 * Colours of curves and bars are opaque: in VS Code's own themes `charts.orange` is half transparent, so that a line of it
 * is hardly seen, and a band of it not told from the line.
 */
function makeOpaque(): void {
  const { style } = document.body;
  for (const name of ['--before', '--after']) {
    style.removeProperty(name);
    const hex = opaque(getComputedStyle(document.body).getPropertyValue(name).trim());
    if (hex !== null) style.setProperty(name, hex);
  }
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
  makeOpaque();
  const observer = new MutationObserver(() => {
    makeOpaque();
    changed();
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  return () => observer.disconnect();
}
