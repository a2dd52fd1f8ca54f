import { type Effect, perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { often, quote } from './wording';

/** A wait for RCU readers or callbacks once per netns. Why it costs and what to do: docs/rules/exit-waits-grace-period.md */
export const exitWaitsGracePeriod: Rule = {
  code: 'exit-waits-grace-period',
  severity: 'warning',
  summary: 'a grace period or an RCU barrier waited for once per netns on an exit path',
  slots: ['pre_exit', 'exit_rtnl', 'exit'],
  checkExitPath: ({ exitPath, tree }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(
        effect => (effect.kind === 'grace-period' || effect.kind === 'rcu-barrier') && perNet(effect),
      ),
      pays: effect => `waits in ${quote(effect.primitive)} ${often(effect)}`,
      wayOut: effect => wayOut(effect, tree.offers('pre_exit')),
    }),
};

/** The core waits for one grace period between all `.pre_exit` and all other exit slots, but for no callbacks. */
function wayOut({ kind, primitive }: Effect, hasPreExit: boolean): string {
  if (/^kv?free_rcu/.test(primitive)) return 'freed through an rcu_head, nothing would wait';
  return kind === 'grace-period' && hasPreExit
    ? 'split into `.pre_exit` and `.exit`, it would need no wait of its own'
    : '`.exit_batch` could wait once for the whole batch';
}
