import type { TreeParts } from './refactoring';

/** The slot in which this tree's core runs a handler under its own RTNL; null where there is none. */
export function rtnlSlotOf(tree: Pick<TreeParts, 'offers'>): 'exit_rtnl' | 'exit_batch_rtnl' | null {
  if (tree.offers('exit_rtnl')) return 'exit_rtnl';
  return tree.offers('exit_batch_rtnl') ? 'exit_batch_rtnl' : null;
}

/** Whether a batch handler may take the lock itself: RTNL is the core's where the tree has a slot for that. */
export const sharesLock = (code: string, offers: TreeParts['offers']): boolean =>
  code !== 'exit-takes-rtnl' || rtnlSlotOf({ offers }) === null;
