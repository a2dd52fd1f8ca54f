import type { Run } from '../../core/simulation';

const BARS = [...'▁▂▃▄▅▆▇█'];

/**
 * The backlog of a run as a row of bars.
 * @param end right end of the row, seconds
 * @param most backlog of a full bar
 */
export function sparkline({ timeline, drainTime }: Run, width: number, end: number, most: number): string {
  let bin = 0;
  return Array.from({ length: width }, (_, column) => {
    const [from, to] = [(end * column) / width, (end * (column + 1)) / width];
    if (from >= drainTime) return ' ';
    let peak = 0;
    while (bin + 1 < timeline.length && timeline[bin]!.to < from) bin += 1;
    for (let at = bin; at < timeline.length && timeline[at]!.from <= to; at += 1)
      peak = Math.max(peak, timeline[at]!.alive);
    return BARS[Math.min(BARS.length - 1, Math.floor((peak / Math.max(most, 1)) * BARS.length))];
  }).join('');
}
