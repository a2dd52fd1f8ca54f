/** Display 8: what half of each price, and half as much again, would change. */
import type { Sensitivity } from '../../core/simulation';
import { count, seconds } from '../../report/simulation';
import { drawing, svg, table } from '../dom';
import type { Host } from '../host';
import { priceLabel } from '../parameters';
import type { Part } from '../view';
import { frame, legend } from './frame';

const SHOWN = 8;
const [LINE, TOP, LABEL, GAP] = [20, 34, 100, 24];

type Span = readonly [number, number];

const PANELS = [
  { title: 'all created after', of: (row: Sensitivity): Span => row.creationTime, shown: seconds },
  { title: 'peak backlog', of: (row: Sensitivity): Span => row.peakAlive, shown: count },
] as const;

export function sensitivityChart(host: Host): Part {
  const { element, body, note, describe } = frame(
    'Sensitivity to prices, simulated',
    'sensitivity wide',
    host,
    legend(['less', '−50 %'], ['more', '+50 %']),
  );
  return {
    element,
    show: ({ sensitivity }) => {
      if (!sensitivity) return;
      const rows = sensitivity.rows.slice(0, SHOWN);
      if (rows.length === 0) {
        body.replaceChildren();
        note.textContent = 'No price changes creation time or backlog under this load.';
        return;
      }
      const now = [sensitivity.now.creationTime, sensitivity.now.peakAlive] as const;
      const height = TOP + rows.length * LINE + 4;
      drawing(body, width => {
        const panel = (width - LABEL - GAP) / 2;
        return svg(
          'svg',
          { width, height },
          ...rows.map(({ price }, index) =>
            svg(
              'text',
              { x: LABEL - 8, y: TOP + index * LINE + 15, 'text-anchor': 'end' },
              priceLabel(price),
            ),
          ),
          ...PANELS.flatMap((each, index) =>
            panelOf(each, rows, [LABEL + index * (panel + GAP), panel], now[index]!, height),
          ),
        );
      });
      const dear = rows.map(({ price }) => priceLabel(price));
      note.textContent =
        'Each price at −50 % and +50 %, the others as they are; before the change, fluid engine, no jitter.';
      describe(`Prices that matter most: ${dear.slice(0, 3).join(', ')}`, () =>
        table(
          'Each price at −50 % and +50 %, simulated',
          ['price', ...PANELS.flatMap(({ title }) => [`${title}, −50 %`, `${title}, +50 %`])],
          sensitivity.rows.map(row => [
            priceLabel(row.price),
            ...PANELS.flatMap(({ of, shown }) => of(row).map(value => shown(value))),
          ]),
        ));
    },
  };
}

function panelOf(
  { title, of, shown }: (typeof PANELS)[number],
  rows: readonly Sensitivity[],
  [left, wide]: readonly [number, number],
  now: number,
  height: number,
): SVGElement[] {
  const values = rows.flatMap(row => [...of(row)]);
  const [least, most] = [Math.min(now, ...values), Math.max(now, ...values)];
  const x = (value: number) => left + (most > least ? (value - least) / (most - least) : 0.5) * (wide - 2);
  return [
    svg('text', { x: left, y: 11 }, title),
    svg('text', { x: left, y: 25, class: 'faint' }, `${shown(least)} – ${shown(most)}`),
    ...rows.flatMap((row, index) => {
      const y = TOP + index * LINE + 4;
      const [less, more] = of(row);
      return [
        svg('rect', {
          x: Math.min(x(less), x(now)),
          y,
          width: Math.abs(x(less) - x(now)),
          height: LINE - 10,
          class: 'less',
        }),
        svg('rect', {
          x: Math.min(x(more), x(now)),
          y,
          width: Math.abs(x(more) - x(now)),
          height: LINE - 10,
          class: 'more',
        }),
      ];
    }),
    svg('line', { x1: x(now), x2: x(now), y1: TOP, y2: height - 4, class: 'axis' }),
  ];
}
