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
  const put = (): void => {
    const width = Math.max(MIN_WIDTH, Math.floor(body.clientWidth));
    body.replaceChildren(draw(width));
    body.dataset.width = String(width);
  };
  drawings.set(body, put);
  put();
  watcher ??= new ResizeObserver(entries => {
    for (const { target } of entries) {
      const { dataset, clientWidth } = target as HTMLElement;
      if (clientWidth > 0 && dataset.width !== String(Math.max(MIN_WIDTH, Math.floor(clientWidth))))
        drawings.get(target)?.();
    }
  });
  watcher.observe(body);
}

const MIN_WIDTH = 240;
const drawings = new WeakMap<Element, () => void>();
let watcher: ResizeObserver | undefined;

let ids = 0;
/** An id that nothing else on the page has. */
export const newId = (name: string): string => `${name}-${++ids}`;
