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

/** Sorted by what moves creation time most; prices that move nothing are left out. Fluid engine, jitter off. */
export function sensitivity(scenario: Scenario): Sensitivity[] {
  const exact = { ...scenario, jitter: 0 };
  const at = (name: PriceName, factor: number): Run => {
    const { machine } = exact;
    const prices = { ...machine.prices, [name]: machine.prices[name] * factor };
    return runOf({ ...exact, machine: { ...machine, prices } });
  };
  const rows = PRICE_NAMES.filter(name => scenario.machine.prices[name] > 0).map(price => {
    const [less, more] = [at(price, 1 - SHIFT), at(price, 1 + SHIFT)];
    return {
      price,
      creationTime: [less.creationTime, more.creationTime] as const,
      peakAlive: [less.peak.alive, more.peak.alive] as const,
    };
  });
  const swing = ([low, high]: readonly [number, number]) => Math.abs(high - low);
  return rows
    .filter(({ creationTime, peakAlive }) => swing(creationTime) > 0 || swing(peakAlive) > 0)
    .sort((a, b) => swing(b.creationTime) - swing(a.creationTime) || swing(b.peakAlive) - swing(a.peakAlive));
}
