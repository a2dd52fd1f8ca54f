/** Curves on a canvas, by uPlot: created once, given new values after that, made anew when colours change. */
import uPlot from 'uplot';
import { type Colours, colours, see } from '../theme';
import type { Curve } from './curve';
import { curveDrawing } from './curve-svg';
import { strokeInPieces } from './pieces';
import { offerDrawing } from './save';

/** A straight line across the chart, with words. */
interface Mark {
  readonly at: number;
  readonly words: string;
  readonly role: 'before' | 'after' | 'limit';
}

interface Picture {
  readonly xs: readonly number[];
  readonly curves: readonly Curve[];
  readonly xMarks?: readonly Mark[];
  readonly yMarks?: readonly Mark[];
  /** Short lines at the foot of the chart. */
  readonly ticks?: readonly { readonly role: 'before' | 'after'; readonly at: readonly number[] }[];
}

interface Axes {
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
  readonly log?: boolean;
  readonly height: number;
}

const BAND = 0.2;
/** Pixels of a line that matters. */
const WIDE = 2;
/** Room above the highest value, as a factor; more where words stand there. */
const HEAD_ROOM = 1.05;
const MARK_ROOM = 1.2;
const NARROW = 420;
const MIN_WIDTH = 200;

export interface Curves {
  readonly show: (picture: Picture) => void;
  /** Colours have changed. */
  readonly redraw: () => void;
}

export function curves(body: HTMLElement, axes: Axes): Curves {
  let plot: uPlot | undefined;
  let made = '';
  let now: Picture | undefined;

  offerDrawing(body, () => (plot && now ? curveDrawing(plot, now, colours()) : null));

  let known = 0;
  const width = () => (known > 0 ? known : Math.max(MIN_WIDTH, Math.floor(body.clientWidth)));
  new ResizeObserver(([entry]) => {
    const room = Math.floor(entry?.contentRect.width ?? 0);
    if (room === 0 || room === known) return;
    known = Math.max(MIN_WIDTH, room);
    if (plot && plot.width !== known) plot.setSize({ width: known, height: axes.height });
  }).observe(body);

  function show(picture: Picture): void {
    now = picture;
    const shape = picture.curves
      .map(({ role, label, dots, low }) => `${role}${label}${dots}${low !== undefined}`)
      .join();
    const table = [
      picture.xs,
      ...picture.curves.flatMap(({ values, low, high }) => (low && high ? [values, low, high] : [values])),
    ] as uPlot.AlignedData;
    if (plot && made === shape) {
      plot.setData(table);
      return;
    }
    plot?.destroy();
    made = shape;
    plot = new uPlot(
      options(picture, axes, width(), () => now!),
      table,
      body,
    );
  }

  return {
    show,
    redraw: () => {
      made = '';
      if (now) show(now);
    },
  };
}

function options(picture: Picture, axes: Axes, width: number, now: () => Picture): uPlot.Options {
  const palette = colours();
  const series: uPlot.Series[] = [{ label: 'x', value: (_, value) => (value === null ? '' : axes.x(value)) }];
  const bands: uPlot.Band[] = [];
  /** Lines that are drawn in pieces, by the index of their series. */
  const wide = new Map<number, { readonly stroke: string; readonly width: number }>();
  for (const { label, role, dots, low } of picture.curves) {
    const stroke = palette[role];
    const dash = role === 'pinned' ? [2, 3] : role === 'after' && palette.contrast ? [8, 4] : null;
    const inPieces = dash === null && !dots;
    if (inPieces) wide.set(series.length, { stroke, width: WIDE });
    series.push({
      label,
      stroke,
      width: role === 'pinned' ? 1 : WIDE,
      spanGaps: !dots,
      ...(dash ? { dash } : {}),
      points: { show: dots === true, size: 5, stroke, fill: stroke },
      ...(dots || inPieces ? { paths: () => null } : {}),
      value: (_, value) => (value === null ? '' : axes.y(value)),
    });
    if (low !== undefined) {
      const at = series.length;
      const edge = { stroke: 'transparent', width: 0, points: { show: false } };
      series.push({ label: `${label}, 5 %`, ...edge }, { label: `${label}, 95 %`, ...edge });
      bands.push({ series: [at + 1, at], fill: see(stroke, BAND) });
    }
  }
  const axis: uPlot.Axis = {
    stroke: palette.faint,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.grid, width: 1, size: 4 },
    font: palette.font,
  };
  const scale: uPlot.Scale = axes.log ? { distr: 3, log: 10 } : {};
  return {
    width,
    height: axes.height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, ...scale },
      y: axes.log
        ? scale
        : {
            range: (_, __, max) => [
              0,
              Math.max(max, ...(now().yMarks ?? []).map(shownMark(max)), 1e-9) *
                (now().xMarks ? MARK_ROOM : HEAD_ROOM),
            ],
          },
    },
    series,
    bands,
    axes: [
      {
        ...axis,
        size: 28,
        space: width < NARROW ? 60 : 80,
        values: (_, splits) => splits.map(value => (value === null ? '' : axes.x(value))),
      },
      {
        ...axis,
        size: 62,
        values: (_, splits) => splits.map(value => (value === null ? '' : axes.y(value))),
      },
    ],
    hooks: {
      drawSeries: [
        (plot, index) => {
          const line = wide.get(index);
          if (line) strokeInPieces(plot, index, line);
        },
      ],
      draw: [plot => drawMarks(plot, now(), palette)],
      setCursor: [plot => tellCursor(plot, axes)],
    },
  };
}

