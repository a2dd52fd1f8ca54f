export { eachFileOnce } from './edit';
export { refactorInTree } from './in-tree';
export { fixesFor, REFACTORINGS, withFixes } from './list';
export { noneFits, refactor, refactorLoop } from './refactor';
export type { Edit, ExitPathRequest, LoopRequest, Outcome, Refactoring } from './refactoring';
export { verify } from './verify';
