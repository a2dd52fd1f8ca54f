import type { Effect, Ops, Per } from '../core/project';

/** What an ops pays for one thing before and after a change, in words: `rtnl_lock()`, `1 per netns`, `none`. */
export interface CostChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What has changed in the exit paths of an ops; null stands for an ops that is not there. Calls are counted by their places. */
export function costChanges(before: Ops | null, after: Ops | null): readonly CostChange[] {
  const was = countedBy(before);
  const is = countedBy(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map(what => ({ what, before: inWords(was.get(what)), after: inWords(is.get(what)) }))
    .filter(change => change.before !== change.after);
}

type Counts = Partial<Record<Per, number>>;

function countedBy(ops: Ops | null): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  const effects = ops?.exitPaths.filter(({ slot }) => slot !== 'init').flatMap(path => path.effects) ?? [];
  for (const effect of effects) {
    const its = counts.get(nameOf(effect)) ?? {};
    counts.set(nameOf(effect), { ...its, [effect.per]: (its[effect.per] ?? 0) + 1 });
  }
  return counts;
}

const nameOf = ({ primitive, lock }: Effect): string => `${primitive}(${lock === null ? '' : `&${lock}`})`;

const PER: Readonly<Record<Per, string>> = {
  batch: 'per batch',
  net: 'per netns',
  device: 'per device',
  entry: 'per table entry',
};

const inWords = (counts: Counts = {}): string =>
  (Object.keys(PER) as Per[])
    .flatMap(per => (counts[per] ? [`${counts[per]} ${PER[per]}`] : []))
    .reverse()
    .join(' + ') || 'none';
