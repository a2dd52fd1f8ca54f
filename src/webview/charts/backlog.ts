/** Display 2: allocated struct net over time, what slabinfo shows. */
import { bandWords, count, digits, seconds } from '../../report/simulation';
import { table } from '../dom';
import type { Host } from '../host';
import { type Part, type Side, sideLabel, sidesOf, type View } from '../view';
import type { Curve } from './curve';
import { curves } from './curves';
import { frame, legend } from './frame';
import { aliveOver, bandOver, timesOf } from './over-time';

/** More batch ends than this are a bar, not ticks. */
const MOST_TICKS = 150;
const TABLE_ROWS = 20;

export interface CurvePart extends Part {
  readonly redraw: () => void;
}

export function backlogChart(host: Host): CurvePart {
  const keys = legend(['before', 'before'], ['after', 'after'], ['band', '5–95 %'], ['pinned', 'pinned']);
  const { element, body, note, describe } = frame(
    'Backlog: live netns, simulated',
    'backlog wide',
    host,
    keys,
  );
  const chart = curves(body, { x: seconds, y: value => digits(value), height: 240 });
  return {
    element,
    redraw: chart.redraw,
    show: view => {
      const sides = sidesOf(view);
      const { report, pinned } = view;
      element.classList.toggle('alone', sides.length === 1);
      element.classList.toggle('pins', pinned.length > 0);
      const all = [...sides.map(({ run }) => run), ...pinned.flatMap(pinnedRun)];
      const xs = timesOf(all);
      chart.show({
        xs,
        curves: [
          ...pinned.map(
            (pin): Curve => ({ label: pin.label, role: 'pinned', values: aliveOver(pinnedRun(pin)[0]!, xs) }),
          ),
          ...sides.map(({ name, run }): Curve => {
            const bands = report[name]?.bands;
            return {
              label: sideLabel(name, sides),
              role: name,
              values: aliveOver(run, xs),
              ...(bands ? bandOver(bands, xs) : {}),
            };
          }),
        ],
        xMarks: sides.map(({ name, run }) => ({
          at: run.creationTime,
          words: sides.length > 1 ? `${name}: all created` : 'all created',
          role: name,
        })),
        ticks: sides
          .filter(({ run }) => run.batches.length <= MOST_TICKS)
          .map(({ name, run }) => ({ role: name, at: run.batches.map(({ end }) => end) })),
      });
      const words = sides.map(side => sideWords(side, sides)).join(' ');
      const ticked = sides.some(({ run }) => run.batches.length <= MOST_TICKS);
      const { bands } = report.before;
      const band = bands ? ` Bands: 5 to 95 % ${bandWords(bands)}.` : '';
      note.textContent = `${words}${ticked ? ' Ticks at the foot: ends of batches.' : ''}${band}`;
      delete note.dataset.rest;
      describe(words, () => backlogTable(view));
    },
  };
}

/** The run of a pin that its curve shows. */
const pinnedRun = ({ runs }: View['pinned'][number]) => [runs.after ?? runs.before];

const sideWords = ({ name, run }: Side, sides: readonly Side[]): string =>
  `${sideLabel(name, sides)}: up to ${count(run.peak.alive)} live, ${count(run.batches.length)} ${run.batches.length === 1 ? 'batch' : 'batches'}, all freed after ${seconds(run.drainTime)}.`;

function backlogTable(view: View): HTMLElement {
  const sides = sidesOf(view);
  const all = timesOf(sides.map(({ run }) => run));
  const times = all.filter((_, index) => index % Math.ceil(all.length / TABLE_ROWS) === 0);
  const columns = sides.map(({ run }) => aliveOver(run, times));
  return table(
    'Live netns over time, simulated',
    ['time', ...sides.map(({ name }) => sideLabel(name, sides))],
    times.map((time, row) => [seconds(time), ...columns.map(column => count(column[row] ?? 0))]),
  );
}
