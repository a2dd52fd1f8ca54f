/** Display 3: the growth factor g as a gauge from 0 to 2; around 1 it decides nothing, which is hatched. */
import { digits } from '../../report/simulation';
import { drawing, svg, table } from '../dom';
import type { Host } from '../host';
import { type Part, type Side, sideLabel, sidesOf } from '../view';
import { frame } from './frame';

const MOST = 2;
const [LOW, HIGH] = [0.8, 1.2];
const [HEIGHT, SIDE, MOST_WIDTH] = [112, 12, 420];
const AXIS = 56;

/** Place of a growth factor on a gauge, pixels. */
type Scale = (growth: number) => number;

export function growthChart(host: Host): Part {
  const { element, body, note, describe } = frame('Growth factor g, simulated', 'growth', host);
  return {
    element,
    show: view => {
      const sides = sidesOf(view);
      drawing(body, room => {
        const width = Math.min(room, MOST_WIDTH);
        const at: Scale = growth => SIDE + (Math.min(MOST, growth) / MOST) * (width - 2 * SIDE);
        return svg(
          'svg',
          { width, height: HEIGHT },
          svg(
            'defs',
            {},
            svg(
              'pattern',
              {
                id: 'hatch',
                width: 6,
                height: 6,
                patternUnits: 'userSpaceOnUse',
                patternTransform: 'rotate(45)',
              },
              svg('line', { x1: 0, y1: 0, x2: 0, y2: 6, class: 'hatch' }),
            ),
          ),
          svg('rect', {
            x: at(LOW),
            y: AXIS - 9,
            width: at(HIGH) - at(LOW),
            height: 18,
            fill: 'url(#hatch)',
          }),
          svg('line', { x1: at(0), x2: at(MOST), y1: AXIS, y2: AXIS, class: 'axis' }),
          ...[0, 0.5, 1, 1.5, 2].flatMap(value => [
            svg('line', { x1: at(value), x2: at(value), y1: AXIS - 5, y2: AXIS + 5, class: 'axis' }),
            svg(
              'text',
              {
                x: at(value),
                y: AXIS + 17,
                'text-anchor': value === 0 ? 'start' : value === MOST ? 'end' : 'middle',
                class: 'faint',
              },
              digits(value),
            ),
          ]),
          ...sides.flatMap((side, index) => pointer(side, sides, index === 0, at, width)),
        );
      });
      const words = sides.map(
        ({ name, run }) => `${sideLabel(name, sides)} ${digits(run.growth)}: ${meaning(run.growth)}`,
      );
      note.textContent = `Netns created while the worker dismantles one. ${words.join('; ')}.`;
      describe(words.join('; '), () =>
        table(
          'Growth factor, simulated',
          ['', 'g', 'what it means'],
          sides.map(({ name, run }) => [sideLabel(name, sides), digits(run.growth), meaning(run.growth)]),
        ),
      );
    },
  };
}

const meaning = (growth: number): string =>
  growth < LOW ? 'batches settle' : growth <= HIGH ? 'chance decides' : 'the backlog grows';

function pointer(
  { name, run: { growth } }: Side,
  sides: readonly Side[],
  above: boolean,
  at: Scale,
  width: number,
): SVGElement[] {
  const x = at(growth);
  const [tip, back] = above ? [AXIS - 8, AXIS - 20] : [AXIS + 20, AXIS + 32];
  const anchor = x > width * 0.75 ? 'end' : x < width * 0.25 ? 'start' : 'middle';
  const beyond = growth > MOST ? ' →' : '';
  return [
    svg('path', { d: `M${x} ${tip}l-6 ${back - tip}h12z`, class: `fill-${name}` }),
    svg(
      'text',
      {
        x: anchor === 'middle' ? x : x + (anchor === 'end' ? 6 : -6),
        y: above ? back - 6 : back + 13,
        'text-anchor': anchor,
      },
      `${sideLabel(name, sides)} ${digits(growth)}${beyond}`,
    ),
  ];
}
