import { join } from 'node:path';
import { DEFAULT_SLOTS, type SlotName, slotsOfTree } from '../core/kernel';
import { annotationNames, type ExtraNames } from '../core/syntax';
import { readText } from './source-text';

/** Headers that define the annotations of a tree. Those it does not have are passed over. */
const ANNOTATION_HEADERS = [
  'compiler_attributes.h',
  'compiler_types.h',
  'compiler.h',
  'compiler-gcc.h',
  'compiler-clang.h',
  'init.h',
  'cache.h',
  'cleanup.h',
  'linkage.h',
  'percpu-defs.h',
  'sched/debug.h',
  'kprobes.h',
  'btf.h',
  'indirect_call_wrapper.h',
].map(name => `include/linux/${name}`);

/** Annotations that the tree's own headers define. */
export function treeNames(treeRoot: string | null): ExtraNames {
  if (treeRoot === null) return {};
  const found = [...ANNOTATION_HEADERS, 'include/net/net_namespace.h'].flatMap(header => {
    const text = readText(join(treeRoot, header));
    return text === null ? [] : [annotationNames(text)];
  });
  return { object: found.flatMap(({ object }) => object), call: found.flatMap(({ call }) => call) };
}

export interface OfferedSlots {
  readonly slots: readonly SlotName[];
  /** Where they were read. */
  readonly source: 'tree' | 'configuration' | 'default';
}

/** The slots of the tree at hand; without one, those of the configuration. */
export function offeredSlots(treeRoot: string | null, configured: readonly SlotName[] | null): OfferedSlots {
  const header = treeRoot === null ? null : readText(join(treeRoot, 'include/net/net_namespace.h'));
  if (treeRoot !== null && header !== null) {
    const slots = slotsOfTree(header, readText(join(treeRoot, 'net/core/net_namespace.c')));
    if (slots !== null) return { slots, source: 'tree' };
  }
  return configured === null
    ? { slots: DEFAULT_SLOTS, source: 'default' }
    : { slots: configured, source: 'configuration' };
}

/** The tree has `ASSERT_RTNL_NET` and `rtnl_net_dereference`. */
export function assertsRtnlNet(treeRoot: string | null): boolean {
  const header = treeRoot === null ? null : readText(join(treeRoot, 'include/linux/rtnetlink.h'));
  return header !== null && /\bASSERT_RTNL_NET\b/.test(header) && /\brtnl_net_dereference\b/.test(header);
}
