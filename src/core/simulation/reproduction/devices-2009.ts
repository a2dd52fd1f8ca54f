/** 2009: dummies, vlans, and the batch destruction of the same autumn. Closed forms of devices.ts. */
import { deviceTeardown } from '../devices';
import { reported } from '../experiments';
import { PRICES } from '../prices';
import { type Row, rowsOf } from './row';

const DUMMIES = 10_000;
const VLANS = 1000;
/** Stated in the mail for devices that are down: three grace periods per device before, three per call after. */
const GRACE_PERIODS = 3;

/** u and the grace period of that machine, from the two dummy runs, seconds. */
function calibrate() {
  const cpuPerDevice = reported('dummies', 'after, sys') / DUMMIES;
  const waits = reported('dummies', 'before, real') - DUMMIES * cpuPerDevice;
  return { cpuPerDevice, gracePeriod: waits / (DUMMIES * GRACE_PERIODS) };
}

export function dummyRows(): Row[] {
  const { cpuPerDevice, gracePeriod } = calibrate();
  const time = (calls: number, cpu: number) =>
    deviceTeardown({
      devices: DUMMIES,
      calls,
      gracePeriodsPerCall: GRACE_PERIODS,
      gracePeriodsPerDevice: 0,
      gracePeriod,
      cpuPerDevice: cpu,
    }).time;
  const after = { unit: 's', role: 'predicted', reported: reported('dummies', 'after, real') } as const;
  return rowsOf('dummies', [
    {
      quantity: 'before, real',
      unit: 's',
      role: 'calibrated',
      reported: reported('dummies', 'before, real'),
      simulated: time(DUMMIES, cpuPerDevice),
      remark: `grace period ${(1000 * gracePeriod).toFixed(2)} ms`,
    },
    {
      ...after,
      quantity: 'after, real',
      simulated: time(1, cpuPerDevice),
      remark: 'CPU per device from the sys time of this very run',
    },
    {
      ...after,
      quantity: "after, real, with today's CPU per device",
      simulated: time(1, PRICES.unregisterDevice.low),
      remark: 'price of a down device on Linux 6.18: CPUs changed since',
    },
  ]);
}

export function vlanRows(): Row[] {
  const { gracePeriod } = calibrate();
  const cpuPerDevice = reported('vlans', 'after the fourth, sys') / VLANS;
  /** Read off the published times: 10 waits per device before, 5 after three patches; 1 after four is stated. */
  const cases = [
    ['before, real', 'inferred', VLANS, 10, 0],
    ['after three patches, real', 'inferred', VLANS, 5, 0],
    ['after the fourth, real', 'predicted', 1, GRACE_PERIODS, 1],
  ] as const;
  return rowsOf(
    'vlans',
    cases.map(([quantity, role, calls, gracePeriodsPerCall, gracePeriodsPerDevice]) => ({
      quantity,
      unit: 's',
      role,
      reported: reported('vlans', quantity),
      simulated: deviceTeardown({
        devices: VLANS,
        calls,
        gracePeriodsPerCall,
        gracePeriodsPerDevice,
        gracePeriod,
        cpuPerDevice,
      }).time,
      remark:
        role === 'inferred'
          ? `${gracePeriodsPerCall} grace periods per device read off this figure`
          : 'one grace period per device is stated; the grace period is that of the dummies',
    })),
  );
}

const NETS_2009 = 4096;

export function batchDestructionRows(): Row[] {
  const { gracePeriod } = calibrate();
  const asleep = 1 - reported('batchDestruction', 'after, CPU');
  return rowsOf('batchDestruction', [
    {
      quantity: 'time asleep per netns',
      unit: 'ms',
      role: 'predicted',
      reported: ((reported('batchDestruction', 'after, real') * asleep) / NETS_2009) * 1000,
      simulated: gracePeriod * 1000,
      remark: 'one grace period per device that is up, as long as that of the dummies',
    },
  ]);
}
