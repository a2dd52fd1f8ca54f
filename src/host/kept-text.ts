import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, reason, replaceFile } from './files';

/** What came of looking for a text kept by an earlier run. */
type KeptText =
  | { readonly kind: 'kept'; readonly text: string }
  /** Never written, or by another version. */
  | { readonly kind: 'none' }
  /** There, and of no use: a sentence for a note. */
  | { readonly kind: 'unusable'; readonly message: string };

const OURS = 'pernet-lens ';
const NEWLINE = 10;

/** Reads back what `keepText` wrote, if it is all there and under the same title. Never throws. */
export function readKeptText(file: string, title: string): KeptText {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // a folder that cannot be made is said when something is to be written into it
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
    return { kind: 'unusable', message: `the cache ${file} could not be read: ${reason(error)}` };
  }
  const headEnd = Math.max(bytes.indexOf(NEWLINE), 0);
  const head = bytes.toString('latin1', 0, headEnd);
  const body = bytes.subarray(headEnd + 1);
  if (!head.startsWith(OURS)) return ignored(file, 'is no cache of pernet-lens');
  if (!head.startsWith(`${OURS}${title} `)) return { kind: 'none' };
  if (head !== headOf(title, body)) return ignored(file, 'is cut off or damaged');
  return { kind: 'kept', text: body.toString('utf8') };
}

const ignored = (file: string, why: string): KeptText => ({
  kind: 'unusable',
  message: `the cache ${file} ${why}; it was ignored and is made anew`,
});

/**
 * Keeps a text for a later run, whole or not at all.
 * @param title one line that tells its form; under another title it is not read back
 * @returns null, or why it could not be written: a sentence for a note
 */
export function keepText(file: string, title: string, text: string): string | null {
  try {
    makeFolder(dirname(file));
    replaceFile(file, `${headOf(title, text)}\n${text}`);
    return null;
  } catch (error) {
    return `the cache ${file} could not be written: ${reason(error)}`;
  }
}

const headOf = (title: string, body: string | Buffer): string =>
  `${OURS}${title} ${createHash('sha1').update(body).digest('hex')}`;
