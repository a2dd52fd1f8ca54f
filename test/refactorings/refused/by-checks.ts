import type { Case } from '../../../src/core/refactorings/case';
import { oneDefinition } from '../../../src/core/refactorings/checks/callers';
import { noLockRemoved, noLockReplaced } from '../../../src/core/refactorings/checks/locks';
import { whatFollowsStaysBehind } from '../../../src/core/refactorings/checks/positions';
import { namesAreFree, slotExists } from '../../../src/core/refactorings/checks/text';
import { type Draft, draftOf } from '../../../src/core/refactorings/draft';
import type { Statement } from '../../../src/core/refactorings/reading/statement';
import type { Check } from '../../../src/core/refactorings/refactoring';

/** A draft that no refactoring makes, and the check that would stop it. */
interface Stopped {
  readonly what: string;
  readonly check: Check;
  readonly subject: Partial<Case>;
  readonly draft: Partial<Draft>;
  readonly says: RegExp;
}

const statement = { code: 'quux_drop_rules(net);' } as Statement;

const TWICE = 'static void quux_exit(struct net *net)\n{\n}\n';

/** What must not come about whoever drafts it: the drafts of today respect these by themselves. */
export const STOPPED = asked([
  {
    what: 'row 2: a statement from behind the unlock under the lock',
    check: whatFollowsStaysBehind,
    subject: {},
    draft: { underLock: [statement], afterLock: [statement] },
    says: /from behind the unlock would run under the lock/,
  },
  {
    what: 'row 30: a lock taken away, and nobody who holds it',
    check: noLockRemoved,
    subject: {},
    draft: { underLock: [statement], slots: ['exit'] },
    says: /would run without/,
  },
  {
    what: 'row 22: a slot that the tree has not',
    check: slotExists,
    subject: { tree: { offers: slot => slot !== 'exit_rtnl', assertsRtnlNet: false } },
    draft: { slots: ['exit_rtnl'] },
    says: /this tree has no `.exit_rtnl`/,
  },
  {
    what: 'row 19: two definitions of the handler',
    check: oneDefinition,
    subject: { text: TWICE + TWICE, handler: { name: 'quux_exit' } as Case['handler'] },
    draft: {},
    says: /several definitions under #if/,
  },
  {
    what: 'row 17: a local with the name of the parameter',
    check: namesAreFree,
    subject: {
      handler: {
        name: 'quux_exit',
        parameters: [{ name: 'net', written: 'struct net *net' }],
        declarations: [{ declarators: [{ name: 'net' }] }],
      } as unknown as Case['handler'],
    },
    draft: {},
    says: /`net` is declared twice/,
  },
]);

/** A draft that nobody makes, and that would raise a question. */
export const QUESTIONED = asked([
  {
    what: 'row 29: a global lock given up for a slot in which nobody holds it',
    check: noLockReplaced,
    subject: {},
    draft: {
      lock: { name: 'quux_mutex', isRtnl: false, takes: 'mutex_lock(&quux_mutex)' },
      slots: ['pre_exit'],
      underLock: [statement],
    },
    says: /`quux_mutex` would no longer be held. What else did it protect/,
  },
]);

function asked(drafts: readonly Stopped[]) {
  return drafts.map(stopped => ({
    ...stopped,
    asked: () =>
      stopped.check.of(
        stopped.subject as unknown as Case,
        draftOf({ title: '', edits: [], slots: [], phases: [], ...stopped.draft }),
      ),
  }));
}
