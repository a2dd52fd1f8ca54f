import { perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { often, rtnlWayOut } from './wording';

/** RTNL taken once per netns on an exit path. Why it costs and what to do: docs/rules/exit-takes-rtnl.md */
export const exitTakesRtnl: Rule = {
  code: 'exit-takes-rtnl',
  severity: 'warning',
  summary: 'RTNL taken once per netns on an exit path',
  slots: ['pre_exit', 'exit'],
  checkExitPath: ({ exitPath, tree }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(effect => effect.kind === 'rtnl' && perNet(effect)),
      pays: effect => `takes RTNL ${often(effect)}${hiddenIn(effect)}`,
      wayOut: () => rtnlWayOut(tree),
    }),
};

/** Some functions take RTNL without the word lock in their name: in the handler's own body they are named. */
const hiddenIn = ({ primitive, depth }: { primitive: string; depth: number }): string =>
  depth > 1 || /lock/.test(primitive) ? '' : ` in \`${primitive}\``;
