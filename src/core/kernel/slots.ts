/**
 * The members of `struct pernet_operations` that a subsystem can hook into, and how often the core calls each:
 * once for every netns of a batch, or once for the batch.
 * Source: ops_undo_list() and cleanup_net() in net/core/net_namespace.c (6.1 and 6.12).
 */
export const SLOT_CALLS = {
  init: 'net',
  pre_exit: 'net',
  exit: 'net',
  exit_batch: 'batch',
  exit_rtnl: 'net',
  exit_batch_rtnl: 'batch',
} as const satisfies Record<string, 'net' | 'batch'>;

export type SlotName = keyof typeof SLOT_CALLS;

/** The slots that run while a netns is dismantled, in the order the core runs them. */
export const EXIT_SLOTS = [
  'pre_exit',
  'exit_rtnl',
  'exit_batch_rtnl',
  'exit',
  'exit_batch',
] as const satisfies SlotName[];

export type ExitSlot = (typeof EXIT_SLOTS)[number];

/** Slots whose handler is entered with RTNL already held by the core. */
export const RTNL_SLOTS: ReadonlySet<SlotName> = new Set(['exit_rtnl', 'exit_batch_rtnl']);

export const isSlot = (member: string): member is SlotName => Object.hasOwn(SLOT_CALLS, member);

/** What is assumed where no kernel tree says otherwise: the slots every kernel since 5.3 has. */
export const DEFAULT_SLOTS: readonly SlotName[] = ['init', 'pre_exit', 'exit', 'exit_batch'];
