import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../src/core/simulation/events/heap';
import { Histogram } from '../../src/core/simulation/histogram';
import { jittered, randomOf } from '../../src/core/simulation/random';
import { Timeline } from '../../src/core/simulation/timeline';

test('a heap gives its values in the order of their keys', () =>
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true })), keys => {
      const heap = new Heap<number>();
      for (const key of keys) heap.push(key, key);
      const sorted = keys.map(() => heap.pop());
      expect(sorted).toEqual([...keys].sort((a, b) => a - b));
    }),
  ));

test('a histogram knows its percentiles within 2 %, from microseconds to hours', () => {
  const histogram = new Histogram();
  for (let second = 1; second <= 1000; second += 1) histogram.add(second * 1e-3);
  const { p50, p95, max } = histogram.percentiles();
  expect(p50 / 0.5).toBeCloseTo(1, 1);
  expect(p95 / 0.95).toBeCloseTo(1, 1);
  expect(max).toBe(1);
  expect(new Histogram().percentiles()).toEqual({ p50: 0, p95: 0, max: 0 });
});

test('a timeline keeps the time that each held RTNL, however long the run grows', () => {
  const timeline = new Timeline();
  for (let second = 0; second < 100; second += 1) {
    timeline.held('creators', second, second + 0.25);
    timeline.held('batch', second + 0.25, second + 1, 0.5);
    timeline.backlog(second + 1, { alive: second, queued: 1 });
  }
  const bins = timeline.bins(100);
  const total = (of: 'creators' | 'batch') =>
    bins.reduce((sum, bin) => sum + bin[of] * (bin.to - bin.from), 0);
  expect(total('creators')).toBeCloseTo(25, 6);
  expect(total('batch')).toBeCloseTo(37.5, 6);
  expect(bins.at(-1)).toMatchObject({ to: 100, alive: 99, queued: 1 });
});

test('jitter keeps the mean, and averages out over many parts', () => {
  const random = randomOf(7);
  const draws = (parts: number) => Array.from({ length: 20_000 }, () => jittered(2, 0.5, random, parts));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = (values: number[]) => Math.sqrt(mean(values.map(value => (value - 2) ** 2))) / 2;
  expect(mean(draws(1))).toBeCloseTo(2, 1);
  expect(spread(draws(1))).toBeCloseTo(0.5, 1);
  expect(spread(draws(100))).toBeCloseTo(0.05, 2);
});
