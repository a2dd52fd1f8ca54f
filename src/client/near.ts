/** As much of the file system as the search for a kernel needs; paths are absolute, with `/`. */
export interface Surroundings {
  isFile(path: string): Promise<boolean>;
  /** Names of the files in a folder; none where it cannot be read. */
  filesIn(folder: string): Promise<readonly string[]>;
  /** The text of a file; empty where it cannot be read or is larger than `LARGEST`. */
  textOf(path: string): Promise<string>;
}

/** Bytes: no hand-written C file is longer. */
export const LARGEST = 1_000_000;

/** Only a kernel tree has it. */
const TREE_MARK = 'include/net/net_namespace.h';
const CONFIGURATION = '.pernet-lens.json';
const OPS = /\bpernet_operations\b/;

/** How many neighbours of a file are read before it counts as none of ours. */
const NEIGHBOURS = 64;

/**
 * Why a C file is worth the language server: it lies in a kernel tree, somebody configured Pernet Lens for it, or it,
 * or a file beside it, speaks of `pernet_operations`. Null where nothing of that holds.
 * @param text the file as the editor has it
 */
export async function whyNear(path: string, text: string, around: Surroundings): Promise<string | null> {
  if (OPS.test(text)) return `${path} names pernet_operations`;
  const folders = foldersAbove(path);
  for (const folder of folders)
    for (const mark of [TREE_MARK, CONFIGURATION])
      if (await around.isFile(joined(folder, mark))) return `${joined(folder, mark)} exists`;
  const [own = '/'] = folders;
  for (const name of (await around.filesIn(own)).filter(isC).slice(0, NEIGHBOURS)) {
    const neighbour = joined(own, name);
    if (neighbour !== path && OPS.test(await around.textOf(neighbour)))
      return `${neighbour} names pernet_operations`;
  }
  return null;
}

/** The folder of a file and those above it, from the inside out. */
export function foldersAbove(path: string): readonly string[] {
  const end = path.lastIndexOf('/');
  if (end < 0) return [];
  return end === 0 ? ['/'] : [path.slice(0, end), ...foldersAbove(path.slice(0, end))];
}

const joined = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

const isC = (name: string): boolean => /\.[ch]$/.test(name);
