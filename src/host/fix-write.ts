import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reason } from './files';

/** A file that shall have other contents. */
export interface Replacement {
  /** Absolute. */
  readonly path: string;
  /** What it must still have. */
  readonly before: Buffer;
  readonly after: Buffer;
}

/** Why a file cannot be written, in words; null where it can. Never throws. */
export function whyUnwritable(path: string): string | null {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return 'it is no plain file';
    // root may write everything, but whoever took the right away meant something by it
    if ((stat.mode & 0o222) === 0) return 'it is read-only';
    accessSync(path, constants.W_OK);
    accessSync(dirname(realpathSync(path)), constants.W_OK);
    return null;
  } catch (error) {
    return reason(error);
  }
}

/**
 * Writes several files, all of them or none: each is written beside the old one first, and only when all are there, and
 * none has changed meanwhile, they take the old ones' places. An end half-way leaves whole files. Never throws.
 * @returns null, or why nothing was written, beginning with the path of the file that is to blame
 */
export function replaceTogether(replacements: readonly Replacement[]): string | null {
  const staged: Staged[] = [];
  try {
    for (const replacement of replacements) {
      const staging = stage(replacement);
      if (typeof staging === 'string') return `${replacement.path}: ${staging}`;
      staged.push(staging);
    }
    for (const { target, before, path } of staged)
      if (!readFileSync(target).equals(before)) return `${path}: ${CHANGED}`;
    return takePlaces(staged);
  } catch (error) {
    return `${(error as NodeJS.ErrnoException).path ?? 'writing'}: ${reason(error)}`;
  } finally {
    for (const { half } of staged) rmSync(half, { force: true });
  }
}

const CHANGED = 'it has changed on disk since it was read';

interface Staged extends Replacement {
  /** The file itself, where the path is a link. */
  readonly target: string;
  readonly half: string;
}

function stage(replacement: Replacement): Staged | string {
  const { path, before, after } = replacement;
  try {
    const why = whyUnwritable(path);
    if (why !== null) return why;
    const target = realpathSync(path);
    if (!readFileSync(target).equals(before)) return CHANGED;
    const half = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    writeBeside(half, target, after);
    return { ...replacement, target, half };
  } catch (error) {
    return reason(error);
  }
}

/** A new file with the owner and the mode of another. */
function writeBeside(half: string, target: string, text: Buffer): void {
  const { mode, uid, gid } = lstatSync(target);
  const file = openSync(half, 'w', 0o600);
  try {
    for (let at = 0; at < text.length; ) at += writeSync(file, text, at);
    try {
      chownSync(half, uid, gid);
    } catch {
      // only root can give files away; it is ours then, as with any editor
    }
    fchmodSync(file, mode & 0o7777);
    fsyncSync(file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Moves all into place; what was moved before one fails is moved back. */
function takePlaces(staged: readonly Staged[]): string | null {
  const done: Staged[] = [];
  for (const one of staged) {
    try {
      renameSync(one.half, one.target);
      done.push(one);
    } catch (error) {
      const lost = done.filter(({ half, target, before }) => !putBack(half, target, before));
      const rest =
        lost.length === 0 ? '' : `; ${lost.map(({ path }) => path).join(', ')} could not be put back`;
      return `${one.path}: ${reason(error)}${rest}`;
    }
  }
  return null;
}

function putBack(half: string, target: string, text: Buffer): boolean {
  try {
    writeBeside(half, target, text);
    renameSync(half, target);
    return true;
  } catch {
    return false;
  }
}
