/** Display 7: memory of the live netns beside what the machine has, and how long one creation takes. */
import { bytes, FIGURES, seconds, shown } from '../../report/simulation';
import { h, table } from '../dom';
import type { Host } from '../host';
import { parameterValue } from '../parameters';
import { sideLabel, sidesOf } from '../view';
import type { CurvePart } from './backlog';
import { curves } from './curves';
import { frame } from './frame';
import { aliveOver, timesOf } from './over-time';

const LATENCY = FIGURES.filter(({ name }) => name.startsWith('creationLatency'));

export function memoryChart(host: Host): CurvePart {
  const { element, body, note, describe } = frame('Memory and creation latency, simulated', 'memory', host);
  const chart = curves(body, { x: seconds, y: bytes, height: 180 });
  const latencies = h('div', { class: 'latencies' });
  body.after(latencies);
  return {
    element,
    redraw: chart.redraw,
    show: view => {
      const sides = sidesOf(view);
      const limit = parameterValue('page.availableMemory', view.report.question.before, view.setting.changes);
      const xs = timesOf(sides.map(({ run }) => run));
      chart.show({
        xs,
        curves: sides.map(({ name, run }) => ({
          label: sideLabel(name, sides),
          role: name,
          values: aliveOver(run, xs).map(alive => (alive === null ? null : alive * run.memory.bytesPerNet)),
        })),
        yMarks: [{ at: limit, words: `available ${bytes(limit)}`, role: 'limit' }],
      });
      const over = sides.filter(({ run }) => run.memory.peakBytes > limit);
      const peaks = sides
        .map(({ name, run }) => `${sideLabel(name, sides)}: up to ${bytes(run.memory.peakBytes)}`)
        .join('; ');
      note.textContent = `${peaks}; available: ${bytes(limit)}.${over.length > 0 ? ' More than the machine has: reclaim and the OOM killer are not simulated.' : ''}`;
      delete note.dataset.rest;
      const figures = () =>
        table(
          'Time of one creation, simulated',
          ['', ...sides.map(({ name }) => sideLabel(name, sides))],
          LATENCY.map(({ label, unit, of }) => [label, ...sides.map(({ run }) => shown(unit, of(run)))]),
        );
      latencies.replaceChildren(figures());
      describe(peaks, () =>
        table(
          'Memory, simulated',
          ['', ...sides.map(({ name }) => sideLabel(name, sides))],
          [
            ['one netns', ...sides.map(({ run }) => bytes(run.memory.bytesPerNet))],
            ['at the peak', ...sides.map(({ run }) => bytes(run.memory.peakBytes))],
            ['available', ...sides.map(() => bytes(limit))],
          ],
        ),
      );
    },
  };
}
