import { type Case, isGlobalLock } from './case';
import { type Draft, draftOf } from './draft';
import { decidedUnderLock } from './reading/branch';
import type { Lock } from './reading/locks';
import type { Statement } from './reading/statement';
import { listUnregistered, type NetsStep, type Step, stepsOf } from './reading/steps';
import { type Refusal, refusal } from './refactoring';
import { rtnlSlotOf } from './slot-choice';
import { writeBatch } from './writing/batch';
import { handlerName } from './writing/names';
import { replaceHandler } from './writing/replace-handler';

/** The handler's steps if every lock of the whole kernel, and every plain wait, could be paid once for all. */
export function sharedSteps(subject: Case): readonly Step[] | Refusal {
  const steps = stepsOf(subject.handler, {
    isShared: (lock, at) => isGlobal(subject, lock, at),
    waits: true,
  });
  return typeof steps === 'string'
    ? refusal(
        `\`${subject.handler.name}\` cannot be split: ${steps}`,
        '84a7d6797e6a: a return between lock and unlock',
        8,
      )
    : steps;
}

/** Whether a lock that a statement takes is one of the whole kernel, which a batch could take once. */
export const isGlobal = ({ effectsOf }: Case, lock: Lock, at: Statement): boolean =>
  lock.isRtnl || effectsOf(at).some(isGlobalLock);

export const stepsInclude = (steps: readonly Step[], kind: Step['kind']): boolean =>
  steps.some(step => step.kind === kind);

/** True where a batch handler of this tree should not take RTNL itself: the core has it already in another slot. */
export const coreHasRtnl = (subject: Case, steps: readonly Step[]): boolean =>
  steps.some(step => step.kind === 'lock' && step.lock?.isRtnl === true) && rtnlSlotOf(subject.tree) !== null;

/** What stands in the way of giving this ops an `.exit_batch` instead of its `.exit`. */
export function obstacleToBatch({ ops, handler }: Case): Refusal | null {
  for (const slot of ['exit_batch', 'exit_batch_rtnl', 'exit_rtnl']) {
    const other = ops.members[slot];
    if (other === undefined) continue;
    return refusal(
      `\`${ops.name}\` already has \`.${slot}\` (\`${other}\`). Within one ops the core runs all \`.exit\` before \`.exit_batch\`: merge the two by hand, the work of \`${handler.name}\` first`,
      'fib4_semantics_exit had to move to a third loop when its ops was split in two (2025)',
      5,
    );
  }
  return null;
}

/**
 * Whether statements take long for one netns: a walk over what belongs to all. The core calls cond_resched() between two
 * `.exit` (2836615aa22d), a batch handler must do so itself; ea3e91666ddd and ee403248fa6d do, under their locks.
 */
export const takesLong = ({ effectsOf }: Case, statements: readonly Statement[]): boolean =>
  statements.some(statement => effectsOf(statement).some(({ kind }) => kind === 'table-walk'));

/**
 * The draft of an `.exit_batch` that runs these steps.
 * @param relaxes every loop gives other tasks a chance, not only those that take long
 */
export function draftBatch(subject: Case, steps: readonly Step[], title: string, relaxes = false): Draft {
  const { handler, text } = subject;
  const lists = new Set(
    steps.flatMap(step => (step.kind === 'unregister' ? [listUnregistered(step.statement)!] : [])),
  );
  const name = handlerName(text, handler.name, 'exit_batch', [handler.name]);
  const written = writeBatch({
    handler,
    steps,
    name,
    lists,
    relaxes: statements => relaxes || takesLong(subject, statements),
  });
  const edits = [
    replaceHandler(subject, [{ name, ...written }], [{ slot: 'exit_batch', handler: name }], name),
  ];
  const [list] = lists;
  return draftOf({
    title,
    edits,
    slots: ['exit_batch'],
    phases: phasesOf(steps),
    list: list ?? null,
    ...aroundLock(steps),
  });
}

export const phasesOf = (steps: readonly Step[]): readonly (readonly Statement[])[] =>
  steps.filter((step): step is NetsStep => step.kind === 'nets').map(({ statements }) => statements);

/** Where each statement stands relative to the lock (of several: to each). */
export function aroundLock(
  steps: readonly Step[],
): Pick<Draft, 'lock' | 'underLock' | 'beforeLock' | 'afterLock' | 'newlyLocked'> {
  let lock: Lock | null = null;
  let held = false;
  const underLock: Statement[] = [];
  const beforeLock: Statement[] = [];
  const afterLock: Statement[] = [];
  for (const step of steps) {
    if (step.kind === 'lock') {
      held = true;
      lock ??= step.lock;
    } else if (step.kind === 'unlock') held = false;
    else if (step.kind === 'nets')
      (held ? underLock : lock ? afterLock : beforeLock).push(...step.statements);
  }
  const newlyLocked = decidedUnderLock(underLock);
  return lock
    ? { lock, underLock, beforeLock, afterLock, newlyLocked }
    : { lock, underLock, beforeLock: [], afterLock: [], newlyLocked };
}

/** "RTNL", or the lock as the code calls it; where there is none, what is split at is a wait. */
export const lockText = (lock: Lock | null): string =>
  lock === null ? 'the wait' : lock.isRtnl ? 'RTNL' : `\`${lock.name}\``;
