import { RTNL_SLOTS } from '../kernel';
import type { Confidence, Effect, ExitPath, Ops } from '../project';
import type { Op, OpEffect } from '../simulation';

/** Tells ops of the same name apart: `net/mpls/af_mpls.c:mpls_net_ops`. */
export const opId = ({ file, name }: Pick<Ops, 'file' | 'name'>): string => `${file}:${name}`;

/**
 * What one `struct pernet_operations` pays, as the simulator takes it: one effect for each slot, kind and multiplicity,
 * `times` telling how many calls of that sort its handlers make.
 */
export const opOf = (ops: Ops): Op => ({
  id: opId(ops),
  name: ops.name,
  effects: merged(
    ops.exitPaths.flatMap(path =>
      inSection(path, [...path.effects.flatMap(effect => paid(path, effect)), ...handedOver(path)]),
    ),
  ),
});

/**
 * Devices that a handler leaves to the core: they cost what devices cost, and the core one call for all of them. Whether there
 * are any is a question of the netns, as for a handler that unregisters its own list.
 */
const handedOver = ({ slot, handsOverDevices }: ExitPath): OpEffect[] =>
  handsOverDevices ? [{ kind: 'device-unregister', slot, per: 'batch' }] : [];

/** A handler in an rtnl slot runs in the core's RTNL section, also where nothing that it does has a price of its own. */
function inSection({ slot }: Pick<ExitPath, 'slot'>, effects: OpEffect[]): OpEffect[] {
  return RTNL_SLOTS.has(slot) && effects.length === 0 ? [{ kind: 'rtnl', slot, per: 'batch' }] : effects;
}

/**
 * An effect of the scan as an effect of the simulation. Left out:
 * - doubtful paths (confidence low): a lock behind a notifier chain would turn a guess into an exact count;
 * - devices moved to another netns: they outlive theirs, and namespaces of the workload have none;
 * - allocations of unknown size, conditional, or smaller than a page: part of the price `netBytes`.
 */
export function paid({ slot }: Pick<ExitPath, 'slot'>, effect: Effect): OpEffect[] {
  const { kind, per, confidence, conditional, bytes, primitive, underRtnl } = effect;
  if (!isSure(confidence) || MOVES_DEVICES.has(primitive)) return [];
  if (kind === 'allocation') {
    if (slot !== 'init' || per !== 'net' || conditional || bytes === null || bytes < PAGE) return [];
    return [{ kind, slot, per, bytes }];
  }
  if (slot === 'init') return [];
  const isHeld = underRtnl === true && kind !== 'rtnl';
  return [
    {
      kind,
      slot,
      per,
      ...(conditional ? { conditional } : {}),
      // in the rtnl slots it goes without saying
      ...(isHeld && !RTNL_SLOTS.has(slot) ? { underRtnl } : {}),
      ...(kind === 'grace-period' && isExpedited(primitive, isHeld) !== isHeld ? { expedited: !isHeld } : {}),
      ...(kind === 'work-wait' && !RETURNS_AT_ONCE.test(primitive) ? { blocks: true } : {}),
    },
  ];
}

/** synchronize_net() is expedited under RTNL, and only it (net/core/dev.c); what is called expedited always is. */
const isExpedited = (primitive: string, underRtnl: boolean): boolean =>
  primitive.includes('expedited') || (underRtnl && WAITS_BY_SYNCHRONIZE_NET.has(primitive));

const WAITS_BY_SYNCHRONIZE_NET: ReadonlySet<string> = new Set([
  'synchronize_net',
  'dev_remove_pack',
  'netdev_rx_handler_unregister',
]);

/**
 * Work and timers that are neither queued nor running, as in an idle netns, are not waited for: __flush_work() finds no
 * worker, and a wait_event() finds its condition true. Threads, completions and sleeps are another matter.
 */
const RETURNS_AT_ONCE =
  /^(?:__)?(?:kthread_)?(?:flush|drain|cancel|disable)_|timer_(?:delete|shutdown)_sync$|timer_sync$|^hrtimer_cancel$|^tasklet_kill$|^(?:__)?wait_(?:var_|on_bit|event)/;

const isSure = (confidence: Confidence): boolean => confidence !== 'low';

const MOVES_DEVICES: ReadonlySet<string> = new Set([
  'dev_change_net_namespace',
  '__dev_change_net_namespace',
]);

/** Bytes of the smallest page: what is smaller is no table. */
const PAGE = 4096;

/** Effects that differ in nothing become one that happens so many times. */
export function merged(effects: readonly OpEffect[]): OpEffect[] {
  const known = new Map<string, OpEffect>();
  for (const effect of effects) {
    const { times = 1, ...rest } = effect;
    const key = JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
    const before = known.get(key);
    const sum = (before?.times ?? (before ? 1 : 0)) + times;
    known.set(key, sum === 1 ? rest : { ...rest, times: sum });
  }
  return [...known.values()];
}

/**
 * The op in a netns that nobody has used: no table entries of its own, and what stands under a condition does not
 * happen. That is most of the ops of most namespaces.
 */
export function inEmptyNetns(op: Op): Op {
  const effects = op.effects.filter(({ per, conditional }) => per !== 'entry' && conditional !== true);
  return effects.length === op.effects.length ? op : { ...op, effects };
}
