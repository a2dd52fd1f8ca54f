/** Exact counts: what a batch of B namespaces takes, waits for and walks. Facts of the program; no price enters. */
import type { EffectKind, Op, OpEffect, Per, Program, Slot } from './program';
import type { Workload } from './scenario';

export interface Counts {
  /** RTNL acquisitions by the cleanup worker. */
  readonly rtnl: number;
  readonly gracePeriods: number;
  readonly barriers: number;
  readonly walks: number;
  /** Calls that unregister devices, each with its own waits. */
  readonly unregisterCalls: number;
  readonly globalLocks: number;
  readonly workWaits: number;
}

export const noCounts: Counts = {
  rtnl: 0,
  gracePeriods: 0,
  barriers: 0,
  walks: 0,
  unregisterCalls: 0,
  globalLocks: 0,
  workWaits: 0,
};

export const COUNT_NAMES = Object.keys(noCounts) as readonly (keyof Counts)[];

export const addCounts = (a: Counts, b: Counts, times = 1): Counts => ({
  rtnl: a.rtnl + times * b.rtnl,
  gracePeriods: a.gracePeriods + times * b.gracePeriods,
  barriers: a.barriers + times * b.barriers,
  walks: a.walks + times * b.walks,
  unregisterCalls: a.unregisterCalls + times * b.unregisterCalls,
  globalLocks: a.globalLocks + times * b.globalLocks,
  workWaits: a.workWaits + times * b.workWaits,
});

/** unregister_netdevice_many() on a non-empty list: two synchronize_net(), whatever the number of devices. */
export const GRACE_PERIODS_PER_UNREGISTER = 2;
/** rtnl_unlock() after it: netdev_run_todo() waits in one rcu_barrier(). */
export const BARRIERS_PER_UNREGISTER = 1;
/** cleanup_net() itself: one grace period after all pre_exit, one rcu_barrier at the end. */
const CORE_GRACE_PERIODS = 1;
const CORE_BARRIERS = 1;

/** The name under which the costs of cleanup_net() itself are listed. */
export const CORE_ID = 'cleanup_net';

const RTNL_SLOTS: readonly Slot[] = ['exit_rtnl', 'exit_batch_rtnl'];

/** The slot runs inside the one RTNL section of cleanup_net(). */
export const inRtnlSection = (slot: Slot): boolean => RTNL_SLOTS.includes(slot);

/** How many things of this sort one netns has; `batch` is not per netns. */
const unitsPerNet = (per: Per, { devicesPerNet, entriesPerNet }: Workload): number =>
  ({ batch: 0, net: 1, device: devicesPerNet, entry: entriesPerNet })[per];

/** Occurrences of an effect in a batch of B. */
export const occurrences = (effect: OpEffect, batch: number, workload: Workload): number =>
  (effect.times ?? 1) * (effect.per === 'batch' ? 1 : batch * unitsPerNet(effect.per, workload));

/** Devices handed to cleanup_net()'s own unregister_netdevice_many(): a per-batch unregister in an rtnl slot. */
export const sharesCoreUnregister = ({ kind, slot, per }: OpEffect): boolean =>
  kind === 'device-unregister' && per === 'batch' && inRtnlSection(slot);

/** Effects that a dismantle under this workload pays, with the RTNL that unregistering devices needs made explicit. */
export function paidEffects(op: Op, workload: Workload): readonly OpEffect[] {
  const paid = op.effects.filter(
    effect =>
      effect.slot !== 'init' &&
      (workload.conditional === 'taken' || !effect.conditional) &&
      (effect.kind !== 'device-unregister' || workload.devicesPerNet > 0),
  );
  const lockless = paid.filter(
    ({ kind, slot, underRtnl }) =>
      kind === 'device-unregister' &&
      !inRtnlSection(slot) &&
      !underRtnl &&
      !paid.some(other => other.kind === 'rtnl' && other.slot === slot),
  );
  return [...paid, ...lockless.map(effect => ({ ...effect, kind: 'rtnl' as const }))];
}

const COUNTED: Partial<Record<EffectKind, keyof Counts>> = {
  rtnl: 'rtnl',
  'grace-period': 'gracePeriods',
  'rcu-barrier': 'barriers',
  'table-walk': 'walks',
  'device-unregister': 'unregisterCalls',
  'global-lock': 'globalLocks',
  'work-wait': 'workWaits',
};

const unregisterCounts: Counts = {
  ...noCounts,
  unregisterCalls: 1,
  gracePeriods: GRACE_PERIODS_PER_UNREGISTER,
  barriers: BARRIERS_PER_UNREGISTER,
};

/** Counts of one op for a batch of B. What it hands to cleanup_net() is counted there. */
export function opCounts(op: Op, batch: number, workload: Workload): Counts {
  if (batch === 0) return noCounts;
  return paidEffects(op, workload).reduce((sum, effect) => {
    const counter = COUNTED[effect.kind];
    if (!counter || sharesCoreUnregister(effect)) return sum;
    if (effect.kind === 'rtnl' && inRtnlSection(effect.slot)) return sum;
    const times = occurrences(effect, batch, workload);
    const one = counter === 'unregisterCalls' ? unregisterCounts : { ...noCounts, [counter]: 1 };
    return addCounts(sum, one, times);
  }, noCounts);
}

/** Counts of cleanup_net() itself for one batch. */
export function coreCounts(program: Program, batch: number, workload: Workload): Counts {
  if (batch === 0) return noCounts;
  const effects = program.ops.flatMap(op => paidEffects(op, workload));
  const section = effects.some(({ slot }) => inRtnlSection(slot)) ? 1 : 0;
  const waits = { ...noCounts, rtnl: section, gracePeriods: CORE_GRACE_PERIODS, barriers: CORE_BARRIERS };
  return effects.some(sharesCoreUnregister) ? addCounts(waits, unregisterCounts) : waits;
}

/** Counts of a whole dismantle of B namespaces. Source of the order: ops_undo_list() in net/core/net_namespace.c. */
export const countBatch = (program: Program, batch: number, workload: Workload): Counts =>
  program.ops.reduce(
    (sum, op) => addCounts(sum, opCounts(op, batch, workload)),
    coreCounts(program, batch, workload),
  );
