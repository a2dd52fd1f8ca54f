import type { Rule } from './rule';
import { quote } from './wording';

/** A cheap `.exit` that is best left alone. Why it is said at all: docs/rules/exit-without-batch.md */
export const exitWithoutBatch: Rule = {
  code: 'exit-without-batch',
  severity: 'information',
  summary: 'an `.exit` without a batch member where nothing else was found: only the loop would move',
  slots: ['exit'],
  lastResort: true,
  checkExitPath: ({ ops, exitPath, inLoop }) => {
    const batched = BATCH_MEMBERS.some(member => Object.hasOwn(ops.members, member));
    if (batched || exitPath.definition === null || exitPath.effects.some(inLoop)) return [];
    return [
      {
        message: `${quote(exitPath.handler)} pays nothing that netns could share; \`.exit_batch\` would only move the loop`,
        effect: null,
      },
    ];
  },
};

const BATCH_MEMBERS = ['exit_batch', 'exit_batch_rtnl', 'exit_rtnl'];
