import type { Ops } from '../../core/project';
import { type Outcome, refactorInTree, refactorLoop } from '../../core/refactorings';
import type { Finding } from '../../core/rules';
import type { ActionRequest } from './index';

/** What can be done about one handler or loop of a file, and what is reported about it. */
export interface Considered {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
}

/**
 * What the refactorings say about the handlers and loops of a file, in the order of its text.
 * @param isWanted whether the line of a handler in its ops, or of a call in its loop, is of interest; 1-based
 */
export async function considered(
  { located, token }: Pick<ActionRequest, 'located' | 'token'>,
  isWanted: (line: number) => boolean,
): Promise<readonly Considered[]> {
  const { answer, session, effective } = located;
  const paths = answer.ops.flatMap(ops =>
    ops.exitPaths.filter(({ range }) => isWanted(range.start.line)).map(exitPath => ({ ops, exitPath })),
  );
  const loops = answer.loops.filter(({ range }) => isWanted(range.start.line));
  if (paths.length === 0 && loops.length === 0) return [];
  const bench = session.workbench(answer.slots);
  const opsOf = async (file: string): Promise<readonly Ops[]> =>
    (await session.answer(file, effective.configuration, () => token.isCancellationRequested))?.ops ?? [];
  const found: Considered[] = [];
  for (const { ops, exitPath } of paths)
    found.push({
      outcomes: await refactorInTree({ ...bench, ops, exitPath, all: answer.ops }, opsOf),
      findings: answer.findings.filter(one => one.ops === ops.name && one.slot === exitPath.slot),
    });
  for (const loop of loops)
    found.push({
      outcomes: refactorLoop({ ...bench, loop }),
      findings: answer.findings.filter(
        one => one.ops === null && one.range.start.line === loop.range.start.line,
      ),
    });
  return found;
}
