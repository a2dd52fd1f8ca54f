import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file as a whole or not at all: a full disk or an end half-way leaves the old one as it was.
 * Something that is no plain file (`/dev/stdout`, a pipe, a link) is written to directly.
 * @throws the error of node:fs, e.g. ENOENT where the folder does not exist
 */
export function replaceFile(file: string, text: string): void {
  const old = lstatSync(file, { throwIfNoEntry: false });
  if (old !== undefined && !old.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const half = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(half, text, old === undefined ? {} : { mode: old.mode });
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

/**
 * Makes a folder and those above it. Unlike node:fs' own way on Node 20, it comes back where none can be made (below /proc).
 * @throws the error of node:fs
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // somebody else may have been quicker
    if (!isFolder(path)) throw error;
  }
}

/** Tells one state of a file or folder from another. */
interface Stamp {
  /** Equal as long as time of change and size are. */
  readonly text: string;
  /** When it changed last, milliseconds since 1970; unlike the time of the text, nobody can set it back. */
  readonly changed: number;
}

/** The stamp of what is at a path, links followed; null where nothing is, or nothing that can be seen. Never throws. */
export function stampOf(path: string): Stamp | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : { text: `${stat.mtimeMs}:${stat.size}`, changed: stat.ctimeMs };
  } catch {
    return null;
  }
}

/** What is at a path, links followed. `other` is a device, a pipe or a socket. */
export type AtPath =
  | { readonly kind: 'file' | 'folder' | 'other' }
  | { readonly kind: 'nothing' /** In words, e.g. `no such file`. */; readonly why: string };

export function lookAt(path: string): AtPath {
  try {
    const stat = statSync(path);
    return { kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other' };
  } catch (error) {
    return { kind: 'nothing', why: reason(error) };
  }
}

export const isFolder = (path: string): boolean => lookAt(path).kind === 'folder';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  EEXIST: 'a file is where a folder should be',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ELOOP: 'it leads to itself',
};

/** Why the file system refused, in words: `no permission`. */
export const reason = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
};
