/** What calibrate.sh refuses, and with which words; what it measures is for `npm run test:live`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository';

const calibrate = (args: readonly string[], user: { uid?: number } = {}) => {
  const script = join(REPOSITORY, 'calibrate/calibrate.sh');
  const { status, stdout, stderr } = spawnSync('bash', [script, ...args], { encoding: 'utf8', ...user });
  return { status, stdout, stderr };
};

test.each([
  [['many'], "NETS must be a number, not 'many'"],
  [['-5'], "NETS must be a number, not '-5'"],
  [['19'], 'NETS must be from 20 to 500'],
  [['501'], 'NETS must be from 20 to 500'],
  [['99999999999999999999'], 'NETS must be from 20 to 500'],
  [['20', '30'], 'one argument at most'],
])('%j is no number of namespaces', (args, says) => {
  const { status, stdout, stderr } = calibrate(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`calibrate.sh: ${says}`);
  expect(stderr).toContain('usage: calibrate.sh [NETS]');
});

const NOBODY = 65_534;
test('who is not root is told so, before anything is touched', () => {
  const { status, stdout, stderr } = calibrate([], process.getuid?.() === 0 ? { uid: NOBODY } : {});
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toBe(
    'calibrate.sh: must run as root: creating network namespaces and reading tracepoints need it\n',
  );
});
