import { isSlot, SLOT_CALLS, type SlotName } from './slots';

/**
 * The slots that a kernel tree offers: members of its `struct pernet_operations` that are function pointers and that
 * its core calls; a half back-port, where the member is declared and never called, is none. Versions are not asked:
 * stable series take slots back (docs/rules/README.md).
 * @param header text of include/net/net_namespace.h
 * @param core text of net/core/net_namespace.c, or null where the tree lacks it: then the header alone decides
 * @returns in the order of SLOT_CALLS; null where the header declares no `struct pernet_operations`
 */
export function slotsOfTree(header: string, core: string | null): readonly SlotName[] | null {
  const body = /\bstruct\s+pernet_operations\s*\{([\s\S]*?)\n\}/.exec(header)?.[1];
  if (body === undefined) return null;
  const members = [...body.matchAll(/\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\(/g)].flatMap(([, name]) =>
    name !== undefined && isSlot(name) ? [name] : [],
  );
  const called = (name: SlotName): boolean => core === null || new RegExp(`->\\s*${name}\\s*\\(`).test(core);
  return (Object.keys(SLOT_CALLS) as SlotName[]).filter(name => members.includes(name) && called(name));
}
