/** Display 6: time to drain a batch against its size, T(B) = F + c·B, log-log; measured points of a calibration. */
import { type BatchCost, batchTime } from '../../core/simulation';
import { count, seconds } from '../../report/simulation';
import { table } from '../dom';
import type { Host } from '../host';
import { type Side, sideLabel, sidesOf, type View } from '../view';
import type { CurvePart } from './backlog';
import type { Curve } from './curve';
import { curves } from './curves';
import { frame } from './frame';

const SIZES = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000];
const TABLE_SIZES = [1, 10, 100, 1000, 10_000];

export function batchTimeChart(host: Host): CurvePart {
  const { element, body, note, describe } = frame('Time to drain a batch, simulated', 'batch-time', host);
  const chart = curves(body, { x: count, y: seconds, height: 220, log: true });
  return {
    element,
    redraw: chart.redraw,
    show: view => {
      const sides = sidesOf(view);
      const measured = (view.start.calibration?.releases ?? []).map(({ nets, batches, busy }) => ({
        size: nets / batches,
        time: busy / batches,
      }));
      const xs = [...new Set([...SIZES, ...measured.map(({ size }) => size)])].sort((a, b) => a - b);
      const lines = sides.map(
        ({ name }): Curve => ({
          label: sideLabel(name, sides),
          role: name,
          values: xs.map(size => batchTime(size, costOf(view, name))),
        }),
      );
      const points: Curve = {
        label: 'measured',
        role: 'pinned',
        dots: true,
        values: xs.map(size => measured.find(point => point.size === size)?.time ?? null),
      };
      chart.show({ xs, curves: measured.length > 0 ? [...lines, points] : lines });
      const words = sides.map(({ name }) => formula(name, sides, costOf(view, name))).join('; ');
      note.textContent = `${words}. Nobody else on the machine${measured.length > 0 ? '; dots: measured on yours' : ''}.`;
      delete note.dataset.rest;
      describe(words, () =>
        table(
          'Time to drain a batch, simulated',
          ['netns', ...sides.map(({ name }) => sideLabel(name, sides))],
          TABLE_SIZES.map(size => [
            count(size),
            ...sides.map(({ name }) => seconds(batchTime(size, costOf(view, name)))),
          ]),
        ),
      );
    },
  };
}

const costOf = ({ costs }: View, name: Side['name']): BatchCost =>
  (name === 'after' ? costs.after : null) ?? costs.before;

const formula = (name: Side['name'], sides: readonly Side[], { fixed, perNet }: BatchCost): string =>
  `${sideLabel(name, sides)}: T(B) = ${seconds(fixed)} + B × ${seconds(perNet)}`;
