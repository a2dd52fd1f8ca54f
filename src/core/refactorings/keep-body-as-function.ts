import { isGlobal, obstacleToBatch, takesLong } from './batch-draft';
import type { Case } from './case';
import { FOR_A_KEPT_BODY } from './checks';
import { draftOf } from './draft';
import { type Lock, lockOf } from './reading/locks';
import type { Statement } from './reading/statement';
import { type UnlockedBody, unlockedBody } from './reading/unlocked-body';
import { type Refactoring, refusal } from './refactoring';
import { rtnlSlotOf } from './slot-choice';
import { netLoop } from './writing/batch';
import { block, headerWith } from './writing/functions';
import { handlerName, listHabit, localName, nameForOne } from './writing/names';
import { type NewFunction, replaceHandler } from './writing/replace-handler';

/** A body with return or goto stays a function, the lock goes around a loop that calls it: docs/refactorings/keep-body-as-function.md */
export const keepBodyAsFunction: Refactoring = {
  id: 'keep-body-as-function',
  summary: 'keep a body with return or goto as a function, and take its lock once around a loop over calls',
  short: 'Lock once per batch, keep the body',
  serves: ['exit-takes-rtnl', 'exit-takes-global-lock'],
  slots: ['exit'],
  checks: FOR_A_KEPT_BODY,
  draft: subject => {
    const { handler, tree, text } = subject;
    if (handler.statements.every(({ jumps }) => jumps.length === 0)) return null;
    const taken = handler.statements.find(statement => globalLockOf(subject, statement) !== null);
    const lock = taken && globalLockOf(subject, taken);
    if (!taken || !lock) return null;
    const obstacle = obstacleToBatch(subject);
    if (obstacle) return obstacle;
    const body = unlockedBody(handler, taken, lock);
    if (typeof body === 'string')
      return refusal(
        `\`${handler.name}\` is better changed by hand: ${body}`,
        '84a7d6797e6a as mailed returned between lock and unlock',
        8,
      );
    const slot = lock.isRtnl ? rtnlSlotOf(tree) : null;
    const [parameter] = handler.parameters;
    const net = parameter!.name;
    if (slot === 'exit_rtnl') {
      const name = handlerName(text, handler.name, slot, [handler.name]);
      const assertion = tree.assertsRtnlNet ? `ASSERT_RTNL_NET(${net});` : 'ASSERT_RTNL();';
      const written = oneFunction(
        subject,
        body,
        name,
        [`struct net *${net}`, 'struct list_head *dev_kill_list'],
        assertion,
      );
      return draft(subject, body, lock, [written], { slot, handler: name });
    }
    const one = oneFunction(
      subject,
      body,
      nameForOne(text, handler.name),
      [parameter!.written],
      lock.isRtnl ? 'ASSERT_RTNL();' : null,
    );
    const batchSlot = slot ?? 'exit_batch';
    const name = handlerName(text, handler.name, batchSlot, [handler.name]);
    const list = localName(listHabit(text), new Set([net]));
    const { unit } = handler;
    const call = { lines: `${unit}${one.name}(${net});`, blankBefore: false } as Statement;
    const loop = netLoop({
      unit,
      net,
      list,
      declarations: [],
      first: [],
      statements: [call],
      relaxes: slot === null && takesLong(subject, handler.statements),
    });
    const statements = [
      `${unit}${slot ? 'ASSERT_RTNL()' : lock.takes};`,
      loop,
      ...(slot || lock.guarded ? [] : [`${unit}${body.unlocks[0]};`]),
    ].join('\n');
    const parameters = [`struct list_head *${list}`, ...(slot ? ['struct list_head *dev_kill_list'] : [])];
    const header = headerWith(handler, name, parameters);
    const batch = { name, header, text: header + block([`${unit}struct net *${net};`], statements) };
    return draft(subject, body, lock, [one, batch], { slot: batchSlot, handler: name });
  },
};

function globalLockOf(subject: Case, statement: Statement): Lock | null {
  const lock = lockOf(statement);
  return lock && isGlobal(subject, lock, statement) ? lock : null;
}

function oneFunction(
  { handler }: Case,
  body: UnlockedBody,
  name: string,
  parameters: readonly string[],
  assertion: string | null,
): NewFunction {
  const { unit } = handler;
  const header = headerWith(handler, name, parameters);
  const asserted = assertion === null ? body.statements : `${unit}${assertion}\n${body.statements}`;
  return { name, header, text: header + block(body.declarations, asserted) };
}

function draft(
  subject: Case,
  body: UnlockedBody,
  lock: Lock,
  functions: readonly NewFunction[],
  member: Parameters<typeof replaceHandler>[2][number],
) {
  const { handler } = subject;
  return draftOf({
    title: `Keep the body of \`${handler.name}\` as a function and take ${lock.isRtnl ? 'RTNL' : `\`${lock.name}\``} once per batch`,
    edits: [replaceHandler(subject, functions, [member], member.handler)],
    slots: [member.slot],
    phases: [handler.statements],
    lock,
    underLock: handler.statements,
    newlyLocked: body.newlyLocked,
    movedUp: member.slot === 'exit_batch' ? [] : handler.statements,
  });
}
