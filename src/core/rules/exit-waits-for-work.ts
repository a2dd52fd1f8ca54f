import { type Effect, perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { often, quote } from './wording';

/** A wait for work, a timer or a thread once per netns. Why it costs and what to do: docs/rules/exit-waits-for-work.md */
export const exitWaitsForWork: Rule = {
  code: 'exit-waits-for-work',
  severity: 'information',
  summary: 'work, a timer or a thread waited for once per netns on an exit path',
  slots: ['pre_exit', 'exit_rtnl', 'exit'],
  checkExitPath: ({ exitPath }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(
        effect => effect.kind === 'work-wait' && perNet(effect) && effect.confidence !== 'low',
      ),
      pays: effect => `waits in ${quote(effect.primitive)} ${often(effect)}`,
      wayOut,
    }),
};

/** A flush waits for everything queued so far, of all netns; any other wait is for one object only. */
const wayOut = ({ primitive }: Effect): string =>
  /^(?:__)?(?:flush|drain)_(?:scheduled_work|workqueue)$/.test(primitive)
    ? 'queued for all netns first, one flush per batch would do'
    : 'batching alone does not help, stopping all of them before the first wait would';
