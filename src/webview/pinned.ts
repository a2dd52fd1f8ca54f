/** Results that were pinned, beside the one of now. */
import { FIGURES, shown } from '../report/simulation';
import { button, h, table } from './dom';
import type { Part } from './view';

const COMPARED = ['drainTime', 'creationTime', 'peakAlive', 'longestHold', 'growth'];

export function pinnedTable(unpin: (index: number) => void): Part {
  const element = h('section', { class: 'chart pinned-results wide', 'aria-label': 'Pinned results' });
  return {
    element,
    show: ({ pinned, report }) => {
      element.hidden = pinned.length === 0;
      if (pinned.length === 0) return;
      const figures = FIGURES.filter(({ name }) => COMPARED.includes(name));
      const values = (run: typeof report.before.run, other: typeof run | null | undefined) =>
        figures.map(({ unit, of }) =>
          other ? `${shown(unit, of(run))} → ${shown(unit, of(other))}` : shown(unit, of(run)),
        );
      element.replaceChildren(
        table(
          'Pinned results, simulated: before → after',
          ['', ...figures.map(({ label }) => label), ''],
          [
            ['now', ...values(report.before.run, report.after?.run), ''],
            ...pinned.map(({ label, runs }, index) => [
              label,
              ...values(runs.before, runs.after),
              button('Unpin', () => unpin(index), { class: 'quiet', 'aria-label': `Unpin ${label}` }),
            ]),
          ],
        ),
      );
    },
  };
}
