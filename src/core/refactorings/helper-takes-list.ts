import { FOR_A_HELPER } from './checks';
import { openHelper } from './helper-case';
import { listForHelper } from './list-for-helper';
import { lockToCallers } from './lock-to-callers';
import { isMade } from './reading/statement';
import { type Step, stepsOf } from './reading/steps';
import { type Refactoring, refusal } from './refactoring';
import { sectionToCore } from './section-to-core';

/** The lock or wait is in a helper, perhaps in another file, which gives it up or takes the list: docs/refactorings/helper-takes-list.md */
export const helperTakesList: Refactoring = {
  id: 'helper-takes-list',
  summary: 'let a helper take the list of netns, or leave its lock to its callers',
  short: 'Share what a helper takes',
  serves: ['exit-takes-rtnl', 'exit-takes-global-lock', 'exit-waits-grace-period', 'batch-takes-rtnl'],
  slots: ['exit', 'exit_batch'],
  checks: FOR_A_HELPER,
  draft: async subject => {
    if (subject.exitPath.slot === 'exit_batch') return sectionToCore(subject);
    const found = await openHelper(subject);
    if (found === null || 'kind' in found) return found;
    const { helper, effect, files, file } = found;
    const steps = stepsOf(helper, {
      isShared: lock => (effect.kind === 'rtnl' ? lock.isRtnl : lock.name === effect.lock),
      waits: effect.kind === 'grace-period' || effect.kind === 'rcu-barrier',
    });
    if (typeof steps === 'string') return refusal(`\`${helper.name}\` cannot be split: ${steps}`, '', 8);
    if (!steps.some(({ kind }) => kind === 'lock' || kind === 'wait'))
      return refusal(
        `\`${helper.name}\` calls \`${effect.primitive}\` in a branch or loop: it must be a statement of its own to be shared`,
      );
    const [lock, , unlock] = steps;
    // a lock that stands in a scope or branch is read as if it stood around it, and cannot be taken out where it stands
    const whole =
      steps.length === 3 && isOnce(lock, 'lock') && isOnce(unlock, 'unlock') && !isMade(lock.statement);
    const visible =
      effect.kind === 'rtnl' ||
      files.every(one => one.file === file || one.mentions.every(({ kind }) => kind !== 'call'));
    if (whole && visible) return lockToCallers(subject, found, lock, unlock);
    return listForHelper(subject, found, steps);
  },
};

const isOnce = <Kind extends 'lock' | 'unlock'>(
  step: Step | undefined,
  kind: Kind,
): step is Extract<Step, { readonly statement: unknown }> => step?.kind === kind;
