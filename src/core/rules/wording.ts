import { RTNL_SLOTS, type SlotName } from '../kernel';
import type { Effect, Per } from '../project';
import type { TreeOffers } from './rule';

/** A C name as it stands in a message. */
export const quote = (name: string): string => `\`${name}\``;

const OFTEN: Readonly<Record<Per, string>> = {
  batch: 'once per batch',
  net: 'once per netns',
  device: 'once per device',
  entry: 'once per table entry',
};

/** "once per netns": how often an effect is paid. */
export const often = ({ per }: Effect): string => OFTEN[per];

/** " through `y`" for an effect below the handler's own body, where `y` is what calls the primitive; else nothing. */
export function through({ depth, path }: Effect): string {
  const last = path.at(-1);
  return depth > 1 && last ? ` through ${quote(last.function)}` : '';
}

/** The slot in which this tree's core runs a handler under its own RTNL; null where there is none. */
export function rtnlSlot(tree: TreeOffers): 'exit_rtnl' | 'exit_batch_rtnl' | null {
  if (tree.offers('exit_rtnl')) return 'exit_rtnl';
  return tree.offers('exit_batch_rtnl') ? 'exit_batch_rtnl' : null;
}

/** What a slot would do for a handler that takes RTNL: an rtnl slot if the tree has one, else a batch. */
export function rtnlWayOut(tree: TreeOffers): string {
  const slot = rtnlSlot(tree);
  return slot
    ? `\`.${slot}\` would run it inside the core's single RTNL section`
    : '`.exit_batch` could take it once for the whole batch';
}

/** What a handler that unregisters devices could do instead: leave them to the core, or collect them on a list. */
export function unregisterWayOut(slot: SlotName, tree: TreeOffers): string {
  if (RTNL_SLOTS.has(slot))
    return "queued on the core's kill list, they would go with its single unregistration";
  const better = rtnlSlot(tree);
  if (better) return `\`.${better}\` could leave them to the core's single unregistration`;
  return slot === 'exit_batch'
    ? ONE_LIST
    : '`.exit_batch` could collect them and unregister once for the whole batch';
}

export const ONE_LIST = 'queued on one list, `unregister_netdevice_many` would wait once for all';
