import { EXIT_SLOTS } from '../kernel';
import type { Effect } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { unregistersOneByOne } from './unregisters';
import { ONE_LIST, quote, through, unregisterWayOut } from './wording';

/** Each device unregistered alone, anywhere. Why it costs and what to do: docs/rules/unregister-one-by-one.md */
export const unregisterOneByOne: Rule = {
  code: 'unregister-one-by-one',
  severity: 'warning',
  summary: 'devices unregistered one by one in a loop, on an exit path or anywhere else',
  slots: EXIT_SLOTS,
  checkExitPath: ({ exitPath, tree, inLoop }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(effect => unregistersOneByOne(effect) && !inLoop(effect)),
      pays,
      wayOut: () => unregisterWayOut(exitPath.slot, tree),
    }),
  checkLoop: ({ loop: { function: name, effect } }) =>
    unregistersOneByOne(effect)
      ? [{ message: `${quote(name)} ${pays(effect)}${through(effect)}; ${ONE_LIST}`, effect }]
      : [],
};

const pays = ({ primitive }: Effect): string => `unregisters devices one by one with ${quote(primitive)}`;
