/** Durations by their logarithm: percentiles of millions of waits in little memory, 2 % resolution. */

const SHORTEST = 1e-7;
const RESOLUTION = 0.02;
const CELLS = 1500;

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export class Histogram {
  readonly #cells = new Float64Array(CELLS);
  #weight = 0;
  #max = 0;

  /** @param seconds a duration, seen `weight` times */
  add(seconds: number, weight = 1): void {
    const cell = seconds <= SHORTEST ? 0 : Math.ceil(Math.log(seconds / SHORTEST) / RESOLUTION);
    this.#cells[Math.min(CELLS - 1, cell)]! += weight;
    this.#weight += weight;
    if (weight > 0 && seconds > this.#max) this.#max = seconds;
  }

  /** The duration that `share` (0 to 1) of the weight does not exceed, seconds. */
  quantile(share: number): number {
    let below = 0;
    for (let cell = 0; cell < CELLS; cell += 1) {
      below += this.#cells[cell]!;
      if (below >= share * this.#weight && below > 0)
        return cell === 0 ? 0 : Math.min(this.#max, SHORTEST * Math.exp(cell * RESOLUTION));
    }
    return this.#max;
  }

  percentiles(): Percentiles {
    return { p50: this.quantile(0.5), p95: this.quantile(0.95), max: this.#max };
  }
}
