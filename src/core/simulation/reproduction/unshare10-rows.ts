/** Rows of 2022 unshare10: medians and bands over all accepted parameter sets and several seeds of each. */
import { reported } from '../experiments';
import { band } from '../replicate';
import type { Run } from '../run';
import { netsOf } from '../scenario';
import { type Role, type Row, rowsOf } from './row';
import type { AcceptedSet } from './search';
import { LAST_SAMPLE, observe, runSet, unshare10Scenario } from './unshare10';
import { ACCEPTED_SETS } from './unshare10-sets';

/** Runs of the patched kernel for each set. */
const SEEDS = 4;

interface Prediction {
  readonly accepted: AcceptedSet;
  readonly before: Run;
  readonly after: Run;
}

function predictions(): Prediction[] {
  return ACCEPTED_SETS.flatMap(accepted => {
    const before = runSet(accepted.set, false, accepted.seed);
    return Array.from({ length: SEEDS }, (_, index) => ({
      accepted,
      before,
      after: runSet(accepted.set, true, accepted.seed + index),
    }));
  });
}

export function unshare10Rows(): Row[] {
  const all = predictions();
  const row = (
    role: Role,
    quantity: string,
    unit: string,
    pick: (each: Prediction) => number,
    remark?: string,
  ) => {
    const values = band(all.map(pick));
    return {
      quantity,
      unit,
      role,
      reported: reported('unshare10', quantity),
      simulated: values.p50,
      band: values,
      ...(remark ? { remark } : {}),
    };
  };
  const sampled = (seconds: number) =>
    row('predicted', `after, net_namespace at +${seconds} s`, 'objects', ({ after }) =>
      observe(after).alive(seconds),
    );
  const ill =
    'the runs before are single draws from a wide distribution, so they say little about the prices';
  return rowsOf('unshare10', [
    row('calibrated', 'before, real', 's', ({ before }) => observe(before).real),
    row('calibrated', 'before, net_namespace at +1 to +9 s', 'objects', ({ before }) =>
      observe(before).alive(1),
    ),
    row('calibrated', 'before, net_namespace at +10 s', 'objects', ({ before }) =>
      observe(before).alive(LAST_SAMPLE),
    ),
    row('predicted', 'after, real', 's', ({ after }) => observe(after).real, ill),
    row(
      'predicted',
      'after, sys',
      's',
      sysAfter,
      'sys contains spinning; its share of the waiting is that of the run before',
    ),
    ...[1, 2, 3, 4].map(sampled),
  ]);
}

/** user + sys of an iteration less sys, seconds: what the shells burn in user mode. */
const USER_TIME = reported('unshare10', 'before, user') / 100_000;

/**
 * sys, seconds: the kernel's work of all creations, and the share φ of the time spent waiting for RTNL that is spent
 * spinning. Creators are never idle, so they wait for K·T less what they work. φ comes from the run before.
 */
function sysAfter({ accepted, before, after }: Prediction): number {
  const { workload } = unshare10Scenario(accepted.set, false, accepted.seed);
  const working = netsOf(workload) * (workload.creationCpu + workload.creationRtnlHold);
  const waiting = ({ creationTime }: Run) => Math.max(0, workload.creators * creationTime - working);
  const kernel = working - netsOf(workload) * USER_TIME;
  const spinning = Math.max(0, (reported('unshare10', 'before, sys') - kernel) / waiting(before));
  return kernel + spinning * waiting(after);
}
