import { perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { unregisters, unregistersOneByOne } from './unregisters';
import { often, quote, unregisterWayOut } from './wording';

/** Devices unregistered once per netns. Why it costs and what to do: docs/rules/exit-unregisters-per-net.md */
export const exitUnregistersPerNet: Rule = {
  code: 'exit-unregisters-per-net',
  severity: 'warning',
  summary: 'devices unregistered once per netns on an exit path',
  slots: ['pre_exit', 'exit_rtnl', 'exit'],
  checkExitPath: ({ exitPath, tree }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(
        effect => unregisters(effect) && perNet(effect) && !unregistersOneByOne(effect),
      ),
      pays: effect => `unregisters devices ${often(effect)} with ${quote(effect.primitive)}`,
      wayOut: () => unregisterWayOut(exitPath.slot, tree),
    }),
};
