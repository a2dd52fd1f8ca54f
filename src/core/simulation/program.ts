/**
 * The op program: what every struct pernet_operations pays when network namespaces are dismantled.
 * These are this package's own types; a caller translates whatever it found in a kernel tree into them.
 */

/** Members of struct pernet_operations, in the order in which one dismantle calls them (`init` is creation). */
export const SLOTS = ['init', 'pre_exit', 'exit_rtnl', 'exit_batch_rtnl', 'exit', 'exit_batch'] as const;
export type Slot = (typeof SLOTS)[number];

/** What a handler pays. */
export const EFFECT_KINDS = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'global-lock',
  'device-unregister',
  'table-walk',
  'work-wait',
  'proc-teardown',
  'allocation',
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** How often it pays: once per batch of netns, per netns, per device of a netns, per table entry of a netns. */
export const MULTIPLICITIES = ['batch', 'net', 'device', 'entry'] as const;
export type Per = (typeof MULTIPLICITIES)[number];

export interface OpEffect {
  readonly kind: EffectKind;
  readonly slot: Slot;
  readonly per: Per;
  /** Occurrences per batch, netns, device or entry; 1 when left out. */
  readonly times?: number;
  /** The call sits under a condition: the workload says whether conditions hold. */
  readonly conditional?: boolean;
  /** The call happens between rtnl_lock() and rtnl_unlock(); implied by the two rtnl slots. */
  readonly underRtnl?: boolean;
  /** grace-period: an expedited one; when left out, it is if `underRtnl`, as synchronize_net() is. */
  readonly expedited?: boolean;
  /** work-wait: somebody else has to run first, also when nothing is pending: kthread_stop(), a completion, a sleep. */
  readonly blocks?: boolean;
  /** table-walk: hash buckets visited by one walk; the workload's figure when left out. */
  readonly buckets?: number;
  /** allocation: bytes allocated for every netns. */
  readonly bytes?: number;
}

export interface Op {
  /** Unique within the program; names of ops are not unique in a kernel tree. */
  readonly id: string;
  readonly name: string;
  /** Worker CPU of this op per netns, seconds; an even share of the price `netCpu` when left out. */
  readonly cpuPerNet?: number;
  readonly effects: readonly OpEffect[];
}

export interface Program {
  /** In registration order; dismantle runs them backwards. */
  readonly ops: readonly Op[];
  /** cleanup_net() of this tree waits by synchronize_rcu_expedited() after all pre_exit (78c3253f27e5, 2024). */
  readonly expedited?: boolean;
  /**
   * Effects per netns, by kind, that the price `netCpu` has in it already, because it was measured on a kernel that pays
   * them: those of the core network stack in an idle netns. Left out: `netCpu` comes on top of all effects.
   */
  readonly inNetCpu?: Readonly<Partial<Record<EffectKind, number>>>;
}
