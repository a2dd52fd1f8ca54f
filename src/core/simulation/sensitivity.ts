/** Which price matters: each one halved and raised by half, alone. */
import { PRICE_NAMES, type PriceName } from './prices';
import type { Run } from './run';
import type { Scenario } from './scenario';
import { runOf } from './simulate';

export interface Sensitivity {
  readonly price: PriceName;
  /** Creation time, seconds, and peak of allocated namespaces, with the price at −50 % and +50 %. */
  readonly creationTime: readonly [number, number];
  readonly peakAlive: readonly [number, number];
}

const SHIFT = 0.5;

/** Runs that can be made one by one, so that a caller can answer messages between. */
interface SensitivityRuns {
  /** Makes the runs of the next price. True when all are done. */
  readonly advance: () => boolean;
  /** Sorted by what moves creation time most; prices that move nothing are left out. Only after `advance` gave true. */
  readonly result: () => Sensitivity[];
}

/** Fluid engine, jitter off. */
export function startSensitivity(scenario: Scenario): SensitivityRuns {
  const exact = { ...scenario, jitter: 0 };
  const { machine } = exact;
  const left = PRICE_NAMES.filter(name => machine.prices[name] > 0);
  const rows: Sensitivity[] = [];
  const at = (name: PriceName, factor: number): Run => {
    const prices = { ...machine.prices, [name]: machine.prices[name] * factor };
    return runOf({ ...exact, machine: { ...machine, prices } });
  };
  return {
    advance: () => {
      const price = left.shift();
      if (price === undefined) return true;
      const [less, more] = [at(price, 1 - SHIFT), at(price, 1 + SHIFT)];
      rows.push({
        price,
        creationTime: [less.creationTime, more.creationTime],
        peakAlive: [less.peak.alive, more.peak.alive],
      });
      return left.length === 0;
    },
    result: () =>
      rows
        .filter(({ creationTime, peakAlive }) => swing(creationTime) > 0 || swing(peakAlive) > 0)
        .sort(
          (a, b) => swing(b.creationTime) - swing(a.creationTime) || swing(b.peakAlive) - swing(a.peakAlive),
        ),
  };
}

const swing = ([low, high]: readonly [number, number]): number => Math.abs(high - low);

/** All of it at once. */
export function sensitivity(scenario: Scenario): Sensitivity[] {
  const runs = startSensitivity(scenario);
  while (!runs.advance());
  return runs.result();
}
