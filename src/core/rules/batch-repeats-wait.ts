import type { EffectKind, SlotName } from '../kernel';
import { type Effect, isLockToShare, type Per, perNet } from '../project';
import { reportEach } from './reports';
import type { Rule, TreeOffers } from './rule';
import { unregisters, unregistersOneByOne } from './unregisters';
import { quote, rtnlSlot, rtnlWayOut, unregisterWayOut } from './wording';

/** A batch handler that pays in each turn of its loop. Why it costs and what to do: docs/rules/batch-repeats-wait.md */
export const batchRepeatsWait: Rule = {
  code: 'batch-repeats-wait',
  severity: 'warning',
  summary: 'a batch handler that takes a lock or waits in each turn of its loop',
  slots: ['exit_batch', 'exit_batch_rtnl'],
  checkExitPath: ({ exitPath, tree }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(effect => couldBePaidOnce(effect) && perNet(effect)),
      pays: effect => `${pays(effect)} ${EACH[effect.per]}`,
      wayOut: ({ kind }) => wayOut(kind, exitPath.slot, tree),
    }),
};

const EACH: Readonly<Record<Per, string>> = {
  batch: 'once',
  net: 'for every netns of the batch',
  device: 'for every device of the batch',
  entry: 'for every table entry of the batch',
};

/** One device after the other is the more special finding `unregister-one-by-one`. */
function couldBePaidOnce(effect: Effect): boolean {
  switch (effect.kind) {
    case 'rtnl':
    case 'grace-period':
    case 'rcu-barrier':
      return true;
    case 'global-lock':
      return isLockToShare(effect);
    case 'device-unregister':
      return unregisters(effect) && !unregistersOneByOne(effect);
    default:
      return false;
  }
}

function pays({ kind, primitive, lock }: Effect): string {
  switch (kind) {
    case 'rtnl':
      return 'takes RTNL';
    case 'global-lock':
      return `takes ${quote(lock ?? primitive)}`;
    case 'device-unregister':
      return `unregisters devices with ${quote(primitive)}`;
    default:
      return `waits in ${quote(primitive)}`;
  }
}

function wayOut(kind: EffectKind, slot: SlotName, tree: TreeOffers): string {
  switch (kind) {
    case 'rtnl':
      return rtnlSlot(tree) ? rtnlWayOut(tree) : 'once around the loop would do';
    case 'global-lock':
      return 'once around the loop would do';
    case 'device-unregister':
      return unregisterWayOut(slot, tree);
    default:
      return 'once for the whole batch would do';
  }
}
