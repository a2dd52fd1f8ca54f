import type { Case } from './case';
import { FOR_PRE_EXIT } from './checks';
import { type Draft, draftOf } from './draft';
import { stepsOf } from './reading/steps';
import { type Refactoring, type Refusal, refusal } from './refactoring';
import { handlerName } from './writing/names';
import { writePerNet } from './writing/per-net';
import { replaceHandler } from './writing/replace-handler';

/** What stands before a wait for readers goes to `.pre_exit`; the core waits once for all: docs/refactorings/pre-exit-split.md */
export const preExitSplit: Refactoring = {
  id: 'pre-exit-split',
  summary: 'unhook in `.pre_exit`, let the core wait for readers, free in `.exit`',
  short: 'Unhook in .pre_exit',
  serves: ['exit-waits-grace-period'],
  slots: ['exit'],
  checks: FOR_PRE_EXIT,
  fits: (_, offers) => offers('pre_exit'),
  draft: subject => splitAtWait(subject),
};

const FREES = /\bk[vz]*free\w*\s*\(|\bvfree\s*\(|\bfree_percpu\s*\(/;

function splitAtWait(subject: Case): Draft | Refusal | null {
  const { handler, text, ops, tree } = subject;
  const steps = stepsOf(handler, { isShared: () => false, waits: true });
  if (typeof steps === 'string' || !tree.offers('pre_exit')) return null;
  const waits = steps.filter(step => step.kind === 'wait');
  const [wait] = waits;
  const [before, , after] = steps;
  // the core waits for readers, not for callbacks: rcu_barrier() has no place there
  if (wait?.kind !== 'wait' || !/^synchronize_(?:rcu|net)/.test(wait.statement.call!.name)) return null;
  if (waits.length > 1)
    return refusal(
      `\`${handler.name}\` waits ${waits.length} times; the core waits once between \`.pre_exit\` and \`.exit\``,
    );
  if (before?.kind !== 'nets' || after?.kind !== 'nets' || steps.length !== 3) return null;
  if (ops.members.pre_exit !== undefined)
    return refusal(
      `\`${ops.name}\` already has \`.pre_exit\` (\`${ops.members.pre_exit}\`): add what stands before the wait there by hand`,
    );
  const freed = before.statements.find(({ code }) => FREES.test(code));
  if (freed)
    return refusal(
      `\`${handler.name}\` frees before it waits (\`${freed.code.split('\n')[0]!.trim()}\`): readers may still use what \`.pre_exit\` would free`,
      'nothing is ever freed in .pre_exit: d7d99872c144',
    );
  const [parameter] = handler.parameters;
  const parameters = [parameter!.written];
  const name = handlerName(text, handler.name, 'pre_exit');
  const { declarations } = handler;
  const first = writePerNet({
    handler,
    name,
    parameters,
    declarations,
    statements: before.statements,
    assertion: null,
  });
  const second = writePerNet({
    handler,
    name: handler.name,
    parameters,
    declarations,
    statements: after.statements,
    assertion: null,
  });
  const remark = `/* one grace period has passed since ${name}() */\n`;
  return draftOf({
    title: `Unhook in \`.pre_exit\` and free in \`.exit\`, with the core's grace period between, in \`${ops.name}\``,
    edits: [
      replaceHandler(
        subject,
        [first, { ...second, text: remark + second.text }],
        [
          { slot: 'pre_exit', handler: name },
          { slot: 'exit', handler: handler.name },
        ],
        handler.name,
      ),
    ],
    slots: ['pre_exit'],
    phases: [before.statements, after.statements],
    beforeLock: before.statements,
    movedUp: before.statements,
  });
}
