/** Seeded randomness: the only source of chance in the simulation. */

export interface Random {
  /** Uniform in [0, 1). */
  readonly uniform: () => number;
  /** Standard normal. */
  readonly normal: () => number;
}

const GOLDEN_STEP = 0x6d2b79f5;
const TWO_TO_32 = 2 ** 32;

/** Mulberry32 (public domain, T. Ettinger): 32 bits of state, ample for the jitter of a simulation. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + GOLDEN_STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  };
  let spare: number | undefined;
  /** Box and Muller 1958: two at a time. */
  const normal = () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal };
}

/**
 * A cost with jitter: log-normal with mean `mean`.
 * @param parts independent parts that the cost is the sum of; their jitter averages out
 */
export function jittered(mean: number, variation: number, random: Random, parts = 1): number {
  if (variation === 0 || mean === 0) return mean;
  const sigma2 = Math.log(1 + (variation * variation) / parts);
  return mean * Math.exp(Math.sqrt(sigma2) * random.normal() - sigma2 / 2);
}

/** Log-uniform between two positive bounds, or linear from a bound of zero. */
export const between = (low: number, high: number, random: Random): number =>
  low > 0 ? low * (high / low) ** random.uniform() : low + (high - low) * random.uniform();
