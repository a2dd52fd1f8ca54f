/** Socket lookup against chain length: the founding cost of 2022 that is no dismantle. */

import type { LookupPreset } from '../../core/simulation';
import { digits } from '../../report/simulation';
import { h, table } from '../dom';
import type { Host } from '../host';
import { curves } from './curves';
import { frame } from './frame';

export interface LookupPart {
  readonly element: HTMLElement;
  readonly show: (preset: LookupPreset) => void;
  readonly redraw: () => void;
}

export function lookupChart(host: Host): LookupPart {
  const { element, body, note, describe } = frame(
    'Lookup throughput against chain length, simulated',
    'lookup wide',
    host,
  );
  const chart = curves(body, {
    x: value => digits(value),
    y: value => `${digits(value)} Gbit/s`,
    height: 260,
  });
  const words = h('p');
  note.replaceWith(words);
  return {
    element,
    redraw: chart.redraw,
    show: ({ title, shared, perNet }) => {
      chart.show({
        xs: shared.map(({ chain }) => chain),
        curves: [
          { label: 'shared table', role: 'before', values: shared.map(({ throughput }) => throughput) },
          { label: 'table per netns', role: 'after', values: shared.map(() => perNet.throughput) },
        ],
      });
      words.textContent = `${title}. In a shared table the chains grow with everybody's sockets; with a table per netns an idle netns stays at ${digits(perNet.throughput)} Gbit/s. Nothing is dismantled here.`;
      describe(words.textContent, () =>
        table(
          'Lookup throughput, simulated, Gbit/s',
          ['sockets in a bucket', 'shared table', 'table per netns'],
          shared.map(({ chain, throughput }) => [
            digits(chain),
            digits(throughput),
            digits(perNet.throughput),
          ]),
        ),
      );
    },
  };
}
