/** Prices measured on the user's machine: reads what calibrate.sh printed, and sets them in a scenario. */
import { type Checked, Checker } from './checks';
import type { NumberField } from './fields';
import { builtInPrices, type PriceName, type Prices } from './prices';
import type { Scenario } from './scenario';

/** A measured batch time: `batches` batches that dismantled `nets` namespaces in `busy` seconds. */
interface MeasuredRelease {
  readonly nets: number;
  readonly batches: number;
  readonly busy: number;
}

export interface Calibration {
  readonly kernel: string;
  readonly cpus: number;
  readonly hz: number;
  /** Others were at work on the machine when the script began: its figures are too high. */
  readonly busy: boolean;
  /** F and c, seconds. */
  readonly fixed: number;
  readonly perNet: number;
  /** The prices that were measured; the others stay built in. */
  readonly prices: Readonly<Partial<Prices>>;
  readonly measured: readonly PriceName[];
  /** Wall and CPU time of one sequential `unshare -n true`, seconds. */
  readonly creation: { readonly wall: number; readonly cpu: number };
  readonly releases: readonly MeasuredRelease[];
}

const FORMAT = 1;
/** A load of more than this share of the CPUs is somebody else's. */
const BUSY = 0.5;
/** Kernels with CONFIG_HZ unknown to the script: what distributions choose. */
const USUAL_HZ = 250;

const seconds = (min: number, max: number): NumberField => ({ min, max, unit: 's' });
const FIELDS = {
  cpus: { min: 1, max: 4096, unit: 'CPUs', whole: true },
  hz: { min: 24, max: 10_000, unit: 'jiffies per second', whole: true },
  load: { min: 0, max: 100_000, unit: 'runnable tasks' },
  fixed: seconds(1e-6, 10),
  perNet: seconds(1e-7, 1),
  wall: seconds(1e-5, 10),
  cpu: seconds(1e-6, 10),
  creators: { min: 1, max: 1000, unit: 'creators', whole: true },
  nets: { min: 1, max: 1000, unit: 'namespaces', whole: true },
  batches: { min: 1, max: 1000, unit: 'batches', whole: true },
  busy: seconds(0, 1000),
} as const satisfies Record<string, NumberField>;

const KNOWN = [
  'pernetLensCalibration',
  'kernel',
  'load',
  'creation',
  'parallel',
  'mass',
  'netSlabBytes',
  'cpus',
  'hz',
  'fixed',
  'perNet',
];
const MOST_ROWS = 1000;

/** Rejects what a broken run leaves: missing, null, negative or absurd figures. */
export function readCalibration(json: unknown): Checked<Calibration> {
  const check = new Checker();
  const file = check.fields(json, '', KNOWN);
  if (file.pernetLensCalibration !== FORMAT)
    check.reject(
      'pernetLensCalibration',
      `is ${String(file.pernetLensCalibration)}: give the output of calibrate.sh, format ${FORMAT}`,
    );
  const need = (values: Readonly<Record<string, unknown>>, field: string, name: keyof typeof FIELDS) => {
    if (values[name] === undefined) check.reject(field, 'is missing');
    return check.number(values[name], field, FIELDS[name], FIELDS[name].min);
  };
  const part = (name: string, fields: readonly string[]) => check.fields(file[name], name, fields);
  const inTurn = part('creation', ['nets', 'wall', 'cpu', 'baseWall', 'baseCpu', 'batches', 'busy']);
  const together = part('parallel', ['creators', 'wall', 'cpu']);

  const cpus = need(file, 'cpus', 'cpus');
  const load = need(file, 'load', 'load');
  const hz = file.hz === null ? USUAL_HZ : need(file, 'hz', 'hz');
  const fixed = need(file, 'fixed', 'fixed');
  const perNet = need(file, 'perNet', 'perNet');
  const creation = { wall: need(inTurn, 'creation.wall', 'wall'), cpu: need(inTurn, 'creation.cpu', 'cpu') };
  const parallel = {
    creators: need(together, 'parallel.creators', 'creators'),
    cpu: need(together, 'parallel.cpu', 'cpu'),
  };
  const kernel = check.text(file.kernel, 'kernel', 'unknown');
  const releases = check.list(file.mass, 'mass', MOST_ROWS).map((row, index) => {
    const field = `mass[${index}]`;
    const values = check.fields(row, field, ['nets', 'batches', 'busy']);
    return {
      nets: need(values, `${field}.nets`, 'nets'),
      batches: need(values, `${field}.batches`, 'batches'),
      busy: need(values, `${field}.busy`, 'busy'),
    };
  });
  const prices: Partial<Prices> = {
    ...waitPrices(fixed, hz, kernel),
    netCpu: perNet,
    ...(parallel.creators > 1 ? { crowding: Math.max(0, parallel.cpu / creation.cpu - 1) } : {}),
  };
  return check.done({
    kernel,
    cpus,
    hz,
    busy: load > BUSY * cpus,
    fixed,
    perNet,
    prices,
    measured: Object.keys(prices) as PriceName[],
    creation,
    releases,
  });
}

/**
 * F is the core's grace period and barrier, and the two expedited waits and the barrier of its one
 * unregister_netdevice_many(). Since 6.9 (78c3253f27e5) the core's grace period is expedited; before, all three waits
 * are taken to be alike.
 */
function waitPrices(fixed: number, hz: number, kernel: string): Partial<Prices> {
  const expedited = builtInPrices.expeditedGracePeriod;
  if (waitsExpedited(kernel)) return { rcuBarrier: (Math.max(0, fixed - 3 * expedited) / 2) * hz };
  const wait = (Math.max(0, fixed - 2 * expedited) / 3) * hz;
  return { gracePeriod: wait, rcuBarrier: wait };
}

/** The measured kernel's cleanup_net() uses synchronize_rcu_expedited(). */
function waitsExpedited(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(/[^0-9]+/).map(Number);
  return major > 6 || (major === 6 && minor >= 9);
}

/** The scenario on the calibrated machine: its CPUs, HZ, measured prices and creation cost. */
export function calibrate(scenario: Scenario, { cpus, hz, prices, creation }: Calibration): Scenario {
  const { machine, workload } = scenario;
  return {
    ...scenario,
    workload: {
      ...workload,
      creationCpu: Math.max(1e-6, creation.cpu - workload.creationRtnlHold),
      creationSleep: Math.max(0, creation.wall - creation.cpu),
    },
    machine: { ...machine, cpus, hz, prices: { ...machine.prices, ...prices } },
  };
}