/** A line far above all curves would flatten them: it is left out of the scale, and told in words. */
const shownMark =
  (max: number) =>
  ({ at }: Mark): number =>
    at <= max * 3 ? at : 0;

function drawMarks(plot: uPlot, { xMarks = [], yMarks = [], ticks = [] }: Picture, palette: Colours): void {
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  const pixel = devicePixelRatio;
  const colour = (role: Mark['role']) => (role === 'limit' ? palette.text : palette[role]);
  ctx.save();
  ctx.font = palette.font.replace(/^\d+/, size => String(Number(size) * pixel));
  ctx.lineWidth = pixel;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  xMarks.forEach(({ at, words, role }, row) => {
    const x = plot.valToPos(at, 'x', true);
    if (x < left || x > left + width) return;
    ctx.strokeStyle = colour(role);
    ctx.fillStyle = palette.text;
    ctx.setLineDash([3 * pixel, 3 * pixel]);
    line(ctx, x, top, x, top + height);
    const text = ctx.measureText(words).width;
    const fits = x + text + 6 * pixel < left + width;
    ctx.fillText(words, fits ? x + 4 * pixel : x - text - 4 * pixel, top + (12 + 14 * row) * pixel);
  });
  for (const { at, words, role } of yMarks) {
    const y = plot.valToPos(at, 'y', true);
    if (y < top || y > top + height) continue;
    ctx.strokeStyle = colour(role);
    ctx.fillStyle = palette.text;
    ctx.setLineDash([6 * pixel, 3 * pixel]);
    line(ctx, left, y, left + width, y);
    ctx.fillText(words, left + 4 * pixel, y - 4 * pixel);
  }
  ctx.setLineDash([]);
  for (const [row, { role, at }] of ticks.entries()) {
    ctx.strokeStyle = colour(role);
    const foot = top + height - row * 7 * pixel;
    for (const value of at) {
      const x = plot.valToPos(value, 'x', true);
      line(ctx, x, foot, x, foot - 6 * pixel);
    }
  }
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** What is under the pointer, in words above the chart. */
function tellCursor(plot: uPlot, axes: Axes): void {
  const box = plot.root.parentElement?.parentElement?.querySelector('.note');
  if (!(box instanceof HTMLElement)) return;
  const { idx } = plot.cursor;
  box.dataset.rest ??= box.textContent ?? '';
  if (idx === null || idx === undefined) {
    box.textContent = box.dataset.rest;
    delete box.dataset.rest;
    return;
  }
  const parts = plot.series.flatMap(({ label }, index) => {
    const value = plot.data[index]![idx];
    if (index === 0 || value === null || value === undefined || /, (?:5|95) %$/.test(String(label)))
      return [];
    return [`${label} ${axes.y(value)}`];
  });
  box.textContent = `${axes.x(plot.data[0][idx]!)}: ${parts.join(', ')}`;
}
