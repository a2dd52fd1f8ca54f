import { coreHasRtnl, draftBatch, lockText, obstacleToBatch, sharedSteps } from './batch-draft';
import { FOR_A_BATCH } from './checks';
import type { Refactoring } from './refactoring';
import { sharesLock } from './slot-choice';

/** One lock around the body of `.exit` becomes one lock around the loop of `.exit_batch`: docs/refactorings/wrap-and-hoist.md */
export const wrapAndHoist: Refactoring = {
  id: 'wrap-and-hoist',
  summary: 'run `.exit` once per batch, with the lock around the loop',
  short: 'Lock once per batch',
  serves: ['exit-takes-rtnl', 'exit-takes-global-lock'],
  slots: ['exit'],
  checks: FOR_A_BATCH,
  fits: sharesLock,
  draft: subject => {
    const steps = sharedSteps(subject);
    if ('kind' in steps) return steps;
    const [lock, body, unlock] = steps;
    if (steps.length !== 3 || lock?.kind !== 'lock' || body?.kind !== 'nets' || unlock?.kind !== 'unlock')
      return null;
    if (coreHasRtnl(subject, steps)) return null;
    const obstacle = obstacleToBatch(subject);
    return (
      obstacle ??
      draftBatch(
        subject,
        steps,
        `Run \`${subject.handler.name}\` once per batch and take ${lockText(lock.lock)} once`,
      )
    );
  },
};
