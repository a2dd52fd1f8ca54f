/**
 * Socket lookup in a hash table, the founding cost of 2022: 1/throughput = t0 + t1·(L − 1), L = sockets per bucket.
 * A shared table has everybody's sockets in its chains, a table per netns only its own. docs/simulation.md §5.
 */

export interface LookupCost {
  /** t0, time per unit of throughput at L = 1, and t1, what each further socket of the chain adds; 1/(Gbit/s). */
  readonly base: number;
  readonly perEntry: number;
}

export interface LookupPoint {
  /** L, sockets per bucket, ≥ 1. */
  readonly chain: number;
  /** Gbit/s */
  readonly throughput: number;
}

/** Sockets per bucket; a socket shares its bucket with itself at least. */
export const chainLength = (sockets: number, buckets: number): number => Math.max(1, sockets / buckets);

/** Gbit/s at a chain length. */
export const lookupThroughput = (chain: number, { base, perEntry }: LookupCost): number =>
  1 / (base + perEntry * (chain - 1));

/** t0 from the point at L = 1, t1 by least squares through it. */
export function fitLookup(points: readonly LookupPoint[]): LookupCost {
  const base = 1 / points.find(({ chain }) => chain === 1)!.throughput;
  let above = 0;
  let squares = 0;
  for (const { chain, throughput } of points) {
    above += (chain - 1) * (1 / throughput - base);
    squares += (chain - 1) ** 2;
  }
  return { base, perEntry: squares > 0 ? above / squares : 0 };
}
