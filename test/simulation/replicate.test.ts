import { expect, test } from 'vitest';
import { estimateRun } from '../../src/core/simulation/estimate';
import { PRICES } from '../../src/core/simulation/prices';
import { band, replicate } from '../../src/core/simulation/replicate';
import { sensitivity } from '../../src/core/simulation/sensitivity';
import { runOf } from '../../src/core/simulation/simulate';
import { many, op, perNet, scenario } from './scenarios';

const load = scenario({ workload: { creators: 10, iterations: 200 }, ops: many(4, 'op', perNet('rtnl')) });

test('a band is the 5, 50 and 95 % of its values', () =>
  expect(band(Array.from({ length: 101 }, (_, value) => value))).toEqual({ p5: 5, p50: 50, p95: 95 }));

test('bands bracket their median and depend on the first seed only', () => {
  const bands = replicate(load, { replications: 20 })!;
  for (const { p5, p50, p95 } of [bands.drainTime, bands.peakAlive, ...bands.backlog]) {
    expect(p5).toBeLessThanOrEqual(p50);
    expect(p50).toBeLessThanOrEqual(p95);
  }
  expect(bands.drainTime.p5).toBeLessThan(bands.drainTime.p95);
  expect(replicate(load, { replications: 20 })).toEqual(bands);
});

test('uncertain prices widen the band; those measured stay fixed', () => {
  const width = ({ p5, p95 }: { p5: number; p95: number }) => p95 - p5;
  const seeds = replicate(load, { replications: 20 })!;
  const prices = replicate(load, { replications: 20, vary: 'prices' })!;
  expect(width(prices.growth)).toBeGreaterThan(width(seeds.growth));
  const names = Object.keys(PRICES) as (keyof typeof PRICES)[];
  const fixed = replicate(load, { replications: 20, vary: 'prices', fixed: names })!;
  expect(fixed.growth).toEqual(seeds.growth);
});

test('replications stop when asked to', () => {
  let looks = 0;
  expect(replicate(load, { replications: 50, cancelled: () => ++looks > 5 })).toBeUndefined();
});

test('sensitivity ranks the prices that move anything, the most influential first', () => {
  const rows = sensitivity(
    scenario({ workload: { iterations: 300 }, ops: [op('a', perNet('grace-period'))] }),
  );
  const peak = rows.find(({ price }) => price === 'gracePeriod')!;
  expect(peak.peakAlive[1]).toBeGreaterThanOrEqual(peak.peakAlive[0]);
  expect(rows.map(({ price }) => price)).not.toContain('walkEntry');
});

test('the estimate tells a long run from a short one before it starts', () => {
  const short = estimateRun(load, 'events');
  const { steps } = runOf(load, { engine: 'events' });
  expect(short.steps / steps).toBeGreaterThan(0.5);
  expect(short.steps / steps).toBeLessThan(2);
  const long = scenario({
    workload: { creators: 100, iterations: 100_000 },
    ops: many(8, 'op', perNet('rtnl')),
  });
  expect(estimateRun(long, 'events').seconds).toBeGreaterThan(60);
  expect(estimateRun(load, 'fluid').seconds).toBeLessThan(1);
});
