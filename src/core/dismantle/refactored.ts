import type { Op, OpEffect, Slot } from '../simulation';
import { merged } from './op';

/** Slots that a handler can be moved to and that the core calls with RTNL held, the one per netns first. */
export const RTNL_TARGETS = ['exit_rtnl', 'exit_batch_rtnl'] as const satisfies Slot[];

/** Slots that a handler can be moved to. */
export const TARGET_SLOTS = ['exit_batch', ...RTNL_TARGETS] as const satisfies Slot[];
export type TargetSlot = (typeof TARGET_SLOTS)[number];

/**
 * The op after a refactoring into `target`, as a change of slots and multiplicities; the simulation of what
 * REFACTOR-RULES would write, whether or not it can be written automatically.
 *
 * To `exit_batch`: what `.exit` does moves there. One RTNL hold, one call of unregister_netdevice_many(), one pass of
 * each table walk serves the whole batch; global locks are taken around the loop, and each grace period and barrier is
 * waited for once, between loops. What belongs to one netns stays per netns: work items, /proc entries.
 *
 * To `exit_rtnl`: only what needs RTNL moves; the core holds the lock already, and devices go onto the list that the
 * core unregisters. The rest stays where it is, outside RTNL.
 *
 * To `exit_batch_rtnl`: as `exit_rtnl`, and what is then left is shared as in `exit_batch`.
 *
 * `.pre_exit` is never touched: it runs before readers are gone. The same op comes back where nothing moves.
 */
export function asRefactored(op: Op, target: TargetSlot): Op {
  const effects = target === 'exit_batch' ? batched(op.effects) : intoRtnl(op.effects, target);
  return same(effects, op.effects) ? op : { ...op, effects };
}

/** Kinds that a batch pays once when the loop over its netns stands inside of them. */
const SHARED: readonly OpEffect['kind'][] = [
  'rtnl',
  'grace-period',
  'rcu-barrier',
  'global-lock',
  'device-unregister',
  'table-walk',
];

/** Of these, one for the whole handler is enough, however many it made per netns. */
const ONE_IS_ENOUGH: readonly OpEffect['kind'][] = ['rtnl', 'device-unregister'];

const moves = ({ slot }: OpEffect): boolean => slot === 'exit' || slot === 'exit_batch';

function batched(effects: readonly OpEffect[]): OpEffect[] {
  const moved = effects.map((effect): OpEffect => {
    if (!moves(effect)) return effect;
    const there: OpEffect = { ...effect, slot: 'exit_batch' };
    return SHARED.includes(effect.kind) ? { ...there, per: 'batch' } : there;
  });
  return once(merged(moved));
}

/** One acquisition, and one unregistration, for all that a slot does once per batch. */
function once(effects: readonly OpEffect[]): OpEffect[] {
  const seen = new Set<string>();
  return effects.flatMap(effect => {
    if (effect.per !== 'batch' || !ONE_IS_ENOUGH.includes(effect.kind)) return [effect];
    const key = `${effect.slot} ${effect.kind}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { times: _, conditional: __, ...one } = effect;
    const always = effects.some(
      other => other.slot === effect.slot && other.kind === effect.kind && !other.conditional,
    );
    return [always ? one : { ...one, conditional: true }];
  });
}

function intoRtnl(effects: readonly OpEffect[], target: 'exit_rtnl' | 'exit_batch_rtnl'): OpEffect[] {
  const needsRtnl = ({ kind, underRtnl }: OpEffect) => kind === 'device-unregister' || underRtnl === true;
  const held = effects.filter(effect => moves(effect) && (effect.kind === 'rtnl' || needsRtnl(effect)));
  if (held.length === 0) return [...effects];
  const inside = held
    .filter(({ kind }) => kind !== 'rtnl')
    .map(
      (effect): OpEffect => ({
        ...effect,
        slot: target,
        ...(effect.kind === 'device-unregister' || target === 'exit_batch_rtnl' ? { per: 'batch' } : {}),
      }),
    );
  // what ran under the lock runs in the core's section now, even if no effect of its own is left to show it
  const section: OpEffect[] = inside.length > 0 ? inside : [{ kind: 'rtnl', slot: target, per: 'batch' }];
  const rest = effects.filter(effect => !held.includes(effect));
  return once(merged([...section, ...(target === 'exit_batch_rtnl' ? batched(rest) : rest)]));
}

const same = (a: readonly OpEffect[], b: readonly OpEffect[]): boolean =>
  JSON.stringify(merged(a)) === JSON.stringify(merged(b));
