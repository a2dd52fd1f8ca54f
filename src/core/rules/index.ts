import { batchRepeatsWait } from './batch-repeats-wait';
import { batchTakesRtnl } from './batch-takes-rtnl';
import { exitTakesGlobalLock } from './exit-takes-global-lock';
import { exitTakesRtnl } from './exit-takes-rtnl';
import { exitUnregistersPerNet } from './exit-unregisters-per-net';
import { exitWaitsForWork } from './exit-waits-for-work';
import { exitWaitsGracePeriod } from './exit-waits-grace-period';
import { exitWalksGlobalTable } from './exit-walks-global-table';
import { exitWithoutBatch } from './exit-without-batch';
import { initAllocatesTable } from './init-allocates-table';
import { type Case, type Judgement, judgeBy } from './judge';
import type { Rule } from './rule';
import { type Applied, applySuppressions, type ToSuppress } from './suppressions';
import { unregisterOneByOne } from './unregister-one-by-one';

export { type Finding, type Rule, SEVERITIES, type Severity } from './rule';
export { parseSuppressions } from './suppressions';
export { often } from './wording';

/** All rules there are, in the order of the documentation: what costs most and is surest comes first. */
export const RULES: readonly Rule[] = [
  exitTakesRtnl,
  exitWaitsGracePeriod,
  exitUnregistersPerNet,
  unregisterOneByOne,
  batchRepeatsWait,
  batchTakesRtnl,
  exitTakesGlobalLock,
  exitWalksGlobalTable,
  exitWaitsForWork,
  exitWithoutBatch,
  initAllocatesTable,
];

/** The findings of all rules; see `judgeBy`. */
export const judge = (toJudge: Case): Judgement => judgeBy(RULES, toJudge);

/** Takes away what comments in the code silence; see `applySuppressions`. */
export const suppress = (toSuppress: Omit<ToSuppress, 'codes'>): Applied =>
  applySuppressions({ ...toSuppress, codes: RULES.map(({ code }) => code) });
