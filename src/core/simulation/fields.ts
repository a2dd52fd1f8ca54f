/** The range of every number in a scenario file: what is nonsense, and what is beyond this simulation. */
import { PRICE_NAMES, PRICES, type PriceUnit } from './prices';

export interface NumberField {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly whole?: boolean;
}

const seconds = (min: number, max: number): NumberField => ({ min, max, unit: 's' });
const count = (min: number, max: number, unit: string): NumberField => ({ min, max, unit, whole: true });

/** Namespaces of one run in all; more are refused, whoever makes them. */
export const MOST_NETS = 10_000_000;

export const WORKLOAD_FIELDS = {
  creators: count(1, 1000, 'creators'),
  iterations: count(1, 1_000_000, 'namespaces'),
  creationCpu: seconds(1e-6, 10),
  creationSleep: seconds(0, 60),
  creationRtnlVisits: count(0, 100, 'acquisitions'),
  creationRtnlHold: seconds(0, 10),
  devicesPerNet: count(0, 100_000, 'devices'),
  entriesPerNet: count(0, 100_000, 'entries'),
  tableBuckets: count(0, 2 ** 28, 'buckets'),
} as const satisfies Record<string, NumberField>;

export const MACHINE_FIELDS = {
  cpus: count(1, 4096, 'CPUs'),
  hz: count(24, 10_000, 'jiffies per second'),
  netMutexCpu: seconds(0, 10),
} as const satisfies Record<string, NumberField>;

const PRICE_LIMITS: Record<PriceUnit, NumberField> = {
  jiffies: { min: 0, max: 10_000, unit: 'jiffies' },
  s: seconds(0, 10),
  's/KiB': { min: 0, max: 1, unit: 's/KiB' },
  bytes: { min: 0, max: 1e10, unit: 'bytes' },
  ratio: { min: 0, max: 100, unit: '' },
};

export const PRICE_FIELDS: Readonly<Record<string, NumberField>> = Object.fromEntries(
  PRICE_NAMES.map(name => [name, PRICE_LIMITS[PRICES[name].unit]]),
);

export const RUN_FIELDS = {
  jitter: { min: 0, max: 2, unit: '' },
  seed: count(0, 2 ** 32 - 1, ''),
} as const satisfies Record<string, NumberField>;

export const OP_FIELDS = { cpuPerNet: seconds(0, 10) } as const;

export const EFFECT_FIELDS = {
  times: count(1, 100_000, 'times'),
  buckets: count(0, 2 ** 28, 'buckets'),
  bytes: count(0, 2 ** 40, 'bytes'),
} as const satisfies Record<string, NumberField>;

/** Of `program.inNetCpu`. */
export const TIMES_IN_NET_CPU: NumberField = { min: 0, max: 100_000, unit: 'times per netns' };

/** Ops of one program; trees have some 250. */
export const MOST_OPS = 5000;
