import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import type { Note } from '../core/project';
import { lookAt, reason } from './files';

/** C sources below some paths. */
export interface SourceList {
  /** Relative to the root they were asked for, with `/`, sorted by code unit, each once. */
  readonly files: readonly string[];
  /** Folders that were read, relative like the files: a new file changes the time stamp of one of them. */
  readonly folders: readonly string[];
  /** Folders that could not be read, links that lead nowhere. */
  readonly notes: readonly Note[];
}

const isSource = (name: string): boolean => name.endsWith('.c') || name.endsWith('.h');

/**
 * Lists the `.c` and `.h` files in and below absolute paths that exist. A file that is named is listed whatever its
 * name and the globs say. Names that begin with a dot are skipped. Links to folders are not followed, so that no
 * loop can arise; a link to a file counts if the file itself is not listed. Never throws: what cannot be read is a note.
 * @param root absolute; what the result is relative to
 * @param exclude globs relative to the root; one without `/` matches a name in any folder
 */
export function walkSources(
  paths: readonly string[],
  root: string,
  exclude: readonly string[] = [],
): SourceList {
  const excluded = matcher(exclude);
  const files = new Set<string>();
  const links: string[] = [];
  const folders: string[] = [];
  const notes: Note[] = [];
  const relativeName = (path: string): string => relative(root, path).split(sep).join('/');

  const visit = (folder: string, name: string): void => {
    folders.push(name);
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      notes.push({ file: name || '.', line: null, message: `folder not read: ${reason(error)}` });
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const child = name === '' ? entry.name : `${name}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!excluded(child)) visit(`${folder}/${entry.name}`, child);
      } else if (isSource(entry.name) && !excluded(child)) {
        if (entry.isFile()) files.add(child);
        else if (entry.isSymbolicLink()) links.push(child);
      }
    }
  };

  for (const path of paths) {
    const name = relativeName(path);
    const at = lookAt(path);
    if (at.kind === 'folder') visit(path, name);
    else if (at.kind === 'file') files.add(name);
    else
      notes.push({
        file: name,
        line: null,
        message: `not read: ${at.kind === 'nothing' ? at.why : 'it is no plain file'}`,
      });
  }
  addLinkedFiles(links, root, { files, notes });
  return { files: [...files].sort(), folders, notes: notes.sort((a, b) => (a.file! < b.file! ? -1 : 1)) };
}

/** Adds the links whose targets are files that are not listed yet, each target once. */
function addLinkedFiles(
  links: readonly string[],
  root: string,
  { files, notes }: { files: Set<string>; notes: Note[] },
): void {
  if (links.length === 0) return;
  const realRoot = realpathSync(root);
  const targets = new Set<string>();
  for (const link of [...links].sort()) {
    try {
      const target = realpathSync(join(root, link));
      const listed = files.has(relative(realRoot, target).split(sep).join('/'));
      if (listed || targets.has(target) || lookAt(target).kind !== 'file') continue;
      targets.add(target);
      files.add(link);
    } catch (error) {
      notes.push({ file: link, line: null, message: `link not followed: ${reason(error)}` });
    }
  }
}

function matcher(exclude: readonly string[]): (path: string) => boolean {
  if (exclude.length === 0) return () => false;
  const anywhere: string[] = [];
  const anchored: string[] = [];
  for (const glob of exclude) {
    const trimmed = glob.replace(/\/+$/, '');
    if (trimmed.includes('/')) anchored.push(trimmed.replace(/^\/+/, ''));
    else anywhere.push(trimmed);
  }
  const byName = picomatch(anywhere, { basename: true });
  const byPath = picomatch(anchored);
  return path => (anywhere.length > 0 && byName(path)) || (anchored.length > 0 && byPath(path));
}
