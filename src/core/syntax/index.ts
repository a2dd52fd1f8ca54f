export { annotationNames } from './annotations';
export type { SliceKind } from './frame';
export { createParser, type KernelParser, type ParserBytes, type SyntaxNode } from './parser';
export { type Slice, withSlice } from './slice';
export { type ExtraNames, type MaskTables, maskTables, saysLoop, saysScope } from './tables';
