/** What all charts have in common: a title, a picture, the same as a table, and a way to save it. */
import { button, h, newId } from '../dom';
import type { Host } from '../host';
import { drawingOf, hasDrawing, imageOf } from './save';

export interface Frame {
  readonly element: HTMLElement;
  /** The picture goes here. */
  readonly body: HTMLElement;
  /** One line under the title. */
  readonly note: HTMLElement;
  /** The table is made when somebody wants to see it. */
  readonly describe: (summary: string, table: () => HTMLElement) => void;
}

export function frame(title: string, className: string, host: Host, legend?: HTMLElement): Frame {
  const note = h('p', { class: 'note' });
  const body = h('div', { class: 'picture' });
  const tableId = newId('table');
  const holder = h('div', { class: 'table', id: tableId, hidden: true });
  let build: () => HTMLElement = () => h('div');
  const toggle = button(
    'Show as table',
    () => {
      const open = holder.hidden;
      holder.hidden = !open;
      toggle.setAttribute('aria-expanded', String(open));
      toggle.textContent = open ? 'Hide table' : 'Show as table';
      name();
      holder.replaceChildren(...(open ? [build()] : []));
    },
    { class: 'quiet', 'aria-expanded': 'false', 'aria-controls': tableId },
  );
  const save = button(
    'Save image',
    () => void imageOf(body, title).then(image => image && host.save(...image)),
    {
      class: 'quiet',
      'aria-label': `Save image: ${title}`,
    },
  );
  const saveDrawing = button(
    'SVG',
    () => {
      const image = drawingOf(body, title);
      if (image) host.save(...image);
    },
    { class: 'quiet', 'aria-label': `Save as SVG: ${title}`, hidden: true },
  );
  const name = () => toggle.setAttribute('aria-label', `${toggle.textContent}: ${title}`);
  name();
  const heading = newId('chart');
  const element = h(
    'section',
    { class: `chart ${className}`, 'aria-labelledby': heading },
    h(
      'header',
      {},
      h('h3', { id: heading }, title),
      legend,
      h('span', { class: 'tools' }, toggle, save, saveDrawing),
    ),
    note,
    body,
    holder,
  );
  return {
    element,
    body,
    note,
    describe: (summary, table) => {
      build = table;
      saveDrawing.hidden = !hasDrawing(body);
      body.setAttribute('role', 'img');
      body.setAttribute('aria-label', summary);
      if (!holder.hidden) holder.replaceChildren(build());
    },
  };
}

/** Keys to the colours, in words. */
export const legend = (...items: readonly (readonly [className: string, label: string])[]): HTMLElement =>
  h(
    'ul',
    { class: 'legend' },
    ...items.map(([className, label]) => h('li', {}, h('span', { class: `key ${className}` }), label)),
  );
