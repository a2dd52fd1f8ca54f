import { perNet } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { often, quote } from './wording';

/** A table of all netns walked once per netns. Why it costs and what to do: docs/rules/exit-walks-global-table.md */
export const exitWalksGlobalTable: Rule = {
  code: 'exit-walks-global-table',
  severity: 'information',
  summary: 'a table shared by all netns walked and filtered once per netns on an exit path',
  slots: ['pre_exit', 'exit'],
  checkExitPath: ({ exitPath }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(effect => effect.kind === 'table-walk' && perNet(effect)),
      pays: effect =>
        effect.lock === null
          ? `walks a table of all netns ${often(effect)} with ${quote(effect.primitive)}`
          : `walks ${quote(effect.lock)}, a table of all netns, ${often(effect)}`,
      wayOut: () => '`.exit_batch` could walk it once for the whole batch',
    }),
};
