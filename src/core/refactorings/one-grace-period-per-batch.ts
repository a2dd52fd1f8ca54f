import { coreHasRtnl, draftBatch, obstacleToBatch, sharedSteps } from './batch-draft';
import { FOR_A_BATCH } from './checks';
import type { Refactoring } from './refactoring';

/** Unhook all netns, wait once, free all: docs/refactorings/one-grace-period-per-batch.md */
export const oneGracePeriodPerBatch: Refactoring = {
  id: 'one-grace-period-per-batch',
  summary: 'unhook all netns of the batch, wait once for readers or callbacks, then free all',
  short: 'Wait once per batch',
  serves: ['exit-waits-grace-period'],
  slots: ['exit'],
  checks: FOR_A_BATCH,
  draft: subject => {
    const steps = sharedSteps(subject);
    if ('kind' in steps) return steps;
    const wait = steps.find(({ kind }) => kind === 'wait');
    if (wait?.kind !== 'wait' || coreHasRtnl(subject, steps)) return null;
    const title = `Wait in \`${wait.statement.call!.name}\` once per batch in \`${subject.handler.name}\``;
    return obstacleToBatch(subject) ?? draftBatch(subject, steps, title);
  },
};
