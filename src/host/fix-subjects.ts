import type { ExitPath, Ops, UnregisterLoop } from '../core/project';
import type { FixChoice } from './fix-choice';
import type { FileAnswer } from './session';

/** A handler or a loop as the last analysis found it. */
export type Subject =
  | { readonly kind: 'handler'; readonly key: string; readonly ops: Ops; readonly exitPath: ExitPath }
  | { readonly kind: 'loop'; readonly key: string; readonly loop: UnregisterLoop };

/** Handlers and loops of a file in the order of the text, those of the choice only. */
export function subjectsIn({ file, ops, loops }: FileAnswer, choice: FixChoice): readonly Subject[] {
  const isChosen = (name: string): boolean => choice.ops.length === 0 || choice.ops.includes(name);
  const handlers = ops
    .filter(({ name }) => isChosen(name))
    .flatMap(one =>
      one.exitPaths.map((exitPath): Subject => {
        const key = `${file} ${one.name} ${exitPath.slot} ${exitPath.handler}`;
        return { kind: 'handler', key, ops: one, exitPath };
      }),
    );
  const turns = new Map<string, number>();
  const ofLoops = loops
    .filter(loop => isChosen(loop.function))
    .map((loop): Subject => {
      const turn = turns.get(loop.function) ?? 0;
      turns.set(loop.function, turn + 1);
      return { kind: 'loop', key: `${file} ${loop.function} loop ${turn}`, loop };
    });
  return [...handlers, ...ofLoops];
}

/** Ops that pay something else than before. */
export function changedOps(
  before: readonly FileAnswer[],
  after: readonly FileAnswer[],
): readonly { readonly before: Ops | null; readonly after: Ops | null }[] {
  const was = before.flatMap(({ ops }) => ops);
  const is = after.flatMap(({ ops }) => ops);
  const same = (a: Ops, b: Ops): boolean => a.name === b.name && a.file === b.file;
  return [
    ...was.map(one => ({ before: one, after: is.find(other => same(one, other)) ?? null })),
    ...is.filter(one => !was.some(other => same(one, other))).map(one => ({ before: null, after: one })),
  ].filter(pair => paid(pair.before) !== paid(pair.after));
}

/** What an ops pays, without the lines that move whenever something above them changes. */
const paid = (ops: Ops | null): string =>
  JSON.stringify(
    ops?.exitPaths.map(({ slot, effects }) => [
      slot,
      effects.map(({ kind, primitive, lock, per }) => [kind, primitive, lock, per]),
    ]) ?? null,
  );
