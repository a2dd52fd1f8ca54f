import type { Run } from '../../core/simulation';
import type { SimulationReport } from './simulation-report';

const HEAD = [
  'simulated_run',
  'from_s',
  'to_s',
  'alive_netns',
  'queued_netns',
  'rtnl_creators_share',
  'rtnl_cleanup_per_net_share',
  'rtnl_cleanup_batch_share',
];

/** What happened over time, one row for each bin and run; RFC 4180. */
export function csv({ before, after }: SimulationReport): string {
  const rows = [...rowsOf('before', before.run), ...(after ? rowsOf('after', after.run) : [])];
  return [HEAD, ...rows].map(cells => `${cells.join(',')}\r\n`).join('');
}

const rowsOf = (name: string, { timeline }: Run): (string | number)[][] =>
  timeline.map(({ from, to, alive, queued, creators, perNet, batch }) => [
    name,
    ...[from, to, alive, queued, creators, perNet, batch].map(value => Number(value.toPrecision(9))),
  ]);
