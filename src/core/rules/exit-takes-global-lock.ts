import { type Effect, isLockOfService, perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { often, quote } from './wording';

/** A lock of all netns taken once per netns. Why it costs and what to do: docs/rules/exit-takes-global-lock.md */
export const exitTakesGlobalLock: Rule = {
  code: 'exit-takes-global-lock',
  severity: 'information',
  summary: 'a mutex or rwsem shared by all netns taken once per netns on an exit path',
  slots: ['pre_exit', 'exit'],
  checkExitPath: ({ exitPath }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(
        effect =>
          effect.kind === 'global-lock' && shared(effect) && perNet(effect) && !isLockOfService(effect),
      ),
      pays: effect =>
        `takes ${isCertain(effect) ? 'the global ' : ''}${quote(effect.lock!)} ${often(effect)}`,
      wayOut: effect =>
        `${isCertain(effect) ? '' : 'if all netns share it, '}\`.exit_batch\` could take it once for the whole batch`,
      confidence: effect => (isCertain(effect) ? effect.confidence : 'low'),
    }),
};

const isCertain = ({ lockOwner }: Effect): boolean => lockOwner === 'global';

/** A lock whose owner is unknown is worth a look in the handler and its helpers; below, it is some subsystem's own. */
const LOOKED_AT_DEPTH = 2;

/** A lock without an expression sits inside a function that takes no list: a batch handler could not take it once. */
const shared = ({ lock, lockOwner, confidence, depth }: Effect): boolean =>
  lock !== null &&
  (lockOwner === 'global' ? confidence !== 'low' : lockOwner === 'unknown' && depth <= LOOKED_AT_DEPTH);
