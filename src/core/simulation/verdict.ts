/** In plain words: is anything gained, and if not, why not. */
import { COUNT_NAMES, type Counts } from './counts';
import type { BatchCost } from './growth';
import type { Run } from './run';

export interface Verdict {
  readonly gained: boolean;
  /** One or two sentences, no full stop missing. */
  readonly words: string;
}

/** A smaller change than this is noise: published single runs scatter by more. */
const NOTICEABLE = 0.05;
/** Between these g decides nothing: batches neither settle nor run away within the run. */
const ILL_CONDITIONED = { low: 0.8, high: 1.2 };

const COUNT_WORDS: Record<keyof Counts, string> = {
  rtnl: 'RTNL acquisitions',
  gracePeriods: 'grace periods',
  barriers: 'RCU barriers',
  walks: 'table walks',
  unregisterCalls: 'device unregistrations',
  globalLocks: 'global lock acquisitions',
  workWaits: 'waits for work',
};

interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * @param counts exact counts for a batch of `batch`
 * @param costs F and c, uncontended
 */
export function verdictOf(
  before: Run,
  after: Run,
  counts: Pair<Counts> & { readonly batch: number },
  costs: Pair<BatchCost>,
): Verdict {
  const fewer = COUNT_NAMES.filter(name => counts.after[name] < counts.before[name]);
  const more = COUNT_NAMES.filter(name => counts.after[name] > counts.before[name]);
  const changed = fewer.map(name => `${COUNT_WORDS[name]} ${counts.before[name]} → ${counts.after[name]}`);
  const share = gainOf(before.drainTime, after.drainTime);
  const backlog = gainOf(before.peak.alive, after.peak.alive);
  const paid = stallWords(before, after);

  if (share <= -NOTICEABLE)
    return {
      gained: false,
      words: `Slower: all netns are freed ${percent(-share)} later.${moreWords(more, counts)}${paid}`,
    };
  if (
    fewer.length === 0 &&
    more.length === 0 &&
    Math.abs(share) < NOTICEABLE &&
    costs.before.perNet === costs.after.perNet
  )
    return {
      gained: false,
      words:
        'No gain: only the loop moved. No lock, wait, walk or device unregistration is paid less often per batch, so the worker does the same work in the same time.',
    };
  if (share < NOTICEABLE && backlog < NOTICEABLE)
    return {
      gained: false,
      words: `No gain in time: ${fewer.length > 0 ? `${changed.join(', ')} per batch of ${counts.batch}, but ` : ''}${reason(before, after)}${moreWords(more, counts)}${paid}`,
    };
  const gains = [
    share >= NOTICEABLE ? `all netns are freed ${percent(share)} sooner` : undefined,
    backlog >= NOTICEABLE ? `the peak backlog is ${percent(backlog)} smaller` : undefined,
  ].filter(gain => gain !== undefined);
  const doubt =
    isIllConditioned(before.growth) || isIllConditioned(after.growth)
      ? ' g is close to 1: the size of the gain is not reliable, look at the band.'
      : '';
  return {
    gained: true,
    words: `Gain: ${gains.join(' and ')}${changed.length > 0 ? ` (per batch of ${counts.batch}: ${changed.join(', ')})` : ''}.${doubt}${paid}`,
  };
}

export const isIllConditioned = (growth: number): boolean =>
  growth >= ILL_CONDITIONED.low && growth <= ILL_CONDITIONED.high;

/** Why fewer locks or waits do not show in the time. */
function reason(before: Run, after: Run): string {
  if (after.growth > ILL_CONDITIONED.high)
    return `the growth factor stays above 1 (${before.growth.toFixed(2)} → ${after.growth.toFixed(2)}): other ops still let the backlog grow.`;
  if (before.growth < ILL_CONDITIONED.low)
    return `the worker kept up already (growth factor ${before.growth.toFixed(2)}): under this load dismantle is not what limits.`;
  return `what is saved is small beside the rest of the dismantle (growth factor ${before.growth.toFixed(2)} → ${after.growth.toFixed(2)}).`;
}

/** Batching trades many short holds for a long one; say so when it does. */
function stallWords(before: Run, after: Run): string {
  const [short, long] = [before.rtnl.longestHold.seconds, after.rtnl.longestHold.seconds];
  return long > 2 * short && long > LONG_HOLD
    ? ` The longest single RTNL hold grows from ${duration(short)} to ${duration(long)}.`
    : '';
}

/** A hold that other users of RTNL notice, seconds. */
const LONG_HOLD = 1e-3;

const moreWords = (more: readonly (keyof Counts)[], counts: Pair<Counts>): string =>
  more.length > 0
    ? ` Paid more often: ${more.map(name => `${COUNT_WORDS[name]} ${counts.before[name]} → ${counts.after[name]}`).join(', ')}.`
    : '';

const gainOf = (before: number, after: number): number => (before > 0 ? 1 - after / before : 0);
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const duration = (seconds: number): string => {
  const [value, unit] = seconds < 1 ? [1000 * seconds, 'ms'] : [seconds, 's'];
  return `${Number(value.toPrecision(2))} ${unit}`;
};
