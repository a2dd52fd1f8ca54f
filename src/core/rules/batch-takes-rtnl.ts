import { reportEach } from './reports';
import type { Rule } from './rule';
import { rtnlSlot, rtnlWayOut } from './wording';

/** An RTNL section of a batch handler's own. Why it costs and what to do: docs/rules/batch-takes-rtnl.md */
export const batchTakesRtnl: Rule = {
  code: 'batch-takes-rtnl',
  severity: 'information',
  summary: 'a batch handler that takes RTNL itself although this tree has a slot that runs under RTNL',
  slots: ['exit_batch'],
  checkExitPath: ({ exitPath, tree }) =>
    reportEach({
      exitPath,
      effects: rtnlSlot(tree)
        ? exitPath.effects.filter(effect => effect.kind === 'rtnl' && effect.per === 'batch')
        : [],
      pays: () => 'takes RTNL once per batch',
      wayOut: () => rtnlWayOut(tree),
    }),
};
