import type { Confidence, Effect, ExitPath, Ops } from '../project';
import type { Op, OpEffect } from '../simulation';

/** Tells ops of the same name apart: `net/mpls/af_mpls.c:mpls_net_ops`. */
const opId = ({ file, name }: Pick<Ops, 'file' | 'name'>): string => `${file}:${name}`;

/**
 * What one `struct pernet_operations` pays, as the simulator takes it: one effect for each slot, kind and multiplicity,
 * `times` telling how many calls of that sort its handlers make.
 */
export const opOf = (ops: Ops): Op => ({
  id: opId(ops),
  name: ops.name,
  effects: merged(ops.exitPaths.flatMap(path => path.effects.flatMap(effect => paid(path, effect)))),
});

/**
 * An effect of the scan as an effect of the simulation. Left out:
 * - doubtful paths (confidence low): a lock behind a notifier chain would turn a guess into an exact count;
 * - devices moved to another netns: they outlive theirs, and namespaces of the workload have none;
 * - allocations of unknown size, conditional, or smaller than a page: part of the price `netBytes`.
 */
export function paid({ slot }: Pick<ExitPath, 'slot'>, effect: Effect): OpEffect[] {
  const { kind, per, confidence, conditional, bytes, primitive } = effect;
  if (!isSure(confidence) || MOVES_DEVICES.has(primitive)) return [];
  if (kind === 'allocation') {
    if (slot !== 'init' || per !== 'net' || conditional || bytes === null || bytes < PAGE) return [];
    return [{ kind, slot, per, bytes }];
  }
  return slot === 'init' ? [] : [{ kind, slot, per, ...(conditional ? { conditional } : {}) }];
}

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
