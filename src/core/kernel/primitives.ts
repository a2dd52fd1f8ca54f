import { EFFECT_KINDS, type EffectKind } from './effect-kinds';

/**
 * Leaves of the call graph and what one call costs. The analysis stops at a primitive: what it does inside is its
 * price, not a new effect. Sources: the kernel's own sources (6.1, 6.12), docs/primitives.md.
 */
export interface Primitive {
  readonly kind: EffectKind;
  /** Index of the argument that is the lock. */
  readonly lockArgument?: number;
  /** What the lock is called where no argument says it; such a lock belongs to the whole kernel. */
  readonly lockName?: string;
  /** A wrapper worth looking into as well: its own calls count on top. */
  readonly lookInside?: boolean;
  /** Only counted where its body is not at hand (a file without its tree): inside are the calls that cost. */
  readonly standIn?: boolean;
  /** The call may come back without having taken or waited for anything. */
  readonly mayFail?: boolean;
  /** Index of an argument that is a function called back before the call returns. */
  readonly callbackArgument?: number;
  /** The effect is there only if the arguments say so, e.g. a NULL list: unregister now, not queue. */
  readonly when?: ArgumentCondition;
}

/** `null` at: that argument is the literal NULL; `count`: the call has exactly that many arguments. */
export type ArgumentCondition = { readonly nullAt: number } | { readonly count: number };

const of = (kind: EffectKind, names: string, more: Omit<Primitive, 'kind'> = {}): [string, Primitive][] =>
  names
    .trim()
    .split(/\s+/)
    .map(name => [name, { kind, ...more }]);

const NAMED: ReadonlyMap<string, Primitive> = new Map([
  ...of(
    'rtnl',
    'rtnl_lock rtnl_lock_killable rtnl_lock_interruptible rtnl_net_lock __rtnl_net_lock rtnl_nets_lock',
  ),
  ...of('rtnl', 'rtnl_trylock rtnl_net_trylock', { mayFail: true }),
  ...of('rtnl', 'unregister_netdevice_notifier unregister_netdevice_notifier_net', { standIn: true }),

  ...of(
    'grace-period',
    `synchronize_rcu synchronize_rcu_expedited synchronize_net synchronize_srcu synchronize_srcu_expedited
     synchronize_rcu_tasks synchronize_rcu_tasks_rude synchronize_rcu_tasks_trace kfree_rcu_mightsleep
     kvfree_rcu_mightsleep synchronize_rcu_mult`,
  ),
  ...of('grace-period', 'kfree_rcu kvfree_rcu', { when: { count: 1 } }),
  // each waits for readers inside: one synchronize_net or synchronize_rcu
  ...of('grace-period', 'dev_remove_pack udp_tunnel_sock_release netdev_rx_handler_unregister', {
    standIn: true,
  }),

  ...of(
    'rcu-barrier',
    'rcu_barrier srcu_barrier rcu_barrier_tasks rcu_barrier_tasks_trace kvfree_rcu_barrier',
  ),

  ...of(
    'device-unregister',
    `unregister_netdevice unregister_netdev unregister_netdevice_many unregister_netdevice_many_notify
     dev_change_net_namespace __dev_change_net_namespace rtnl_delete_link`,
  ),
  ...of('device-unregister', 'unregister_netdevice_queue', { when: { nullAt: 1 } }),

  ...of(
    'global-lock',
    `mutex_lock mutex_lock_interruptible mutex_lock_killable mutex_lock_nested mutex_lock_io
     mutex_lock_interruptible_nested mutex_lock_killable_nested
     down_write down_write_killable down_write_nested down_read down_read_killable down_read_nested`,
    { lockArgument: 0 },
  ),
  ...of('global-lock', 'mutex_trylock down_write_trylock down_read_trylock', {
    lockArgument: 0,
    mayFail: true,
  }),

  ...of(
    'work-wait',
    `flush_work flush_delayed_work flush_workqueue __flush_workqueue drain_workqueue destroy_workqueue
     flush_scheduled_work cancel_work_sync cancel_delayed_work_sync disable_work_sync disable_delayed_work_sync
     flush_rcu_work kthread_flush_work kthread_flush_worker kthread_cancel_work_sync kthread_cancel_delayed_work_sync
     kthread_destroy_worker timer_delete_sync timer_shutdown_sync del_singleshot_timer_sync hrtimer_cancel tasklet_kill
     kthread_stop kthread_stop_put msleep msleep_interruptible usleep_range fsleep ssleep`,
  ),
  ...of('work-wait', 'del_timer_sync', { lookInside: true }),

  ...of('table-walk', 'inet_twsk_purge tcp_twsk_purge', { lookInside: true }),
  ...of('table-walk', 'nf_ct_iterate_cleanup_net nf_ct_iterate_destroy', {
    callbackArgument: 0,
    lookInside: true,
  }),

  ...of(
    'proc-teardown',
    'remove_proc_entry remove_proc_subtree proc_remove unregister_sysctl_table sock_release',
  ),
  ...of(
    'proc-teardown',
    `netlink_kernel_release unregister_net_sysctl_table inet_ctl_sock_destroy
     nf_unregister_net_hook nf_unregister_net_hooks`,
    { lookInside: true },
  ),

  ...of(
    'allocation',
    `kvmalloc kvzalloc kvcalloc kvmalloc_array kvmalloc_node kvzalloc_node vmalloc vzalloc vmalloc_node vzalloc_node
     __vmalloc alloc_large_system_hash nf_ct_alloc_hashtable rhashtable_init rhltable_init
     kmalloc kzalloc kcalloc kmalloc_array kmalloc_node kzalloc_node kmemdup`,
  ),
]);

