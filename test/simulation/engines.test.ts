import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBatch } from '../../src/core/simulation/counts';
import { startEvents } from '../../src/core/simulation/events/engine';
import type { Engine, Run } from '../../src/core/simulation/run';
import { netsOf, type Scenario } from '../../src/core/simulation/scenario';
import { runOf, simulate } from '../../src/core/simulation/simulate';
import { many, op, perBatch, perNet, scenario } from './scenarios';

/** Small loads of every sort, g near 1 and beyond included. */
const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    creators: fc.integer({ min: 1, max: 12 }),
    iterations: fc.integer({ min: 1, max: 60 }),
    cpus: fc.integer({ min: 1, max: 16 }),
    creationRtnlVisits: fc.integer({ min: 0, max: 4 }),
    entriesPerNet: fc.integer({ min: 0, max: 3 }),
    devicesPerNet: fc.integer({ min: 0, max: 3 }),
    release: fc.constantFrom('each', 'together'),
    netMutex: fc.boolean(),
    rtnlOps: fc.integer({ min: 0, max: 4 }),
    jitter: fc.constantFrom(0, 0.3, 1),
    seed: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ cpus, netMutex, rtnlOps, jitter, seed, ...workload }) =>
    scenario({
      workload,
      machine: { cpus, ...(netMutex ? { netMutexCpu: 1e-3 } : {}) },
      ops: [
        ...many(rtnlOps, 'rtnl', perNet('rtnl')),
        op('tunnel', perNet('device-unregister', { per: 'device' })),
        op('walk', perBatch('rtnl'), perNet('table-walk', { slot: 'exit_batch', underRtnl: true })),
        op('section', perBatch('device-unregister', { slot: 'exit_batch_rtnl' }), perNet('work-wait')),
      ],
      jitter,
      seed,
    }),
  );

const bothEngines = (check: (run: Run, each: Scenario, engine: Engine) => void) =>
  fc.assert(
    fc.property(scenarios, fc.constantFrom('events', 'fluid'), (each, engine) =>
      check(runOf(each, { engine }), each, engine),
    ),
    { numRuns: 40 },
  );

const ALMOST = 6;

