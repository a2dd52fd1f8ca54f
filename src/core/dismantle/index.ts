/** From what a scan found to what the simulation asks: op programs, before and after a refactoring. Pure. */
export { opId } from './op';
export { type Question, questionOf } from './question';
export { asRefactored, TARGET_SLOTS, type TargetSlot } from './refactored';
export { hasStack, LOADED, type Loaded, STACK } from './selection';
export {
  bestTarget,
  type Choice,
  canMove,
  opsNamed,
  type Programs,
  paysPerNet,
  programsOf,
  TARGETS,
  type Target,
  targetsOf,
  USES,
  type Use,
} from './study';
export { type Tally, tallyOf } from './tally';
export {
  knownSlots,
  type PaidPath,
  type TreeOp,
  type TreeProgram,
  treeProgram,
  waitsExpedited,
} from './tree-program';