/** Families too large to list. */
const FAMILIES: readonly (readonly [RegExp, Primitive])[] = [
  [/^wait_for_completion/, { kind: 'work-wait' }],
  [/^(?:__)?wait_(?:var_|on_bit|event)\w*$/, { kind: 'work-wait' }],
  [/^schedule_timeout/, { kind: 'work-wait' }],
];

/**
 * Classes of `guard(class)(…)` and `scoped_guard(class, …)` (include/linux/cleanup.h) that sleep or serialise; all
 * other classes (rcu, spinlock, preempt …) cost an exit path nothing.
 */
const GUARDS: readonly (readonly [RegExp, Primitive])[] = [
  [/^rtnl/, { kind: 'rtnl' }],
  [/^(?:mutex|rwsem_read|rwsem_write)/, { kind: 'global-lock', lockArgument: 0 }],
];

/** Members called through a function pointer that cost what a primitive costs: `ops->dellink(dev, NULL)`. */
const MEMBERS: ReadonlyMap<string, Primitive> = new Map([
  ['dellink', { kind: 'device-unregister', when: { nullAt: 1 } }],
]);

/**
 * Never looked into: everything reaches everything through memory allocation, logging, scheduling, locking, RCU
 * callbacks, skbs and the VFS.
 */
const OPAQUE: readonly RegExp[] = [
  /^(?:__)?(?:devm_)?k(?:v|mem_cache_)?(?:m|z|c|re)?alloc|^kmem_cache_|^(?:__)?k(?:v|z|vz)?free(?:_|$)|^kfree|^v(?:m|z)alloc|^vfree|^__vmalloc/,
  /^k(?:str|mem)dup|^k?v?asprintf|^mempool_|^(?:__)?alloc_(?:percpu|page|skb|netdev|etherdev)|^free_(?:percpu|page|netdev)|^__free_|^__get_free|^get_zeroed_page|^pcpu_/,
  /^_?printk|^pr_|^v?printk|^no_printk|^(?:netdev|dev|net|netif|wiphy|sdata|ibdev|nfnl|en)_(?:emerg|alert|crit|err|warn|notice|info|dbg|vdbg|printk|level)|^_dev_|^WARN|^BUG|^dump_stack|^trace_|^pr_fmt|^panic$|^NL_SET_ERR|^net_ratelimit/,
  /^schedule(?:_|$)|^__?cond_resched|^cond_resched|^might_|^yield$|^wake_up|^__wake_up|^complete(?:_|$)|^set_current_state|^queue_(?:work|delayed_work|rcu_work)|^mod_(?:timer|delayed_work)|^add_timer|^hrtimer_start|^kthread_(?:run|create|queue)|^wake_/,
  /^(?:raw_)?spin_|^_?raw_|^(?:read|write)_(?:un)?lock|^rcu_(?:read|dereference|assign|access|replace|sleep|is|lock)|^rcu_swap|^srcu_read|^lockdep_|^mutex_(?:unlock|init|is)|^up_(?:read|write)|^local_(?:bh|irq)|^preempt_|^seq(?:count|lock|_)|^(?:read|write)_seq|^atomic|^refcount|^percpu_(?:ref|counter)|^this_cpu|^test_|^(?:__)?(?:set|clear)_bit|^lock_sock|^release_sock|^bh_/,
  /^(?:call_rcu|call_srcu|call_rcu_tasks|queue_rcu_work)/,
  // the price of the acquisition includes what the release does
  /^_*rtnl_(?:net_|nets_)?unlock$|^netdev_run_todo$/,
  /^(?:__|dev_|napi_)?(?:consume|kfree)_skb|^(?:__)?skb_|^nlmsg_|^(?:__)?nla_|^genlmsg_|^netlink_(?:broadcast|unicast|has)|^rtnl_notify|^rtmsg_/,
  /^(?:__)?fput|^iput$|^dput$|^path_put|^mntput|^filp_|^vfs_|^kern_(?:unmount|path)|^simple_|^d_|^inode_|^file_/,
  /^(?:mem|str|sn|vsn|s|sscan)(?:cpy|set|cmp|move|len|chr|printf|lcpy|scpy|cat|str)|^kref_|^request_module|^__request_module|^capable|^ns_capable|^security_|^audit_/,
  // bit operations, compile-time assertions, fortified string functions: defined per architecture or by the compiler
  /^_*(?:ffs|fls|ffz|hweight|builtin_|arch_|real_|underlying_|bad_|Static_assert|write_overflow|read_overflow|wrong_)|^get_random_/,
];

