export { assignedFunctions } from './assigned';
export { constantValue } from './constant-expression';
export { type Definition, type FileIndex, indexDefinitions } from './definitions';
export type { Call, Calling, FunctionFacts, Loop, Owner, Parameter, Turns } from './facts';
export type { FileFacts, OpsMember, OpsObject, Place } from './file-facts';
export { fileFacts, PREFILTER } from './file-facts-of';
export { functionFacts } from './function-facts';
export { findPacked, type PackedIndex, packedIncludes, packedNames, packIndex } from './packing';
export { LineCounter } from './scanning';
