import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { didYouMean } from '../core/configuration';
import { isFolder, lookAt } from '../host/files';
import { findTreeRoot, whyNoTree } from '../host/tree';
import { type Refused, refuse } from './refused';

/** What a command line asks to scan, and the tree it belongs to. All paths absolute, links in folders resolved. */
export interface Targets {
  /** Files and folders that exist. */
  readonly paths: readonly string[];
  /** What text on standard input stands for; null where none is given. */
  readonly stdinPath: string | null;
  readonly treeRoot: string | null;
  /** The innermost folder that all of them lie in. */
  readonly folder: string;
}

export interface TargetRequest {
  /** As typed; `-` is standard input. */
  readonly operands: readonly string[];
  readonly stdinFilename: string | undefined;
  readonly tree: string | undefined;
  readonly cwd: string;
}

/** Finds the files, folders and the kernel tree that a command line means, or says why it cannot. */
export function findTargets({ operands, stdinFilename, tree, cwd }: TargetRequest): Targets | Refused {
  const wantsStdin = operands.includes('-');
  if (wantsStdin && stdinFilename === undefined) {
    return refuse('`-` needs --stdin-filename FILE: where the text belongs decides what its calls lead to');
  }
  if (!wantsStdin && stdinFilename !== undefined) {
    return refuse('--stdin-filename goes with the path `-`, which stands for text on standard input');
  }
  const named = operands.length === 0 ? ['.'] : operands.filter(operand => operand !== '-');
  if (named.includes('')) return refuse('an empty path: a path must name a file or a folder');
  for (const path of named) {
    const why = whyUnscannable(path, cwd);
    if (why !== null) return refuse(why);
  }
  const paths = named.map(path => canonical(resolve(cwd, path)));
  const stdinPath = stdinFilename === undefined ? null : canonical(resolve(cwd, stdinFilename));
  if (stdinPath !== null && isFolder(stdinPath)) {
    return refuse(`--stdin-filename must be a file; ${stdinFilename} is a folder`);
  }
  const all = stdinPath === null ? paths : [...paths, stdinPath];
  const root = tree === undefined ? commonRoot(all) : givenRoot(resolve(cwd, tree));
  if (root !== null && typeof root !== 'string') return root;
  return { paths, stdinPath, treeRoot: root, folder: commonFolder(all) };
}

function whyUnscannable(path: string, cwd: string): string | null {
  const absolute = resolve(cwd, path);
  const at = lookAt(absolute);
  if (at.kind === 'other')
    return `${path} is neither a file nor a folder; for text on standard input give \`-\``;
  if (at.kind !== 'nothing') return null;
  const parent = dirname(absolute);
  let siblings: string[] = [];
  try {
    siblings = readdirSync(parent).filter(name => name !== basename(path));
  } catch {
    // nothing to suggest
  }
  return `cannot scan ${path}: ${at.why} (looked in ${parent})${didYouMean(basename(path), siblings)}`;
}

/** The path with links in its folders resolved, so that one file has one name; it need not exist. */
function canonical(path: string): string {
  if (isFolder(path)) return realpathSync(path);
  const folder = dirname(path);
  return join(isFolder(folder) ? realpathSync(folder) : folder, basename(path));
}

function givenRoot(folder: string): string | Refused {
  const why = whyNoTree(folder);
  return why === null ? realpathSync(folder) : refuse(`--tree: ${why}`);
}

/** The tree that paths lie in; those outside of any tree go along with the others. */
function commonRoot(paths: readonly string[]): string | null | Refused {
  const [first, other] = [...new Set(paths.map(path => findTreeRoot(path)))].filter(root => root !== null);
  if (first === undefined) return null;
  if (other === undefined) return first;
  return refuse(
    `the paths lie in two kernel trees, ${first} and ${other}: scan one at a time, or say which with --tree`,
  );
}

function commonFolder(paths: readonly string[]): string {
  const folders = paths.map(path => (isFolder(path) ? path : dirname(path)));
  return folders.reduce((common, folder) => {
    while (!isInside(folder, common)) common = dirname(common);
    return common;
  });
}

/** Whether a path is the folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
