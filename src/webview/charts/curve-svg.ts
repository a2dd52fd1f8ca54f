/** The same curves as a drawing, for files: lines stay lines, and words stay words. */
import type uPlot from 'uplot';
import { svg } from '../dom';
import type { Colours } from '../theme';
import type { Curve } from './curve';

/** What is drawn. */
interface Drawn {
  readonly xs: readonly number[];
  readonly curves: readonly Curve[];
}

/** What uPlot has worked out for an axis when it last drew it. */
interface DrawnAxis {
  readonly _splits?: readonly number[];
  readonly _values?: readonly (string | null)[];
}

/** @param plot as it is shown; its size, scales and ticks are taken over */
export function curveDrawing(plot: uPlot, { xs, curves }: Drawn, palette: Colours): SVGSVGElement {
  const pixel = devicePixelRatio;
  const box = {
    left: plot.bbox.left / pixel,
    top: plot.bbox.top / pixel,
    width: plot.bbox.width / pixel,
    height: plot.bbox.height / pixel,
  };
  const x = (value: number): number => box.left + plot.valToPos(value, 'x');
  const y = (value: number): number => box.top + plot.valToPos(value, 'y');
  const place = (index: number, value: number): string =>
    `${x(xs[index]!).toFixed(1)},${y(value).toFixed(1)}`;
  const points = (values: readonly (number | null)[]): string[] =>
    values.flatMap((value, index) => (value === null ? [] : [place(index, value)]));
  const foot = box.top + box.height;

  const grid = { stroke: palette.grid, 'stroke-width': 1 };
  const words = { fill: palette.faint, 'font-size': 11, 'font-family': 'sans-serif' };
  const ticks = (axis: DrawnAxis | undefined) =>
    (axis?._splits ?? []).flatMap((at, index) => {
      const text = axis?._values?.[index];
      return text === null || text === undefined || text === '' ? [] : [{ at, text }];
    });
  const [across, up] = plot.axes as readonly DrawnAxis[];
  return svg(
    'svg',
    { width: plot.width, height: plot.height, viewBox: `0 0 ${plot.width} ${plot.height}` },
    svg('rect', { width: '100%', height: '100%', fill: palette.background }),
    ...ticks(across).flatMap(({ at, text }) => [
      svg('line', { x1: x(at), x2: x(at), y1: box.top, y2: foot, ...grid }),
      svg('text', { x: x(at), y: foot + 18, 'text-anchor': 'middle', ...words }, text),
    ]),
    ...ticks(up).flatMap(({ at, text }) => [
      svg('line', { x1: box.left, x2: box.left + box.width, y1: y(at), y2: y(at), ...grid }),
      svg('text', { x: box.left - 8, y: y(at) + 4, 'text-anchor': 'end', ...words }, text),
    ]),
    svg(
      'text',
      { x: box.left, y: 11, 'font-size': 11, 'font-family': 'sans-serif' },
      ...curves.map(({ label, role }) => svg('tspan', { dx: 8, fill: palette[role] }, `— ${label}`)),
    ),
    ...curves.flatMap(({ role, values, dots, low, high }) => {
      const stroke = palette[role];
      const band =
        low && high
          ? [
              svg('polygon', {
                points: [...points(high), ...points(low).reverse()].join(' '),
                fill: stroke,
                'fill-opacity': 0.2,
              }),
            ]
          : [];
      const marks = points(values).map(point => {
        const [cx, cy] = point.split(',') as [string, string];
        return svg('circle', { cx, cy, r: 2.5, fill: stroke });
      });
      const line = svg('polyline', {
        points: points(values).join(' '),
        fill: 'none',
        stroke,
        'stroke-width': role === 'pinned' ? 1 : 2,
      });
      return [...band, ...(dots ? marks : [line])];
    }),
  );
}
