/** What can be changed on the page: one table of parameters, with the units in which people think. */
import {
  MACHINE_FIELDS,
  type NumberField,
  PRICE_FIELDS,
  PRICE_NAMES,
  PRICES,
  RUN_FIELDS,
  type Scenario,
  WORKLOAD_FIELDS,
} from '../core/simulation';

export type Group = 'workload' | 'machine' | 'prices';

export interface Parameter {
  /** Where it stands in a scenario, e.g. `workload.creators`; `page.…` where it only changes what is shown. */
  readonly path: string;
  readonly group: Group;
  readonly label: string;
  /** Shown value = value × factor. */
  readonly unit: string;
  readonly factor: number;
  /** What is accepted, in the unit of the scenario. */
  readonly range: NumberField;
  /** Ends of the slider, in the unit of the scenario; logarithmic unless it starts at 0. */
  readonly slider: readonly [number, number];
  /** Shown on hover: what it is, and where its value comes from. */
  readonly about: string;
}

const MS = { unit: 'ms', factor: 1e3 };
const ONE = { unit: '', factor: 1 };

const workload = (
  name: keyof typeof WORKLOAD_FIELDS,
  label: string,
  unit: { unit: string; factor: number },
  slider: readonly [number, number],
  about: string,
): Parameter => ({
  path: `workload.${name}`,
  group: 'workload',
  label,
  ...unit,
  range: WORKLOAD_FIELDS[name],
  slider,
  about,
});

const ASSUMED = 'Assumed.';

const WORKLOAD: readonly Parameter[] = [
  workload('creators', 'creators', ONE, [1, 200], 'Shells that make one netns after the other, in parallel.'),
  workload('iterations', 'netns each', ONE, [1, 100_000], 'Netns that each creator makes.'),
  workload(
    'creationCpu',
    'creation CPU',
    MS,
    [1e-4, 0.1],
    'CPU of one creation outside RTNL. Reported: unshare with fork and exec 2.6 ms (commit d7d99872c144).',
  ),
  workload(
    'creationSleep',
    'creation sleep',
    MS,
    [0, 1],
    'Time that a creator sleeps for each netns. None by default.',
  ),
  workload(
    'creationRtnlVisits',
    'RTNL visits',
    ONE,
    [0, 20],
    `RTNL acquisitions of one creation. ${ASSUMED}`,
  ),
  workload(
    'creationRtnlHold',
    'RTNL hold',
    MS,
    [0, 5e-3],
    `RTNL hold of one creation, all visits together. ${ASSUMED}`,
  ),
  workload(
    'devicesPerNet',
    'devices/ops',
    ONE,
    [0, 100],
    'Devices that each ops which unregisters devices finds in a netns.',
  ),
  workload(
    'entriesPerNet',
    'entries/netns',
    ONE,
    [0, 1000],
    'Entries that a netns has in each table that is walked or emptied.',
  ),
  workload('tableBuckets', 'table buckets', ONE, [0, 65_536], 'Hash buckets of a walked table.'),
  {
    path: 'page.batch',
    group: 'workload',
    label: 'counted batch',
    ...ONE,
    range: { min: 1, max: 1_000_000, unit: 'netns', whole: true },
    slider: [1, 1000],
    about: 'Size of the batch of which the exact counts are shown. Changes no run.',
  },
];

const GB = { unit: 'GB', factor: 1e-9 };

const MACHINE: readonly Parameter[] = [
  {
    path: 'machine.cpus',
    group: 'machine',
    label: 'CPUs',
    ...ONE,
    range: MACHINE_FIELDS.cpus,
    slider: [1, 256],
    about: 'Creators and the cleanup worker share them.',
  },
  {
    path: 'machine.hz',
    group: 'machine',
    label: 'CONFIG_HZ',
    unit: '/s',
    factor: 1,
    range: MACHINE_FIELDS.hz,
    slider: [100, 1000],
    about: 'RCU waits come in jiffies of 1/HZ.',
  },
  {
    path: 'page.availableMemory',
    group: 'machine',
    label: 'memory',
    ...GB,
    range: { min: 1e8, max: 1e14, unit: 'bytes' },
    slider: [1e9, 1e12],
    about: 'Available memory: the line in the memory chart. Changes no run.',
  },
  {
    path: 'jitter',
    group: 'machine',
    label: 'jitter',
    ...ONE,
    range: RUN_FIELDS.jitter,
    slider: [0, 1],
    about: `Coefficient of variation of every single cost; 0 makes the run exact. ${ASSUMED}`,
  },
];

