/** Display 5: what each op takes of the worker's time, split by what it does; a click opens its source. */
import type { Contribution } from '../../core/simulation';
import { seconds, workerTime } from '../../report/simulation';
import { button, h, newId, svg, table } from '../dom';
import type { Host } from '../host';
import { type Part, type Side, sideLabel, sidesOf, type View } from '../view';
import { frame, legend } from './frame';

const PARTS = [
  ['cpu', 'CPU'],
  ['rtnlWait', 'RTNL wait'],
  ['rtnlHold', 'RTNL hold'],
  ['waits', 'grace periods and waits'],
  ['walks', 'table walks'],
] as const;

const SHOWN = 12;
const HINT = 'Point at an ops, or move the focus there, to see on which paths it pays.';
const WIDTH = 1000;
/** Costs are told for so many netns. */
const NETS = 1000;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly by: Readonly<Partial<Record<Side['name'], Contribution>>>;
}

export function opsChart(host: Host): Part {
  const keys = legend(...PARTS.map(([part, label]) => [`part-${part}`, label] as const));
  const { element, body, note, describe } = frame('Cost by ops, simulated', 'ops wide', host, keys);
  const detail = h('p', { class: 'detail', id: newId('detail'), 'aria-live': 'polite' }, HINT);
  body.after(detail);
  let all = false;
  let view: View | undefined;
  const more = button('', () => {
    all = !all;
    if (view) show(view);
  });
  detail.after(more);

  function show(next: View): void {
    view = next;
    const sides = sidesOf(next);
    const rows = rowsOf(sides);
    const scale = Math.max(
      ...rows.flatMap(row => sides.map(side => perNets(row.by[side.name], side))),
      1e-12,
    );
    const changed = new Set(next.report.question.changed);
    const dear = rows.filter((row, index) => all || index < SHOWN || changed.has(row.id));
    const focused = body.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.id
      : undefined;
    const list = h('ol', {}, ...dear.map(row => rowElement(row, sides, scale, changed.has(row.id), next)));
    body.replaceChildren(list);
    if (focused !== undefined)
      for (const item of list.querySelectorAll<HTMLElement>('[data-id]'))
        if (item.dataset.id === focused) item.focus();
    more.hidden = rows.length <= dear.length && !all;
    more.textContent = all ? 'Show the dearest only' : `Show all ${rows.length}`;
    note.textContent = `Worker time for ${NETS.toLocaleString('en')} netns.${changed.size > 0 ? ` Outlined: ${wayOf(next)}. What it saves is the difference of the two runs, not the difference of its bars.` : ''}`;
    describe('', () => opsTable(rows, sides));
    // a list of buttons is no image
    body.removeAttribute('role');
    body.removeAttribute('aria-label');
  }

  function rowElement(
    row: Row,
    sides: readonly Side[],
    scale: number,
    changed: boolean,
    { start }: View,
  ): HTMLElement {
    const known = start.tree?.ops.find(({ op }) => op.id === row.id);
    const tell = () => {
      const paths =
        known?.paths.filter(({ slot }) => slot !== 'init').map(({ slot, words }) => `.${slot}: ${words}`) ??
        [];
      const place = known ? `${known.source.file}:${known.source.line}` : '';
      detail.textContent = [
        place,
        ...paths.slice(0, 6),
        ...(paths.length > 6 ? [`and ${paths.length - 6} more`] : []),
      ]
        .filter(Boolean)
        .join('\n');
    };
    const times = sides.map(side => seconds(perNets(row.by[side.name], side))).join(' → ');
    const bars = svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${sides.length * 10}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      ...sides.flatMap((side, index) => bar(row.by[side.name], side, scale, index * 10 + 1)),
    );
    const opens = known !== undefined && host.openSource !== null;
    const line = button('', () => known && host.openSource?.(known.source.file, known.source.line), {
      class: `op${changed ? ' changed' : ''}${opens ? ' opens' : ''}`,
      'data-id': row.id,
      'aria-describedby': detail.id,
    });
    line.append(h('span', { class: 'name' }, row.name), bars, h('span', { class: 'time' }, times));
    if (changed) line.append(h('span', { class: 'unseen' }, `, ${wayOf(view!)}`));
    line.addEventListener('pointerenter', tell);
    line.addEventListener('focus', tell);
    return h('li', {}, line);
  }

  return { element, show };
}

function rowsOf(sides: readonly Side[]): Row[] {
  const [before, after] = sides;
  const others = new Map(after?.run.contributions.map(each => [each.id, each]));
  return before!.run.contributions
    .map((each): Row => {
      const other = others.get(each.id);
      return { id: each.id, name: each.name, by: { before: each, ...(other ? { after: other } : {}) } };
    })
    .sort((a, b) => workerTime(b.by.before!) - workerTime(a.by.before!));
}

const wayOf = ({ report }: View): string =>
  report.question.assumedByHand ? 'assumed by hand' : 'refactored';

const perNets = (each: Contribution | undefined, { run }: Side): number =>
  each ? (workerTime(each) * NETS) / Math.max(run.freed, 1) : 0;

function bar(each: Contribution | undefined, { run }: Side, scale: number, y: number): SVGElement[] {
  if (!each) return [];
  let x = 0;
  return PARTS.flatMap(([part]) => {
    const width = ((each[part] * NETS) / Math.max(run.freed, 1) / scale) * WIDTH;
    const left = x;
    x += width;
    return width > 0.2 ? [svg('rect', { x: left, y, width, height: 8, class: `part-${part}` })] : [];
  });
}

function opsTable(rows: readonly Row[], sides: readonly Side[]): HTMLElement {
  const columns = sides.flatMap(({ name }) =>
    PARTS.map(([, label]) => `${sideLabel(name, sides)}: ${label}`),
  );
  return table(
    `Worker time for ${NETS} netns, simulated`,
    ['ops', ...columns],
    rows.map(({ name, by }) => [
      name,
      ...sides.flatMap(side =>
        PARTS.map(([part]) => {
          const time = ((by[side.name]?.[part] ?? 0) * NETS) / Math.max(side.run.freed, 1);
          return time > 0 ? seconds(time) : '0';
        }),
      ),
    ]),
  );
}
