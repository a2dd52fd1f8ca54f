import type { Ops } from '../project';
import { refactor } from './refactor';
import type { ExitPathRequest, Outcome } from './refactoring';

/**
 * As `refactor`, for whoever knows only some of the tree's ops: the files that a refactoring looks into, since they name a function
 * that would change, are asked for theirs.
 * @param opsOf the ops of a C file
 */
export async function refactorInTree(
  request: ExitPathRequest,
  opsOf: (file: string) => Promise<readonly Ops[]>,
): Promise<readonly Outcome[]> {
  const asked = new Set<string>();
  const texts: ExitPathRequest['texts'] = {
    read: file => request.texts.read(file),
    filesMentioning: async word => {
      const files = await request.texts.filesMentioning(word);
      for (const file of files) asked.add(file);
      return files;
    },
  };
  const outcomes = await refactor({ ...request, texts });
  const known = new Set(request.all.map(({ file }) => file));
  const learnt: Ops[] = [];
  for (const file of [...asked].sort())
    if (file.endsWith('.c') && !known.has(file)) learnt.push(...(await opsOf(file)));
  return learnt.length === 0 ? outcomes : refactor({ ...request, all: [...request.all, ...learnt] });
}