test('every namespace created is freed, by batches that add up', () =>
  bothEngines((run, each) => {
    expect(run.created).toBeCloseTo(netsOf(each.workload), ALMOST);
    expect(run.freed).toBeCloseTo(run.created, ALMOST);
    expect(run.batches.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(run.freed, ALMOST);
    expect(run.timeline.at(-1)!.alive).toBeCloseTo(run.created - run.freed, ALMOST);
  }));

test('clocks never go back: batches follow each other, bins touch, creation ends before the drain', () =>
  bothEngines(run => {
    for (const [index, { start, end }] of run.batches.entries()) {
      expect(end).toBeGreaterThanOrEqual(start);
      if (index > 0) expect(start).toBeGreaterThanOrEqual(run.batches[index - 1]!.end);
    }
    for (const [index, { from, to }] of run.timeline.entries()) {
      expect(to).toBeGreaterThanOrEqual(from);
      if (index > 0) expect(from).toBeCloseTo(run.timeline[index - 1]!.to, ALMOST);
    }
    expect(run.creationTime).toBeGreaterThan(0);
    expect(run.drainTime).toBeGreaterThanOrEqual(run.creationTime);
    expect(run.timeline.at(-1)!.to).toBeCloseTo(run.drainTime, ALMOST);
  }));

test('the queue is never negative nor longer than what is alive, and RTNL is held by one at a time', () =>
  bothEngines(run => {
    for (const { alive, queued, creators, perNet: each, batch } of run.timeline) {
      expect(queued).toBeGreaterThanOrEqual(0);
      expect(alive).toBeGreaterThanOrEqual(queued - 1e-6);
      expect(creators + each + batch).toBeLessThan(1.02);
    }
  }));

test('the same seed gives the same run, to the last digit', () =>
  bothEngines((run, each, engine) => {
    expect(runOf(each, { engine })).toEqual(run);
  }));

test('another seed gives another run, unless there is no jitter', () => {
  const base = scenario({ ops: many(4, 'op', perNet('rtnl')), workload: { iterations: 50 } });
  for (const engine of ['events', 'fluid'] as const) {
    const time = (seed: number, jitter: number) => runOf({ ...base, seed, jitter }, { engine }).drainTime;
    expect(time(1, 0.3)).not.toBe(time(2, 0.3));
    expect(time(1, 0)).toBe(time(2, 0));
  }
});

test('counts of a run are those of its batches', () =>
  bothEngines((run, each, engine) => {
    if (engine === 'fluid') return;
    const rtnl = run.batches.reduce(
      (sum, { size }) => sum + countBatch(each.program, size, each.workload).rtnl,
      0,
    );
    expect(run.counts.rtnl).toBe(rtnl);
  }));

test('one hold for the whole batch is longer than many holds, and creators feel it', () => {
  const load = { workload: { creators: 10, iterations: 300 }, prices: { rtnlWork: 100e-6 } };
  const many1 = runOf(scenario({ ...load, ops: [op('a', perNet('rtnl'))] }), { engine: 'events' });
  const one = runOf(scenario({ ...load, ops: [op('a', perBatch('rtnl'))] }), { engine: 'events' });
  expect(one.rtnl.longestHold.seconds).toBeGreaterThan(10 * many1.rtnl.longestHold.seconds);
  expect(one.rtnl.longestHold.opId).toBe('a');
  expect(one.rtnl.creatorWait.max).toBeGreaterThan(many1.rtnl.creatorWait.max);
});

test('memory follows the backlog: it falls only when a batch ends', () => {
  const run = runOf(scenario({ workload: { iterations: 100 } }));
  expect(run.memory.peakBytes).toBe(run.peak.alive * 300e3);
});

test('a run reports progress and stops when asked to', () => {
  const each = scenario({ workload: { iterations: 2000 }, ops: many(8, 'op', perNet('rtnl')) });
  for (const engine of ['events', 'fluid'] as const) {
    const shares: number[] = [];
    const whole = simulate(each, { engine, onProgress: share => shares.push(share) });
    expect(whole.kind).toBe('done');
    expect(shares.length).toBeGreaterThan(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    let looks = 0;
    expect(simulate(each, { engine, cancelled: () => ++looks > 1 }).kind).toBe('cancelled');
  }
});

test('the event engine can be advanced bit by bit, with the same result', () => {
  const each = scenario({ workload: { iterations: 30 } });
  const run = startEvents(each);
  while (!run.advance(7));
  expect(run.progress()).toBe(1);
  expect(run.result()).toEqual(runOf(each, { engine: 'events' }));
});

describe('thousands of small batches', () => {
  const nets = 20_000;
  const slow = scenario({
    workload: { creators: 4, iterations: nets / 4, creationCpu: 8e-3 },
    ops: [op('net', perNet('rtnl')), op('batch', perBatch('rtnl'), perNet('work-wait', { blocks: true }))],
  });
  const differs = (one: number, other: number) => Math.abs(one / other - 1);
  const [fluid, exact] = [runOf(slow), runOf(slow, { engine: 'events' })];

  test('are few steps, and as many batches as the event engine has', () => {
    expect(exact.batches.length).toBeGreaterThan(3000);
    expect(fluid.steps).toBeLessThan(exact.batches.length * 3);
    expect(differs(fluid.batches.length, exact.batches.length)).toBeLessThan(0.1);
  });

  test('take as long, hold RTNL as long, and leave as few alive', () => {
    expect(differs(fluid.drainTime, exact.drainTime)).toBeLessThan(0.1);
    expect(differs(fluid.rtnl.held.batch, exact.rtnl.held.batch)).toBeLessThan(0.1);
    expect(differs(fluid.rtnl.held.perNet, exact.rtnl.held.perNet)).toBeLessThan(0.1);
    expect(fluid.peak.alive).toBeLessThan(2 * exact.peak.alive);
  });

  test('keep the books: every netns in one batch, one batch after the other', () => {
    expect(fluid.freed).toBeCloseTo(nets, 3);
    expect(fluid.batches.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(nets, 3);
    const ends = fluid.batches.map(({ end }) => end);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(fluid.timeline.every(({ alive }) => alive >= 0 && alive <= fluid.peak.alive)).toBe(true);
  });

  test('visits of many ops, other work between them, are one step as well, and each op has its share', () => {
    const pair = (index: number) => [
      op(`visits${index}`, perNet('rtnl')),
      op(`between${index}`, perNet('proc-teardown')),
    ];
    const many = { ...slow, program: { ops: [0, 1, 2, 3, 4, 5].flatMap(pair) } };
    const [one, other] = [runOf(many), runOf(many, { engine: 'events' })];
    expect(other.batches.length).toBeGreaterThan(2000);
    expect(one.steps).toBeLessThan(other.batches.length * 2);
    expect(differs(one.drainTime, other.drainTime)).toBeLessThan(0.1);
    expect(differs(one.rtnl.held.perNet, other.rtnl.held.perNet)).toBeLessThan(0.1);
    for (const [index, { rtnlWait, counts }] of one.contributions.entries()) {
      const exactly = other.contributions[index]!;
      expect(differs(counts.rtnl + 1, exactly.counts.rtnl + 1)).toBeLessThan(0.01);
      expect(rtnlWait > 0).toBe(exactly.rtnlWait > 0);
    }
  });
});
