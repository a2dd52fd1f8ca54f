/**
 * 2022 unshare10: eight handlers that took RTNL once per netns, and a global address table walked once per device.
 * Nobody published the prices of that machine, so parameter sets are drawn from the ranges of the price table and kept
 * when a run of the unpatched kernel meets the three published observations of it; the patched kernel is then predicted
 * with the same sets. The accepted sets are data (unshare10-sets.ts), found by `reproduction-table.mjs --search`.
 */
import { reported } from '../experiments';
import { builtInPrices, PRICES } from '../prices';
import type { Op, OpEffect } from '../program';
import { between, type Random } from '../random';
import { aliveAt, type Run } from '../run';
import { plainWorkload, type Scenario } from '../scenario';
import { runOf } from '../simulate';

/** The unknowns; times in seconds. */
export interface ParameterSet {
  /** CPU outside RTNL of one creation, the shell and ifconfig included. */
  readonly creationCpu: number;
  /** Devices per netns besides lo. */
  readonly devices: number;
  /** Speed of that machine: factor on all CPU prices. */
  readonly slowness: number;
  readonly gracePeriod: number;
  readonly rcuBarrier: number;
  readonly rtnlWork: number;
  readonly walkEntry: number;
  readonly interference: number;
  readonly lockHandOff: number;
}

const HZ = 1000;
/** CPU under RTNL to register one device, and lo; measured on Linux 6.18, seconds. */
const REGISTER_DEVICE = 75e-6;
const REGISTER_LOOPBACK = 50e-6;
/** sys + user of an iteration is (217 + 456) s / 100,000 after the patches, some of it spinning: seconds. */
const CREATION_CPU = { low: 4e-3, high: 5.6e-3 };
const MOST_DEVICES = 10;
const SLOWNESS = { low: 0.6, high: 1.6 };
/** The script's own ten samples are inside the published real time, seconds. */
const SAMPLING = 10;

export function drawSet(random: Random): ParameterSet {
  const of = ({ low, high }: { low: number; high: number }) => between(low, high, random);
  return {
    creationCpu: of(CREATION_CPU),
    devices: 1 + Math.floor(MOST_DEVICES * random.uniform()),
    slowness: of(SLOWNESS),
    gracePeriod: of(PRICES.gracePeriod) / HZ,
    rcuBarrier: of(PRICES.rcuBarrier) / HZ,
    rtnlWork: of(PRICES.rtnlWork),
    walkEntry: of(PRICES.walkEntry),
    interference: of(PRICES.interference),
    lockHandOff: of(PRICES.lockHandOff),
  };
}

const HANDLERS = ['fib', 'nexthop', 'ipmr', 'fib6_rules', 'ip6mr', 'cangw', 'bond'];

const taking = (name: string, patched: boolean, ...more: OpEffect[]): Op => ({
  id: name,
  name,
  effects: [
    patched ? { kind: 'rtnl', slot: 'exit_batch', per: 'batch' } : { kind: 'rtnl', slot: 'exit', per: 'net' },
    ...more,
  ],
});

/** The eight handlers and the device teardown of net/core/dev.c, before or after the series. */
const unshare10Ops = (patched: boolean, devices: number): readonly Op[] => [
  ...HANDLERS.map(name => taking(name, patched)),
  taking('default_device', patched),
  {
    id: 'default_device_batch',
    name: 'default_device_batch',
    effects: [
      { kind: 'rtnl', slot: 'exit_batch', per: 'batch' },
      { kind: 'device-unregister', slot: 'exit_batch', per: 'batch' },
      ...(patched
        ? []
        : [
            {
              kind: 'table-walk',
              slot: 'exit_batch',
              per: 'net',
              times: devices + 1,
              underRtnl: true,
              buckets: 256,
            } as const,
          ]),
    ],
  },
];

export function unshare10Scenario(set: ParameterSet, patched: boolean, seed: number): Scenario {
  const { devices, slowness } = set;
  return {
    name: `2022 unshare10, ${patched ? 'after' : 'before'}`,
    workload: {
      ...plainWorkload,
      creators: 10,
      iterations: 10_000,
      creationCpu: set.creationCpu,
      creationRtnlVisits: devices + 1,
      creationRtnlHold: slowness * (REGISTER_DEVICE * devices + REGISTER_LOOPBACK),
      devicesPerNet: devices,
    },
    machine: {
      cpus: 48,
      hz: HZ,
      prices: {
        ...builtInPrices,
        gracePeriod: set.gracePeriod * HZ,
        rcuBarrier: set.rcuBarrier * HZ,
        rtnlWork: slowness * set.rtnlWork,
        netCpu: slowness * builtInPrices.netCpu,
        unregisterDevice: slowness * builtInPrices.unregisterDevice,
        walkEntry: set.walkEntry,
        interference: set.interference,
        lockHandOff: set.lockHandOff,
      },
    },
    program: { ops: unshare10Ops(patched, devices) },
    jitter: 0.3,
    seed,
  };
}

/** What the mail shows of a run; seconds and namespaces. */
export interface Observed {
  readonly real: number;
  /** net_namespace objects k seconds after the last creation. */
  readonly alive: (seconds: number) => number;
}

export const observe = (run: Run): Observed => ({
  real: run.creationTime + SAMPLING,
  alive: seconds => aliveAt(run, run.creationTime + seconds),
});

/** Relative tolerances for the three observations of the unpatched kernel. */
const TOLERANCE = { real: 0.06, alive: 0.08, aliveAtEnd: 0.15 };

/** Does a run of the unpatched kernel show what was published? The sample of second 10 is taken a little late. */
export function accepts(run: Run): boolean {
  const { real, alive } = observe(run);
  const near = (value: number, quantity: string, tolerance: number) =>
    Math.abs(Math.log(Math.max(1, value) / reported('unshare10', quantity))) <= tolerance;
  return (
    near(real, 'before, real', TOLERANCE.real) &&
    near(alive(1), 'before, net_namespace at +1 to +9 s', TOLERANCE.alive) &&
    near(alive(9), 'before, net_namespace at +1 to +9 s', TOLERANCE.alive) &&
    near(alive(LAST_SAMPLE), 'before, net_namespace at +10 s', TOLERANCE.aliveAtEnd)
  );
}

/** Ten times `sleep 1` and a drop of the caches take a little more than ten seconds. */
export const LAST_SAMPLE = 10.3;

/** One run of the kernel before or after the series. */
export const runSet = (set: ParameterSet, patched: boolean, seed: number): Run =>
  runOf(unshare10Scenario(set, patched, seed));
