/** Runs on their way from a worker: thousands of batches are cheaper to send as one array of numbers. */
import type { Run } from '../core/simulation';

export interface PackedRun {
  readonly rest: Omit<Run, 'batches'>;
  /** Start, end and size of each batch. */
  readonly batches: Float64Array<ArrayBuffer>;
}

const EACH = 3;

export function packed({ batches, ...rest }: Run): PackedRun {
  const numbers = new Float64Array(EACH * batches.length);
  for (const [index, { start, end, size }] of batches.entries())
    numbers.set([start, end, size], EACH * index);
  return { rest, batches: numbers };
}

export const unpacked = ({ rest, batches }: PackedRun): Run => ({
  ...rest,
  batches: Array.from({ length: batches.length / EACH }, (_, index) => ({
    start: batches[EACH * index]!,
    end: batches[EACH * index + 1]!,
    size: batches[EACH * index + 2]!,
  })),
});
