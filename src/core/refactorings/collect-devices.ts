import { coreHasRtnl, draftBatch, obstacleToBatch, sharedSteps, stepsInclude } from './batch-draft';
import { FOR_A_BATCH } from './checks';
import type { Refactoring } from './refactoring';
import { rtnlSlotOf } from './slot-choice';

/** Devices of all netns on one list, unregistered once: docs/refactorings/collect-devices.md */
export const collectDevices: Refactoring = {
  id: 'collect-devices',
  summary: 'collect the devices of all netns on one list and unregister them once',
  short: 'Unregister devices once per batch',
  serves: ['exit-unregisters-per-net', 'exit-takes-rtnl', 'unregister-one-by-one'],
  slots: ['exit'],
  loops: true,
  checks: FOR_A_BATCH,
  fits: (code, offers) => code === 'unregister-one-by-one' || rtnlSlotOf({ offers }) === null,
  draft: subject => {
    const steps = sharedSteps(subject);
    if ('kind' in steps) return steps;
    if (!stepsInclude(steps, 'unregister') || coreHasRtnl(subject, steps)) return null;
    const title = `Collect the devices of all netns in \`${subject.handler.name}\` and unregister them once per batch`;
    return obstacleToBatch(subject) ?? draftBatch(subject, steps, title);
  },
};
