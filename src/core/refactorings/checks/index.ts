import type { Check } from '../refactoring';
import {
  commentsFollow,
  declaredAbove,
  helperIsNotVisibleElsewhere,
  noCallerWithOneNetns,
  noOpsElsewhere,
  noOtherUser,
  notVisibleElsewhere,
  oneDefinition,
} from './callers';
import { noValueCarried } from './carried';
import { noHelperUnregisters, nothingLeftUnused, oneWayToADevice } from './devices';
import {
  drainedWhileFilled,
  initFailedHalfWay,
  noRtnlInPreExit,
  notRepeatedLater,
  sameLockInPreExit,
} from './early';
import {
  heldMuchLonger,
  nobodyTakesRtnlBelow,
  noLockRemoved,
  noLockReplaced,
  sameLockOrder,
  twoBatchesAtOnce,
  waitsUnderTheLock,
} from './locks';
import { exitBeforeBatch, orderAcrossNetns, orderBetweenOps, whatFollowsStaysBehind } from './positions';
import {
  annotationsAreKept,
  exitListIsLeftAlone,
  namesAreFree,
  nothingLeavesTheBody,
  slotExists,
} from './text';

/** Whatever becomes of a handler: who else relies on it, and how its text may be moved. */
const ALWAYS: readonly Check[] = [
  oneDefinition,
  noCallerWithOneNetns,
  noOpsElsewhere,
  notVisibleElsewhere,
  noOtherUser,
  declaredAbove,
  slotExists,
  exitBeforeBatch,
  namesAreFree,
  annotationsAreKept,
  commentsFollow,
  nothingLeftUnused,
  noLockReplaced,
  noLockRemoved,
  sameLockOrder,
];

/** `.exit` becomes `.exit_batch`, its body kept whole as a function. */
export const FOR_A_KEPT_BODY: readonly Check[] = [
  ...ALWAYS,
  exitListIsLeftAlone,
  twoBatchesAtOnce,
  waitsUnderTheLock,
  heldMuchLonger,
  nobodyTakesRtnlBelow,
  noHelperUnregisters,
];

/** `.exit` becomes `.exit_batch`. */
export const FOR_A_BATCH: readonly Check[] = [
  ...FOR_A_KEPT_BODY,
  nothingLeavesTheBody,
  noValueCarried,
  oneWayToADevice,
  whatFollowsStaysBehind,
  orderAcrossNetns,
];

/** Work moves into the core's RTNL section, and what stood around it into the slots around that. */
export const FOR_AN_RTNL_SLOT: readonly Check[] = [
  ...ALWAYS,
  noValueCarried,
  oneWayToADevice,
  noHelperUnregisters,
  nobodyTakesRtnlBelow,
  noRtnlInPreExit,
  whatFollowsStaysBehind,
  orderAcrossNetns,
  orderBetweenOps,
  waitsUnderTheLock,
  initFailedHalfWay,
  notRepeatedLater,
  drainedWhileFilled,
];

/** Work moves to `.pre_exit`, before the core's grace period. */
export const FOR_PRE_EXIT: readonly Check[] = [
  ...ALWAYS,
  nothingLeavesTheBody,
  noValueCarried,
  noRtnlInPreExit,
  initFailedHalfWay,
  notRepeatedLater,
  sameLockInPreExit,
  drainedWhileFilled,
];

/** A helper changes with its handler; what becomes of the handler is one of the above. */
export const FOR_A_HELPER: readonly Check[] = [
  ...new Set([...FOR_A_BATCH, ...FOR_AN_RTNL_SLOT, helperIsNotVisibleElsewhere]),
];

/** A batch handler that shares nothing becomes one for one netns. */
export const FOR_AN_UNWRAP: readonly Check[] = ALWAYS;

/** All checks there are. */
export const CHECKS: readonly Check[] = [...new Set([...FOR_A_HELPER, ...FOR_PRE_EXIT])];
