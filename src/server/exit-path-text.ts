import type { Ops } from '../core/project';
import { effectWords, opsWords, wayWords } from '../shared';

/** The whole of an ops as text, for editors that show no lists of places. */
export function exitPathText(ops: Ops): string {
  const exits = ops.exitPaths.filter(({ slot }) => slot !== 'init');
  const lines = exits.flatMap(({ slot, handler, effects, definition }) => {
    const nothing = definition === null ? 'its definition was not found' : 'pays nothing that is counted';
    const paid = effects.map(effect => `  ${effectWords(effect)}: ${wayWords(effect)}`);
    return [`.${slot} = ${handler}`, ...(paid.length === 0 ? [`  ${nothing}`] : paid)];
  });
  return [`${ops.name}: ${opsWords(ops)}`, ...lines].join('\n');
}
