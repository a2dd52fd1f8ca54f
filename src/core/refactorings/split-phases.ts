import { coreHasRtnl, draftBatch, lockText, obstacleToBatch, sharedSteps, stepsInclude } from './batch-draft';
import { FOR_A_BATCH } from './checks';
import type { Refactoring } from './refactoring';
import { sharesLock } from './slot-choice';

/** A lock around part of `.exit` becomes `.exit_batch` with a loop before, under and after it: docs/refactorings/split-phases.md */
export const splitPhases: Refactoring = {
  id: 'split-phases',
  summary: 'run `.exit` once per batch, in one loop before the lock, one under it, one after it',
  short: 'Lock once per batch, in phases',
  serves: ['exit-takes-rtnl', 'exit-takes-global-lock'],
  slots: ['exit'],
  checks: FOR_A_BATCH,
  fits: sharesLock,
  draft: subject => {
    const steps = sharedSteps(subject);
    if ('kind' in steps) return steps;
    const locked = steps.find(({ kind }) => kind === 'lock');
    if (!locked || steps.length <= 3 || stepsInclude(steps, 'unregister') || stepsInclude(steps, 'wait'))
      return null;
    if (coreHasRtnl(subject, steps)) return null;
    const lock = locked.kind === 'lock' ? locked.lock : null;
    const title = `Run \`${subject.handler.name}\` once per batch: what is outside ${lockText(lock)} in loops of its own`;
    return obstacleToBatch(subject) ?? draftBatch(subject, steps, title);
  },
};
