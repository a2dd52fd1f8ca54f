import type { EffectKind } from '../core/kernel';
import { type Effect, type ExitPath, type Hop, type Ops, perItem, perNet } from '../core/project';

/** What one or several of a kind are called. */
const NAMES: Readonly<Record<EffectKind, readonly [one: string, several: string]>> = {
  rtnl: ['RTNL', 'RTNL'],
  'grace-period': ['grace period', 'grace periods'],
  'rcu-barrier': ['RCU barrier', 'RCU barriers'],
  'global-lock': ['global lock', 'global locks'],
  'device-unregister': ['device unregistration', 'device unregistrations'],
  'table-walk': ['table walk', 'table walks'],
  'work-wait': ['wait for work', 'waits for work'],
  'proc-teardown': ['proc teardown', 'proc teardowns'],
  allocation: ['allocation', 'allocations'],
};

/** The kinds that a lens counts: what batching saves. In this order. */
const COUNTED: readonly EffectKind[] = ['rtnl', 'grace-period', 'rcu-barrier', 'device-unregister'];

export const named = (kind: EffectKind, count = 1): string => NAMES[kind][count === 1 ? 0 : 1];

/** How often an effect is paid: `once per netns`. */
export const often = ({ per }: Effect): string =>
  ({
    batch: 'once per batch',
    net: 'once per netns',
    device: 'once per device',
    entry: 'once per table entry',
  })[per];

const isExit = ({ slot }: ExitPath): boolean => slot !== 'init';

/** Effects of the exit slots of an ops, without those that only a doubtful path reaches. */
const sureEffects = ({ exitPaths }: Ops): readonly Effect[] =>
  exitPaths.filter(isExit).flatMap(({ effects }) => effects.filter(({ confidence }) => confidence !== 'low'));

/** `per netns: 1 RTNL, 2 grace periods; per batch: 1 RTNL`, as short as it can be. */
export function shortSum(ops: Ops): string {
  const effects = sureEffects(ops);
  const parts = [
    ['per netns', effects.filter(effect => perNet(effect) && !perItem(effect))],
    ['per device or entry', effects.filter(perItem)],
    ['per batch', effects.filter(effect => !perNet(effect))],
  ] as const;
  const said = parts.flatMap(([per, some]) => {
    const counts = COUNTED.flatMap(kind => {
      const count = some.filter(effect => effect.kind === kind).length;
      return count === 0 ? [] : [`${count} ${named(kind, count)}`];
    });
    return counts.length === 0 ? [] : [`${per}: ${counts.join(', ')}`];
  });
  return said.length === 0 ? 'no RTNL, no grace period, no barrier' : said.join('; ');
}

/** `quux_exit_net (net/quux/quux_main.c:6) > quux_flush (net/quux/quux_table.c:4) > rtnl_lock` */
export const wayOf = ({ path, primitive }: Effect): string =>
  [...path.map(hop => `${hop.function} (${placeOf(hop)})`), primitive].join(' > ');

export const placeOf = ({ file, line }: Hop): string => `${file}:${line}`;

/** The whole of an ops as text, for editors that show no lists of places. */
export function exitPathText(ops: Ops): string {
  const lines = ops.exitPaths.filter(isExit).flatMap(({ slot, handler, effects, definition }) => {
    const nothing = definition === null ? 'its definition was not found' : 'pays nothing that is counted';
    const paid = effects.map(effect => `  ${named(effect.kind)} ${often(effect)}: ${wayOf(effect)}`);
    return [`.${slot} = ${handler}`, ...(paid.length === 0 ? [`  ${nothing}`] : paid)];
  });
  return [`${ops.name}: ${shortSum(ops)}`, ...lines].join('\n');
}
