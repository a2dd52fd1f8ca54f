export { type Analysis, type AnalysisRequest, analyse } from './analyse';
export { DefinitionStore, type FunctionRef, type Replaced } from './definition-store';
export {
  type Confidence,
  type Effect,
  type ExitPath,
  type Hop,
  isLockOfService,
  isLockToShare,
  type Note,
  type Ops,
  type Per,
  perItem,
  perNet,
  type Range,
  type UnregisterLoop,
  type Via,
} from './effects';
export { directlyIn, folderOf } from './folders';
export { SourceIndex } from './source-index';
export type { Assignment, Sources } from './sources';
