/** Display 4: who holds RTNL over time; the longest single hold and how long creators wait: batching trades the two. */
import type { Run } from '../../core/simulation';
import { seconds } from '../../report/simulation';
import { drawing, h, svg, table } from '../dom';
import type { Host } from '../host';
import { type Part, type Side, sideLabel, sidesOf } from '../view';
import { frame, legend } from './frame';

const HOLDERS = [
  ['creators', 'creators'],
  ['perNet', 'cleanup, once per netns'],
  ['batch', 'cleanup, once per batch'],
] as const;

const [ROW, GAP, AXIS] = [40, 20, 18];
const STEPS = 160;

export function rtnlChart(host: Host): Part {
  const keys = legend(
    ['creators', 'creators'],
    ['perNet', 'cleanup per netns'],
    ['batch', 'cleanup per batch'],
    ['idle', 'free'],
  );
  const { element, body, note, describe } = frame('RTNL: who holds it, simulated', 'rtnl', host, keys);
  const holds = h('div', { class: 'latencies' });
  body.after(holds);
  return {
    element,
    show: view => {
      const sides = sidesOf(view);
      const end = Math.max(...sides.map(({ run }) => run.drainTime), 1e-9);
      const height = sides.length * (ROW + GAP) + AXIS;
      drawing(body, width =>
        svg(
          'svg',
          { width, height },
          patterns(),
          ...sides.flatMap((side, row) => rowOf(side, sides, row * (ROW + GAP), end, width)),
          ...[0, 0.25, 0.5, 0.75, 1].map(share =>
            svg(
              'text',
              {
                x: share * width,
                y: height - 4,
                'text-anchor': share === 0 ? 'start' : share === 1 ? 'end' : 'middle',
                class: 'faint',
              },
              seconds(share * end),
            ),
          ),
        ),
      );
      const words = sides.map(({ name, run }) => `${sideLabel(name, sides)}: ${heldWords(run)}`).join('; ');
      note.textContent = `Share of the time, ${words}.`;
      holds.replaceChildren(
        table(
          'Holds and waits, simulated',
          ['', ...sides.map(({ name }) => sideLabel(name, sides))],
          [
            [
              'longest single hold by cleanup',
              ...sides.map(({ run }) => seconds(run.rtnl.longestHold.seconds)),
            ],
            ['wait of a creator, 95 %', ...sides.map(({ run }) => seconds(run.rtnl.creatorWait.p95))],
            ['wait of a creator, longest', ...sides.map(({ run }) => seconds(run.rtnl.creatorWait.max))],
          ],
        ),
      );
      describe(words, () =>
        table(
          'RTNL held, simulated, all together',
          ['', ...sides.map(({ name }) => sideLabel(name, sides))],
          HOLDERS.map(([holder, label]) => [
            label,
            ...sides.map(({ run }) => seconds(run.rtnl.held[holder])),
          ]),
        ),
      );
    },
  };
}

/** Holders differ by their pattern where colours do not: high contrast, print, colour blindness. */
const patterns = (): SVGElement =>
  svg(
    'defs',
    {},
    svg(
      'pattern',
      { id: 'per-net', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { width: 5, height: 5, class: 'fill-perNet' }),
      svg('line', { x1: 0, y1: 0, x2: 0, y2: 5, class: 'stripe' }),
    ),
  );

function rowOf(
  { name, run }: Side,
  sides: readonly Side[],
  top: number,
  end: number,
  width: number,
): SVGElement[] {
  const foot = top + ROW + GAP - 4;
  const tall = ROW;
  const shares = sharesOver(run, end);
  let below = shares.map(() => 0);
  const areas = HOLDERS.map(([holder]) => {
    const above = shares.map((share, index) => Math.min(1, below[index]! + share[holder]));
    const path = area(below, above, foot, tall, width);
    below = above;
    return svg('path', { d: path, class: `hold-${holder}` });
  });
  const right = (Math.min(end, run.drainTime) / end) * width;
  return [
    svg('text', { x: 0, y: top + 11 }, sideLabel(name, sides)),
    svg('rect', { x: 0, y: foot - tall, width: right, height: tall, class: 'idle' }),
    ...areas,
    svg('line', { x1: 0, x2: width, y1: foot, y2: foot, class: 'axis' }),
  ];
}

interface Shares {
  readonly creators: number;
  readonly perNet: number;
  readonly batch: number;
}

/** Mean shares of the holders in even steps of time. */
function sharesOver({ timeline, drainTime }: Run, end: number): Shares[] {
  const sums = Array.from({ length: STEPS }, () => ({ creators: 0, perNet: 0, batch: 0 }));
  const width = end / STEPS;
  for (const { from, to, creators, perNet, batch } of timeline) {
    if (to <= from || from >= drainTime) continue;
    for (let step = Math.floor(from / width); step < STEPS && step * width < to; step += 1) {
      const overlap = Math.min(to, (step + 1) * width) - Math.max(from, step * width);
      const share = Math.max(0, overlap) / width;
      const sum = sums[step]!;
      sum.creators += share * creators;
      sum.perNet += share * perNet;
      sum.batch += share * batch;
    }
  }
  return sums;
}

function area(
  below: readonly number[],
  above: readonly number[],
  foot: number,
  tall: number,
  width: number,
): string {
  const x = (index: number) => ((index * width) / STEPS).toFixed(1);
  const y = (share: number) => (foot - share * tall).toFixed(1);
  const up = above.map((share, index) => `V${y(share)}H${x(index + 1)}`).join('');
  const down = [...below].reverse().map((share, index) => `V${y(share)}H${x(below.length - 1 - index)}`);
  return `M0 ${foot}${up}${down.join('')}Z`;
}

function heldWords({ rtnl: { held }, drainTime }: Run): string {
  const percent = (time: number) => `${Math.round((100 * time) / Math.max(drainTime, 1e-9))} %`;
  return HOLDERS.filter(([holder]) => held[holder] > 0)
    .map(([holder, label]) => `${label} ${percent(held[holder])}`)
    .join(', ');
}
