import type { Offered } from './edits';
import { type Compiled, compile, type KernelBuild, newMessages, objectOf, prepareObjects } from './objects';
import type { Result, Results } from './results';

export interface CheckRequest {
  readonly kernel: KernelBuild;
  readonly edits: readonly Offered[];
  readonly results: Results;
  /** Milliseconds since 1970 after which no object is begun. */
  readonly until: number;
  readonly say: (line: string) => void;
}

/** An edit with what has become of its objects; fewer than it has where time ran out. */
export interface Checked {
  readonly edit: Offered;
  readonly results: readonly Result[];
  readonly isComplete: boolean;
}

/** Compiles the C files that each edit changes, before and after; what earlier runs have found is not done again. */
export function checkEdits({ kernel, edits, results, until, say }: CheckRequest): readonly Checked[] {
  const wanted = edits.map(edit => ({ edit, objects: objectsOf(edit) }));
  const open = wanted.flatMap(({ edit, objects }) =>
    objects.filter(object => !results.get(edit.key, object)),
  );
  const unbuildable = prepareObjects(kernel, [...new Set(open)]);
  const pristine = new Map<string, Compiled>();
  let done = 0;
  return wanted.map(({ edit, objects }) => {
    const own = objects.flatMap((object): Result[] => {
      const known = results.get(edit.key, object);
      if (known) return [known];
      const why = unbuildable.get(object);
      if (why === undefined && Date.now() > until) return [];
      const result = results.add({ key: edit.key, object, ...verdictOn(edit, object, why) });
      done++;
      say(
        `${done}/${open.length} ${result.verdict} ${object} (${edit.refactoring}: ${edit.places.join(', ')})`,
      );
      for (const line of result.details) say(`    ${line}`);
      return [result];
    });
    return { edit, results: own, isComplete: own.length === objects.length };
  });

  function verdictOn(
    edit: Offered,
    object: string,
    why: string | undefined,
  ): Pick<Result, 'verdict' | 'details'> {
    if (why !== undefined) return { verdict: 'skipped', details: [why] };
    const before = pristine.get(object) ?? compile(kernel, object, new Map());
    pristine.set(object, before);
    if (!before.ok)
      return { verdict: 'skipped', details: ['the unchanged file does not build', ...before.messages] };
    const after = compile(kernel, object, edit.after);
    const details = newMessages(before.messages, after.messages);
    if (!after.ok) return { verdict: 'fails', details };
    return { verdict: details.length > 0 ? 'warns' : 'ok', details };
  }
}

const objectsOf = ({ after }: Offered): readonly string[] =>
  [...after.keys()].filter(file => file.endsWith('.c')).map(objectOf);
