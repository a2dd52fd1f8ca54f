import { createHash } from 'node:crypto';
import type { SlotName } from '../../src/core/kernel';
import { type Edit, refactor, refactorLoop } from '../../src/core/refactorings';
import type { DiskTree } from '../refactorings/tree/disk';
import { changed, openBench } from '../refactorings/tree/survey';

/** What an edit is to those who are offered it. */
export type Kind = 'safe' | 'asked' | 'no gain';

/** An edit that is offered for a tree, once for all ops that share it. */
export interface Offered {
  readonly refactoring: string;
  readonly kind: Kind;
  /** Ops with slot, or functions with a loop. */
  readonly places: readonly string[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Tells edits apart, from one run to the next too. */
  readonly key: string;
}

export interface OfferedRequest {
  readonly slots: readonly SlotName[];
  readonly ops?: string | undefined;
  readonly only?: string | undefined;
}

/** Every edit that any refactoring offers for any handler or loop of a tree; what costs most now comes first. */
export async function offeredEdits(
  tree: DiskTree,
  { slots, ops: named, only }: OfferedRequest,
): Promise<readonly Offered[]> {
  const { workbench, analysis } = await openBench(tree, slots);
  const found = new Map<string, Offered>();
  const add = (place: string, edit: Edit): void => {
    if (only !== undefined && edit.refactoring !== only) return;
    const [before, after] = changed(tree, edit.edits);
    const key = keyOf(edit.refactoring, before, after);
    const places = [...(found.get(key)?.places ?? []), place];
    found.set(key, { refactoring: edit.refactoring, kind: kindOf(edit), places, before, after, key });
  };
  for (const ops of analysis.ops) {
    if (named !== undefined && ops.name !== named) continue;
    for (const exitPath of ops.exitPaths) {
      const outcomes = await refactor({ ...workbench, ops, exitPath, all: analysis.ops });
      for (const outcome of outcomes)
        if (outcome.kind === 'edit') add(`${ops.name} .${exitPath.slot}`, outcome);
    }
  }
  for (const loop of analysis.loops) {
    if (named !== undefined && loop.function !== named) continue;
    for (const outcome of refactorLoop({ ...workbench, loop }))
      if (outcome.kind === 'edit') add(loop.function, outcome);
  }
  return [...found.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const ORDER: readonly Kind[] = ['safe', 'asked', 'no gain'];

const kindOf = ({ gainless, questions }: Edit): Kind =>
  gainless ? 'no gain' : questions.length > 0 ? 'asked' : 'safe';

function keyOf(id: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(id);
  for (const [file, text] of [...after].sort()) hash.update(`\0${file}\0${before.get(file)}\0${text}`);
  return hash.digest('hex').slice(0, 16);
}
