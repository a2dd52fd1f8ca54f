import { ANNOTATIONS, type AnnotationNames } from './annotations';

/** How masking treats a word. */
export type WordRole =
  | 'annotation'
  | 'annotation-call'
  | 'condition'
  | 'keyword'
  | 'aggregate'
  | 'case'
  | 'else'
  | 'static'
  | 'alignof'
  | 'asm-inline'
  | 'offsetof';

export interface MaskTables {
  readonly roles: ReadonlyMap<string, WordRole>;
  /** Macros that head a statement as `while (…)` does, although their name does not say so. */
  readonly heads: ReadonlySet<string>;
}

/** Names that a kernel tree's own headers define, besides the built-in ones. */
export interface ExtraNames extends Partial<AnnotationNames> {
  /** Loop macros whose name does not contain `for_each`. */
  readonly loops?: readonly string[];
}

/** Words of C and of its GNU dialect that masking must know. */
const WORDS: Partial<Record<WordRole, string>> = {
  // before a parenthesis that a statement follows
  condition: 'if while for switch',
  // before a parenthesis that holds no arguments
  keyword: `return sizeof goto typeof __typeof__ typeof_unqual __typeof asm __asm__ __asm
    _Generic defined const volatile __volatile__ __volatile`,
  aggregate: 'struct union enum',
  case: 'case',
  else: 'else do',
  static: 'static',
  alignof: 'alignof _Alignof __alignof __alignof__',
  'asm-inline': 'asm_inline',
  offsetof: 'offsetof',
};

/**
 * Loop and scope macros without `for_each` in their name that may head a single statement without braces.
 * With braces any name is recognised. Source: include/linux/{skbuff,cleanup}.h, include/net/{sctp,ip_fib}.h.
 */
const HEADS =
  `skb_queue_walk skb_queue_walk_safe skb_queue_walk_from skb_queue_walk_from_safe skb_queue_reverse_walk
  skb_queue_reverse_walk_safe skb_rbtree_walk skb_rbtree_walk_from skb_rbtree_walk_from_safe skb_walk_frags
  skb_list_walk_safe for_nexthops change_nexthops for_primary_ifa for_ifa sctp_walk_params sctp_walk_errors
  scoped_guard scoped_cond_guard scoped_class for_all_vfs`.split(/\s+/);

/** Built once per tree and shared by all slices. */
export function maskTables(extra: ExtraNames = {}): MaskTables {
  const roles = new Map<string, WordRole>();
  for (const name of [...ANNOTATIONS.object, ...(extra.object ?? [])]) roles.set(name, 'annotation');
  for (const name of [...ANNOTATIONS.call, ...(extra.call ?? [])]) roles.set(name, 'annotation-call');
  for (const [role, names] of Object.entries(WORDS))
    for (const name of names.split(/\s+/)) roles.set(name, role as WordRole);
  return { roles, heads: new Set([...HEADS, ...(extra.loops ?? [])]) };
}

/** Whether a macro of this name is a loop header even when no brace follows. */
export const saysLoop = (name: string): boolean => /for_?(?:each|every)/i.test(name);

/** Macros that run their statement once, with something held: no loop, although they are parsed as one. */
export const saysScope = (name: string): boolean => /^(?:scoped_|with_)|_scoped(?:_|$)/.test(name);
