import type { SlotName } from '../../src/core/kernel';
import {
  type Outcome,
  REFACTORINGS,
  type Refactoring,
  refactor,
  refactorLoop,
} from '../../src/core/refactorings';
import { readFixture } from '../support/fixture';
import { analysed, requestFor, type Tree, workbenchOf } from './bench';

/** A handler, a refactoring, and what must be said about the two. */
export interface Row {
  readonly row: number | null;
  readonly what: string;
  readonly id: string;
  /** `loop`: the first loop that unregisters devices one by one. */
  readonly slot?: SlotName | 'loop';
  readonly code: string;
  /** What the files are by the time of the edit, if that is not what was analysed. */
  readonly now?: string;
  /** Part of the reason or the question. */
  readonly says: RegExp;
}

/** An ops with an `.exit` of this body. */
export const EXIT = (body: string, before = '', members = ''): string => `
${before}static void __net_exit quux_exit_net(struct net *net)
{
${body}
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
${members}};
`;

export const LOCKED = '\trtnl_lock();\n\tquux_drop_rules(net);\n\trtnl_unlock();';

/** The outcome of one refactoring; for `none`, why no refactoring is about the handler. */
export async function outcomeFor({ code, now, id, slot = 'exit' }: Row): Promise<Outcome | undefined> {
  const { files, slots } = readFixture(code);
  const { ops, loops } = await analysed({ files, slots });
  const tree: Tree = { files: now === undefined ? files : readFixture(now).files, slots };
  if (slot === 'loop') return refactorLoop({ ...(await workbenchOf(tree)), loop: loops[0]! })[0];
  const request = await requestFor(tree, ops[0]!, ops, slot);
  const outcomes = await (id === 'none' ? refactor(request) : refactor(request, wanted(id)));
  return outcomes.find(({ refactoring }) => id !== 'none' || refactoring === 'none');
}

function wanted(id: string): readonly Refactoring[] {
  const found = REFACTORINGS.filter(refactoring => refactoring.id === id);
  if (found.length === 0) throw new Error(`There is no refactoring ${id}`);
  return found;
}
