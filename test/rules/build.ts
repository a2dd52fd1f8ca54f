import type { SlotName } from '../../src/core/kernel/slots';
import type { Effect, ExitPath, Ops, UnregisterLoop } from '../../src/core/project/effects';
import type { TreeOffers } from '../../src/core/rules/rule';
import { anEffect } from '../support/an-effect';

/** Objects as the engine makes them, by hand: for tests of what is said about an effect, however it was found. */

export const tree = (...slots: SlotName[]): TreeOffers => {
  const all = new Set<SlotName>(['init', 'pre_exit', 'exit', 'exit_batch', ...slots]);
  return { offers: slot => all.has(slot) };
};

/** An effect on the path `quux_exit > …callees`, each hop in line 10, 20, 30 of net/quux.c. */
export function effect(
  kind: Effect['kind'],
  primitive: string,
  more: Partial<Effect> & { through?: string[] } = {},
): Effect {
  const { through = [], ...rest } = more;
  const path = ['quux_exit', ...through].map((name, index) => ({
    function: name,
    file: 'net/quux.c',
    line: (index + 1) * 10,
  }));
  return anEffect(kind, primitive, path, rest);
}

export const exitPath = (
  slot: SlotName,
  effects: readonly Effect[],
  more: Partial<ExitPath> = {},
): ExitPath => ({
  slot,
  handler: `quux_${slot}`,
  range: { start: { line: 100, column: 10 }, end: { line: 100, column: 20 } },
  definition: { file: 'net/quux.c', line: 5 },
  effects,
  ...more,
});

export const ops = (exitPaths: readonly ExitPath[], more: Partial<Ops> = {}): Ops => ({
  file: 'net/quux.c',
  line: 99,
  name: 'quux_net_ops',
  members: Object.fromEntries(exitPaths.map(({ slot, handler }) => [slot, handler])),
  registeredBy: 'register_pernet_subsys',
  exitPaths,
  ...more,
});

/** A loop in `quux_module_exit` whose call stands in the given line of net/quux.c. */
export const loop = (line: number, unregistering: Effect): UnregisterLoop => ({
  function: 'quux_module_exit',
  file: 'net/quux.c',
  range: { start: { line, column: 3 }, end: { line, column: 30 } },
  effect: unregistering,
});
