import type { LookupPreset } from '../../core/simulation';
import { digits } from '../../report/simulation';

/** Socket lookup against chain length: a table for people. */
export function lookupTable({ title, shared, perNet }: LookupPreset): string {
  const rows = shared.map(({ chain, throughput }) => [digits(chain), digits(throughput)]);
  const width = 22;
  const line = (cells: readonly string[]) => `${cells.map(cell => cell.padStart(width)).join('')}\n`;
  return [
    `${title}\n\n`,
    line(['sockets in a bucket', 'simulated, Gbit/s']),
    ...rows.map(line),
    `\nWith a table per netns an idle netns stays at ${digits(perNet.throughput)} Gbit/s, whatever the others do (simulated).\n`,
  ].join('');
}
