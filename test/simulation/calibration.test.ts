import { expect, test } from 'vitest';
import { calibrate, readCalibration } from '../../src/core/simulation/calibration';
import { batchCost } from '../../src/core/simulation/growth';
import { planOf } from '../../src/core/simulation/plan';
import type { Program } from '../../src/core/simulation/program';
import { op, perBatch, scenario } from './scenarios';

/** What calibrate.sh printed on a 2-CPU virtual machine. */
const printed = {
  pernetLensCalibration: 1,
  kernel: '6.18.44',
  cpus: 2,
  hz: 250,
  load: 0.5,
  creation: {
    nets: 200,
    wall: 0.0026,
    cpu: 0.0013,
    baseWall: 0.0015,
    baseCpu: 0.0008,
    batches: 16,
    busy: 0.6,
  },
  parallel: { creators: 2, wall: 0.0032, cpu: 0.0017 },
  fixed: 0.0352,
  perNet: 0.0002,
  mass: [{ nets: 200, batches: 2, busy: 0.11 }],
  netSlabBytes: 4288,
};

const tree: Program = {
  ops: [op('default_device', perBatch('device-unregister'))],
  expedited: true,
  // the measured netns had lo
  inNetCpu: { rtnl: 1, 'device-unregister': 1 },
};

test('a calibrated scenario dismantles a batch in the measured F + c·B', () => {
  const read = readCalibration(printed);
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read));
  const each = calibrate({ ...scenario(), program: tree }, read.value);
  const { fixed, perNet } = batchCost(planOf(each));
  expect(fixed).toBeCloseTo(printed.fixed, 6);
  expect(perNet).toBeCloseTo(printed.perNet, 6);
  expect(each.machine).toMatchObject({ cpus: 2, hz: 250 });
  expect(read.value.measured).toEqual(['rcuBarrier', 'netCpu', 'crowding']);
});

test('before 6.9 the core waits for a normal grace period, which is measured with the barriers', () => {
  const read = readCalibration({ ...printed, kernel: '6.1.0-40-amd64' });
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read));
  const each = calibrate({ ...scenario(), program: { ...tree, expedited: false } }, read.value);
  expect(batchCost(planOf(each)).fixed).toBeCloseTo(printed.fixed, 6);
});

test('figures from a busy machine are marked', () => {
  expect(readCalibration(printed)).toMatchObject({ value: { busy: false } });
  expect(readCalibration({ ...printed, load: 6.5 })).toMatchObject({ value: { busy: true } });
});

const messages = (json: unknown) => {
  const read = readCalibration(json);
  return read.kind === 'rejected' ? read.problems.map(({ message }) => message) : [];
};

test.each([
  [{ ...printed, fixed: null }, ['`fixed` is null: give a number from 0.000001 to 10 s']],
  [{ ...printed, perNet: -1e-5 }, ['`perNet` is -0.00001: give a number from 1e-7 to 1 s']],
  [
    { ...printed, mass: [{ nets: 200, batches: 0, busy: 0 }] },
    ['`mass[0].batches` is 0: give a whole number from 1 to 1000 batches'],
  ],
  [{ ...printed, creation: undefined }, ['`creation.wall` is missing', '`creation.cpu` is missing']],
  [
    { ...printed, pernetLensCalibration: undefined },
    ['`pernetLensCalibration` is undefined: give the output of calibrate.sh, format 1'],
  ],
])('the file of a broken run is rejected: %#', (json, expected) => expect(messages(json)).toEqual(expected));

test('a kernel without a readable configuration is taken to run at 250 Hz', () => {
  const read = readCalibration({ ...printed, hz: null });
  expect(read).toMatchObject({ kind: 'ok', value: { hz: 250 } });
});
