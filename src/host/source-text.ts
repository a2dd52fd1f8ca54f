import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { reason } from './files';

/** Larger files are generated tables; the largest header of a kernel tree has 14 MB. */
const LARGEST_FILE = 32 * 1024 * 1024;

/** What came of reading a file: its bytes, or why there are none for us. */
export type Reading =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'unread'; readonly message: string };

/** One buffer for all files: it is decoded, or searched, before the next file is read. */
let shared = Buffer.allocUnsafe(1024 * 1024);

/**
 * The bytes of a file, valid until the next call. Never throws: a file that vanished, cannot be read or is too large is
 * answered with the reason.
 */
export function readBytes(path: string): Reading {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    if (size > LARGEST_FILE) {
      return { kind: 'unread', message: `larger than ${LARGEST_FILE / 1024 / 1024} MB; not read` };
    }
    if (size > shared.length) shared = Buffer.allocUnsafe(size * 2);
    let length = 0;
    for (let read = 1; length < size && read > 0; length += read)
      read = readSync(file, shared, length, size - length, null);
    return { kind: 'bytes', bytes: shared.subarray(0, length) };
  } catch (error) {
    return { kind: 'unread', message: `could not be read: ${reason(error)}` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A file's text, and what is odd about it. */
export interface SourceText {
  readonly text: string;
  readonly note: string | null;
}

/** Decodes C source: UTF-8; what is not is read byte by byte, so that every offset still stands for something. */
export function decode(bytes: Buffer): SourceText {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), note: null };
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), note: null };
  const binary = bytes.subarray(0, 8_192).includes(0);
  return {
    text: bytes.toString('latin1'),
    note: binary ? 'looks like a binary file' : 'not valid UTF-8; read as Latin-1, columns count bytes',
  };
}

/** The text of a file read whole, or null where it cannot be. */
export function readText(path: string): string | null {
  try {
    return decode(readFileSync(path)).text;
  } catch {
    return null;
  }
}
