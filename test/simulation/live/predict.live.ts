/**
 * On a machine that lets root create namespaces: calibrate at 200, predict larger loads, measure them, and show both.
 * Not part of `npm test`: it needs root and a quiet machine, and creates some thousand short-lived namespaces.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Calibration, calibrate, readCalibration } from '../../../src/core/simulation/calibration';
import type { Program } from '../../../src/core/simulation/program';
import { replicate } from '../../../src/core/simulation/replicate';
import { op, perBatch, scenario } from '../scenarios';

const script = (path: string, ...args: string[]): unknown =>
  JSON.parse(execFileSync(fileURLToPath(new URL(path, import.meta.url)), args, { encoding: 'utf8' }));

interface Measured {
  readonly creationTime: number;
  readonly drainTime: number;
  readonly batches: number;
  readonly peakAlive: number;
}

/** An empty namespace: loopback alone, unregistered once per batch. The kernel is recent. */
const emptyTree: Program = {
  ops: [op('default_device', perBatch('device-unregister'))],
  expedited: true,
  inNetCpu: { rtnl: 1, 'device-unregister': 1 },
};

let calibration: Calibration;

test('calibrate.sh measures this machine', () => {
  const read = readCalibration(script('../../../calibrate/calibrate.sh', '200'));
  if (read.kind === 'rejected') throw new Error(read.problems.map(({ message }) => message).join('\n'));
  calibration = read.value;
  expect(calibration.busy, 'others are at work here: repeat on an idle machine').toBe(false);
  console.log(calibration);
}, 180_000);

/** Processes that hold a netns for the script. */
const sleepers = (): string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\x180\0';
    } catch {
      return false;
    }
  });

test('without addresses in kallsyms it finds cleanup_net() by its name, and leaves nothing behind', () => {
  const hidden = `symbols=$(mktemp) && awk '{ print "0000000000000000", $2, $3 }' /proc/kallsyms >"$symbols" &&
    mount --bind "$symbols" /proc/kallsyms && rm "$symbols" && exec "$0" 20`;
  const calibrate = fileURLToPath(new URL('../../../calibrate/calibrate.sh', import.meta.url));
  const printed = execFileSync('unshare', ['--mount', 'bash', '-c', hidden, calibrate], { encoding: 'utf8' });
  expect(readCalibration(JSON.parse(printed))).toMatchObject({ kind: 'ok' });
  expect(sleepers()).toEqual([]);
}, 180_000);

/** Observations of one load spread by 15 % on a quiet machine; wall times within half are asked for. */
const TOLERANCE = 0.5;

test.each([
  [1, 1000],
  [4, 500],
])(
  '%i × %i creations: predicted and measured',
  (creators, iterations) => {
    const load = calibrate(
      { ...scenario({ workload: { creators, iterations } }), program: emptyTree },
      calibration,
    );
    const bands = replicate(load, { replications: 20, engine: 'events' })!;
    const measured = script('measure.sh', String(creators), String(iterations)) as Measured;
    console.table({
      'creation, s': { predicted: bands.creationTime.p50, measured: measured.creationTime },
      'drain, s': { predicted: bands.drainTime.p50, measured: measured.drainTime },
      'peak backlog': { predicted: bands.peakAlive.p50, measured: measured.peakAlive },
      batches: { predicted: bands.batches.p50, measured: measured.batches },
    });
    expect(Math.abs(bands.creationTime.p50 / measured.creationTime - 1)).toBeLessThan(TOLERANCE);
  },
  180_000,
);
