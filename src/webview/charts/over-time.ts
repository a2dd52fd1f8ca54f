/** Values over time on one grid for all curves, so that they can be compared at every point. */
import type { Bands, Run } from '../../core/simulation';

const POINTS = 400;

/** Evenly spaced times from 0 to the end of the longest run, seconds. */
export function timesOf(runs: readonly Run[]): number[] {
  const end = Math.max(...runs.map(({ drainTime }) => drainTime), 1e-9);
  return Array.from({ length: POINTS + 1 }, (_, index) => (end * index) / POINTS);
}

/** Live netns at ascending times; straight between the ends of two bins, nothing after the last was freed. */
export function aliveOver({ timeline, drainTime }: Run, times: readonly number[]): (number | null)[] {
  let bin = 0;
  return times.map((time, index) => {
    if (time > drainTime) return times[index - 1]! <= drainTime ? 0 : null;
    while (bin + 1 < timeline.length && timeline[bin]!.to < time) bin += 1;
    const here = timeline[bin]!;
    const before = timeline[bin - 1] ?? { to: 0, alive: 0 };
    const share = here.to > before.to ? (time - before.to) / (here.to - before.to) : 1;
    return before.alive + Math.min(1, Math.max(0, share)) * (here.alive - before.alive);
  });
}

/** A band of replications at ascending times. */
export function bandOver({ backlog }: Bands, times: readonly number[]): { low: number[]; high: number[] } {
  let at = 0;
  const low: number[] = [];
  const high: number[] = [];
  for (const time of times) {
    while (at + 1 < backlog.length && backlog[at]!.time < time) at += 1;
    const { p5, p95 } = backlog[at]!;
    low.push(p5);
    high.push(p95);
  }
  return { low, high };
}
