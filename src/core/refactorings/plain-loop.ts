import { type Effect, isLockToShare, perNet } from '../project';
import { draftBatch, obstacleToBatch, sharedSteps } from './batch-draft';
import { FOR_A_BATCH } from './checks';
import type { Refactoring } from './refactoring';

/** The loop moves from the core into the subsystem, nothing else: docs/refactorings/plain-loop.md */
export const plainLoop: Refactoring = {
  id: 'plain-loop',
  summary: 'move the loop over the netns from the core into the handler, which gains nothing',
  short: 'Loop over the batch (no gain)',
  serves: ['exit-without-batch'],
  slots: ['exit'],
  checks: FOR_A_BATCH,
  gainless: true,
  draft: subject => {
    const steps = sharedSteps(subject);
    if ('kind' in steps) return steps;
    if (steps.length !== 1 || steps[0]!.kind !== 'nets' || subject.exitPath.effects.some(couldBeShared))
      return null;
    const title = `Write \`${subject.handler.name}\` as a loop over the batch (no gain expected)`;
    return obstacleToBatch(subject) ?? draftBatch(subject, steps, title, true);
  },
};

/** Where something could be paid once, a bare loop would only hide that it is not. */
const couldBeShared = (effect: Effect): boolean =>
  perNet(effect) &&
  !['proc-teardown', 'work-wait', 'allocation'].includes(effect.kind) &&
  (effect.kind !== 'global-lock' || isLockToShare(effect));
