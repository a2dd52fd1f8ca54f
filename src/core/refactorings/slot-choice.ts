import type { TreeParts } from './refactoring';

/** The slot in which this tree's core runs a handler under its own RTNL; null where there is none. */
export function rtnlSlotOf(tree: TreeParts): 'exit_rtnl' | 'exit_batch_rtnl' | null {
  if (tree.offers('exit_rtnl')) return 'exit_rtnl';
  return tree.offers('exit_batch_rtnl') ? 'exit_batch_rtnl' : null;
}
