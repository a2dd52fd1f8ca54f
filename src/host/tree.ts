import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lookAt } from './files';

/** The file that tells a kernel tree: nothing else declares `struct pernet_operations`. */
export const TREE_MARK = 'include/net/net_namespace.h';

/** The root of the kernel tree that an absolute path lies in, or null where no folder above it has the mark. */
export function findTreeRoot(path: string): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, TREE_MARK))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Why a folder that the user calls a kernel tree is none, or null where it is one. */
export function whyNoTree(folder: string): string | null {
  const at = lookAt(folder);
  if (at.kind === 'nothing') return `${folder}: ${at.why}`;
  if (at.kind !== 'folder') return `${folder} is not a folder`;
  if (existsSync(join(folder, TREE_MARK))) return null;
  const above = findTreeRoot(folder);
  const hint = above === null ? '' : `; ${above} has it`;
  return `${folder} is no kernel tree: it has no ${TREE_MARK}${hint}`;
}
