export { EFFECT_KINDS, type EffectKind } from './effect-kinds';
export { INDIRECT_EDGES, type IndirectEdge } from './indirect-edges';
export { CORE_FOLDERS, INCLUDE_FOLDER, isKernel, isServiceTo } from './layout';
export { createPrimitives, type Primitive, type Primitives, primitiveRows } from './primitives';
export {
  DEFAULT_SLOTS,
  EXIT_SLOTS,
  type ExitSlot,
  isSlot,
  RTNL_SLOTS,
  SLOT_CALLS,
  type SlotName,
} from './slots';
export { slotsOfTree } from './tree-slots';
