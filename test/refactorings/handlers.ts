import type { SlotName } from '../../src/core/kernel';
import type { Outcome } from '../../src/core/refactorings';
import { readFixture } from '../support/fixture';
import { outcomeOf } from './bench';

/** A handler, a refactoring, and what must be said about the two. */
export interface Row {
  readonly row: number | null;
  readonly what: string;
  readonly id: string;
  readonly slot?: SlotName;
  readonly code: string;
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

export function outcomeFor({ code, id, slot = 'exit' }: Row): Promise<Outcome | undefined> {
  const { files, slots } = readFixture(code);
  return outcomeOf({ files, slots }, id, slot);
}
