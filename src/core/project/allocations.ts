import { type Call, constantValue } from '../facts';

/** Which arguments of an allocator multiply to its size. Source: include/linux/slab.h, include/linux/vmalloc.h. */
const SIZE_ARGUMENTS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^(?:__)?k?v?(?:m|z)alloc(?:_node)?$/, [0]],
  [/^k?v?(?:calloc|malloc_array)(?:_node)?$/, [0, 1]],
  [/^kmemdup$/, [1]],
];

/** Bytes of types that tables are made of, on a 64-bit kernel. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['struct hlist_head', 8],
  ['struct hlist_nulls_head', 8],
  ['struct hlist_bl_head', 8],
  ['struct list_head', 16],
  ['struct hlist_node', 16],
  ['spinlock_t', 4],
  ['u8', 1],
  ['u16', 2],
  ['u32', 4],
  ['u64', 8],
  ['int', 4],
  ['unsigned int', 4],
  ['long', 8],
  ['unsigned long', 8],
]);

const sizeOf = (operand: string): number | undefined =>
  /\*$/.test(operand) && !/^\*/.test(operand) ? 8 : SIZES.get(operand);

/**
 * Bytes that an allocation asks for, or null where the code does not tell.
 * @param constants what the names of the file's constants stand for
 */
export function allocationBytes(
  { callee, args }: Call,
  constants: Readonly<Record<string, string>>,
): number | null {
  const places = SIZE_ARGUMENTS.find(([pattern]) => pattern.test(callee))?.[1];
  if (!places) return null;
  let bytes = 1;
  for (const place of places) {
    const value = constantValue(args[place] ?? '', name => constants[name], sizeOf);
    if (value === null) return null;
    bytes *= value;
  }
  return bytes;
}
