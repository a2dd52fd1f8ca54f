/** From what a scan found to what the simulation asks: op programs, before and after a refactoring. Pure. */

export {
  BY_HAND,
  type ByHand,
  OFTEN,
  type Row,
  readByHand,
  rowsOf,
  rowWords,
  SETTABLE,
  type SetPer,
  setRows,
} from './by-hand';
export { bestTarget, TARGETS, type Target, targetsOf } from './change';
export { EFFECT_NOUNS } from './effect-words';
export { bothOffered, type EditMade, type EditRefused, type Offered, offeredBy } from './offered';
export { type Paid, PRICED_AT, priceOf, SHAREABLE, shareable } from './price';
export { against, type Question, questionOf } from './question';
export { asRefactored, TARGET_SLOTS } from './refactored';
export { hasStack, LOADED, type Loaded } from './selection';
export { CHOSEN, type Choice, chosenOps, opsNamed, programsOf, toBeAsked, USES, type Use } from './study';
export { type Tally, tallyOf } from './tally';
export {
  knownSlots,
  type TreeOp,
  type TreeProgram,
  treeProgram,
  waitsExpedited,
} from './tree-program';
