/** What of an ops could be paid less often, and what that is worth by the simulation's built-in prices. */
import type { EffectKind } from '../kernel';
import type { Effect, ExitPath } from '../project';
import { defaultMachine, type OpPrice, opPrice, plainWorkload } from '../simulation';
import { merged, paid } from './op';

/** An effect, and the slot in which it is paid. */
export interface Paid {
  readonly slot: ExitPath['slot'];
  readonly effect: Effect;
}

/**
 * Kinds that a batch or another slot could share, in the order in which they are named. Entries in /proc and
 * allocations belong to one netns whatever is done.
 */
export const SHAREABLE: readonly EffectKind[] = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'device-unregister',
  'work-wait',
  'global-lock',
  'table-walk',
];

/** What a dismantle pays on these paths and could share. Doubtful paths are left out, as the simulation does. */
export const shareable = (paths: readonly ExitPath[]): readonly Paid[] =>
  paths.flatMap(path =>
    path.slot === 'init'
      ? []
      : path.effects
          .filter(effect => SHAREABLE.includes(effect.kind) && paid(path, effect).length > 0)
          .map(effect => ({ slot: path.slot, effect })),
  );

/** What is assumed where a price is shown beside the code; the simulation takes other figures. */
export const PRICED_AT = {
  machine: defaultMachine,
  workload: plainWorkload,
  /** Entries of every table that is walked. */
  entries: 1_000,
} as const;

/** What these effects cost, nobody else wanting RTNL: an estimate by the built-in prices. */
export const priceOf = (some: readonly Paid[]): OpPrice =>
  opPrice(
    { id: '', name: '', effects: merged(some.flatMap(({ slot, effect }) => paid({ slot }, effect))) },
    PRICED_AT,
    PRICED_AT.entries,
  );