/** One row of docs/primitives.md. */
export interface PrimitiveRow {
  readonly kind: EffectKind;
  readonly name: string;
  /** In words; empty for a plain leaf. */
  readonly remark: string;
}

/** The built-in table, for the documentation: names first by kind, then families as patterns. */
export function primitiveRows(): readonly PrimitiveRow[] {
  const rows = [
    ...[...NAMED].map(([name, primitive]) => ({ name, primitive })),
    ...[...MEMBERS].map(([name, primitive]) => ({ name: `->${name}`, primitive })),
    ...FAMILIES.map(([pattern, primitive]) => ({ name: `/${pattern.source}/`, primitive })),
    ...GUARDS.map(([pattern, primitive]) => ({ name: `guard(/${pattern.source}/)`, primitive })),
  ];
  return EFFECT_KINDS.flatMap(kind =>
    rows
      .filter(({ primitive }) => primitive.kind === kind)
      .map(({ name, primitive }) => ({ kind, name, remark: remarkOn(primitive) })),
  );
}

const remarkOn = ({ when, mayFail, lookInside, standIn, callbackArgument }: Primitive): string =>
  [
    when && 'nullAt' in when ? `only when argument ${when.nullAt + 1} is NULL` : '',
    when && 'count' in when ? `only with ${when.count} argument${when.count === 1 ? '' : 's'}` : '',
    mayFail ? 'conditional' : '',
    lookInside ? 'looked into as well' : '',
    standIn ? 'only where its body is not at hand' : '',
    callbackArgument === undefined ? '' : `calls back argument ${callbackArgument + 1}`,
  ]
    .filter(remark => remark !== '')
    .join('; ');

/** Answers what a called name costs: the kernel's own primitives and what a user added. */
export interface Primitives {
  /** What calling `name` costs, or undefined when it is no primitive. */
  of(name: string): Primitive | undefined;
  /** What entering `guard(class)` costs, or undefined when it costs an exit path nothing. */
  guard(guardClass: string): Primitive | undefined;
  /** What calling the member `name` through a pointer costs, or undefined. */
  member(name: string): Primitive | undefined;
  /** True for functions the analysis never looks into. */
  isOpaque(name: string): boolean;
}

/** @param extra what the user's configuration adds by name; it wins over the built-in table */
export function createPrimitives(extra: ReadonlyMap<string, Primitive> = new Map()): Primitives {
  const families = new Map<string, Primitive | undefined>();
  const opaque = new Map<string, boolean>();
  const remember = <T>(memory: Map<string, T>, name: string, find: () => T): T => {
    const known = memory.get(name);
    if (known !== undefined || memory.has(name)) return known as T;
    const found = find();
    memory.set(name, found);
    return found;
  };
  const byPattern = (table: readonly (readonly [RegExp, Primitive])[], name: string): Primitive | undefined =>
    table.find(([pattern]) => pattern.test(name))?.[1];
  return {
    of: name =>
      extra.get(name) ?? NAMED.get(name) ?? remember(families, name, () => byPattern(FAMILIES, name)),
    guard: guardClass => byPattern(GUARDS, guardClass),
    member: name => MEMBERS.get(name),
    isOpaque: name =>
      !extra.has(name) && remember(opaque, name, () => OPAQUE.some(pattern => pattern.test(name))),
  };
}
