/** Elements, made in one expression. No inline styles: the policy of the page forbids them. */

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Child = Node | string | null | undefined | false;

export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, children);
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** A button that says what it does. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** A table with a head; the first column names the row, the others are numbers. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly (string | Node)[])[],
): HTMLTableElement {
  return h(
    'table',
    {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...head.map(text => h('th', { scope: 'col' }, text)))),
    h(
      'tbody',
      {},
      ...rows.map(([first, ...cells]) =>
        h('tr', {}, h('th', { scope: 'row' }, first), ...cells.map(cell => h('td', {}, cell))),
      ),
    ),
  );
}

/**
 * Draws in the pixels that there are, and again whenever their number changes: text keeps its size.
 * @param draw makes the picture for a width in pixels
 */
export function drawing(body: HTMLElement, draw: (width: number) => Node): void {
  drawings.set(body, draw);
  // asking for the width makes the browser lay out everything: once, then the observer tells
  const width = widths.get(body) ?? Math.max(MIN_WIDTH, Math.floor(body.clientWidth));
  widths.set(body, width);
  body.replaceChildren(draw(width));
  watcher ??= new ResizeObserver(resized);
  watcher.observe(body);
}

function resized(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) {
    const width = Math.max(MIN_WIDTH, Math.floor(contentRect.width));
    const draw = drawings.get(target);
    if (!draw || contentRect.width === 0 || widths.get(target) === width) continue;
    widths.set(target, width);
    target.replaceChildren(draw(width));
  }
}

const MIN_WIDTH = 240;
const drawings = new WeakMap<Element, (width: number) => Node>();
const widths = new WeakMap<Element, number>();
let watcher: ResizeObserver | undefined;

let ids = 0;
/** An id that nothing else on the page has. */
export const newId = (name: string): string => `${name}-${++ids}`;
