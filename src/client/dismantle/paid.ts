import type { EffectKind } from '../../core/kernel';
import { type Effect, type Ops, perItem, perNet } from '../../core/project';
import { defaultMachine } from '../../core/simulation';

/** What a kind of effect is called where several are counted: one, and more than one. */
const NOUNS: Readonly<Record<EffectKind, readonly [string, string]>> = {
  'grace-period': ['grace period', 'grace periods'],
  'rcu-barrier': ['RCU barrier', 'RCU barriers'],
  'device-unregister': ['unregistration', 'unregistrations'],
  rtnl: ['RTNL', 'RTNL'],
  'work-wait': ['wait for work', 'waits for work'],
  'global-lock': ['global lock', 'global locks'],
  'table-walk': ['table walk', 'table walks'],
  'proc-teardown': ['/proc or sysctl entry', '/proc or sysctl entries'],
  allocation: ['allocation', 'allocations'],
};

/** In the order of what costs most. */
const KINDS = Object.keys(NOUNS) as readonly EffectKind[];

/** What batching or another slot could share; entries in /proc and allocations it could not. */
const SHAREABLE: readonly EffectKind[] = KINDS.filter(
  kind => kind !== 'proc-teardown' && kind !== 'allocation',
);

/** Devices or table entries that stand for "each of them" in the ranking; no number that is shown. */
const ITEMS = 4;

/** What an ops pays at least once for every netns while it is dismantled, and could share; none of `.init`. */
export const paidPerNet = ({ exitPaths }: Ops): readonly Effect[] =>
  exitPaths
    .filter(({ slot }) => slot !== 'init')
    .flatMap(({ effects }) => effects)
    .filter(effect => perNet(effect) && SHAREABLE.includes(effect.kind));

/**
 * Worker time per netns that these effects are worth, in seconds at the simulation's built-in prices. To rank by:
 * locks count what taking them costs, not what others wait for them.
 */
export const worth = (effects: readonly Effect[]): number =>
  effects.reduce((sum, effect) => sum + priceOf(effect.kind) * (perItem(effect) ? ITEMS : 1), 0);

function priceOf(kind: EffectKind): number {
  const { prices, hz } = defaultMachine;
  switch (kind) {
    case 'grace-period':
      return prices.gracePeriod / hz;
    case 'rcu-barrier':
      return prices.rcuBarrier / hz;
    case 'device-unregister':
      return 2 * prices.expeditedGracePeriod + prices.rcuBarrier / hz;
    case 'rtnl':
      return prices.rtnlWork + prices.lockHandOff;
    case 'work-wait':
      return prices.workWait;
    case 'table-walk':
      return prices.walkEntry * 1_000;
    case 'global-lock':
      return prices.globalLock;
    default:
      return 0;
  }
}

/** `2 grace periods, 1 RTNL, 1 unregistration per device`; empty for nothing. */
export function spoken(effects: readonly Effect[]): string {
  const counted = KINDS.flatMap(kind =>
    (['net', 'device', 'entry', 'batch'] as const).map(per => ({
      kind,
      per,
      count: effects.filter(effect => effect.kind === kind && effect.per === per).length,
    })),
  );
  return counted
    .filter(({ count }) => count > 0)
    .map(({ kind, per, count }) => `${count} ${NOUNS[kind][count === 1 ? 0 : 1]}${PER[per]}`)
    .join(', ');
}

const PER: Readonly<Record<Effect['per'], string>> = {
  net: '',
  device: ' per device',
  entry: ' per table entry',
  batch: ' per batch',
};

const OFTEN: Readonly<Record<Effect['per'], string>> = {
  batch: 'once per batch',
  net: 'once per netns',
  device: 'once per device',
  entry: 'once per table entry',
};

/** One effect in words: `RTNL once per netns`, `quux_mutex once per batch, under a condition`. */
export function costOf(effect: Effect): string {
  const { kind, lock, bytes, per, conditional } = effect;
  const what =
    kind === 'global-lock' && lock !== null
      ? lock
      : kind === 'allocation' && bytes !== null
        ? `${Math.ceil(bytes / 1024)} KiB`
        : NOUNS[kind][0];
  return `${what} ${OFTEN[per]}${conditional ? ', under a condition' : ''}`;
}