const SCALES = {
  jiffies: { unit: 'jiffies', factor: 1 },
  s: { unit: 'µs', factor: 1e6 },
  's/KiB': { unit: 'µs/KiB', factor: 1e6 },
  bytes: { unit: 'kB', factor: 1e-3 },
  ratio: { unit: '', factor: 1 },
} as const;

const NAMES: Readonly<Record<(typeof PRICE_NAMES)[number], string>> = {
  gracePeriod: 'grace period',
  expeditedGracePeriod: 'expedited GP',
  rcuBarrier: 'rcu_barrier()',
  netCpu: 'netns, CPU',
  rtnlWork: 'RTNL work',
  unregisterDevice: 'device, CPU',
  lockHandOff: 'lock hand-off',
  globalLock: 'global lock',
  walkEntry: 'walk, one entry',
  walkBucket: 'walk, one bucket',
  workWait: 'idle work',
  threadWait: 'wait for thread',
  procTeardown: '/proc entry',
  allocation: 'allocation',
  netBytes: 'netns, memory',
  crowding: 'crowding',
  interference: 'interference',
};

const PRICE_PARAMETERS: readonly Parameter[] = PRICE_NAMES.map(name => {
  const { label, unit, low, high, origin, source } = PRICES[name];
  const { factor, unit: shown } = SCALES[unit];
  return {
    path: `machine.prices.${name}`,
    group: 'prices',
    label: NAMES[name],
    unit: shown,
    factor,
    range: PRICE_FIELDS[name]!,
    slider: low > 0 ? [low / 4, high * 4] : [0, high * 2],
    about: `${label}. Seen: ${low * factor} to ${high * factor} ${shown}. ${origin[0]!.toUpperCase()}${origin.slice(1)}: ${source}.`,
  };
});

export const PARAMETERS: readonly Parameter[] = [...WORKLOAD, ...MACHINE, ...PRICE_PARAMETERS];

/** Values that only the page has. */
const PAGE_DEFAULTS: Readonly<Record<string, number>> = {
  'page.batch': 64,
  'page.availableMemory': 32e9,
};

export const priceLabel = (name: (typeof PRICE_NAMES)[number]): string => NAMES[name];

export type Changes = Readonly<Record<string, number | string>>;

/** The value of a parameter in a scenario, with the changes made to it. */
export function parameterValue(path: string, scenario: Scenario, changes: Changes): number {
  const changed = changes[path];
  return typeof changed === 'number'
    ? changed
    : (PAGE_DEFAULTS[path] ?? (read(scenario, path.split('.')) as number));
}

function read(from: unknown, [name, ...rest]: readonly string[]): unknown {
  const value = (from as Record<string, unknown>)[name!];
  return rest.length === 0 ? value : read(value, rest);
}

/** A scenario with other values; paths that it does not have are left alone. */
export function withChanges(scenario: Scenario, changes: Changes): Scenario {
  return Object.entries(changes).reduce<Scenario>(
    (result, [path, value]) =>
      path.startsWith('page.') ? result : (written(result, path.split('.'), value) as Scenario),
    scenario,
  );
}

function written(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined || typeof into !== 'object' || into === null || !Object.hasOwn(into, name))
    return into;
  const object = into as Record<string, unknown>;
  if (rest.length > 0) return { ...object, [name]: written(object[name], rest, value) };
  return typeof object[name] === typeof value ? { ...object, [name]: value } : object;
}

/** Why a value cannot be taken, or null. @param value in the unit of the scenario */
export function whyNot({ range, unit, factor, label }: Parameter, value: number): string | null {
  const { min, max, whole } = range;
  if (Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value)))
    return null;
  const ends = [min, max].map(end => Number((end * factor).toPrecision(6)).toLocaleString('en'));
  return `${label}: a ${whole ? 'whole ' : ''}number from ${ends.join(' to ')}${unit === '' ? '' : ` ${unit}`}`;
}

/** Place of a value on its slider, 0 to 1000, and back. */
export const SLIDER_STEPS = 1000;

export function toSlider({ slider: [from, to] }: Parameter, value: number): number {
  const share = from > 0 ? Math.log(value / from) / Math.log(to / from) : curve(value / to);
  return Math.round(SLIDER_STEPS * Math.min(1, Math.max(0, share)));
}

export function fromSlider({ slider: [from, to], range }: Parameter, place: number): number {
  const share = place / SLIDER_STEPS;
  const value = from > 0 ? from * (to / from) ** share : to * share ** 3;
  const rounded = range.whole ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(range.max, Math.max(range.min, rounded));
}

/** Sliders from 0 give their first third to the first thirtieth. */
const curve = (share: number): number => Math.max(0, share) ** (1 / 3);
