import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, backward, composed, lineOf, type TextEdit } from '../core/text';
import { decode } from './source-text';

/** Texts as one run sees and changes them: what was read once stays, whatever happens on disk meanwhile. */
export interface FixTexts {
  /** The text as edited so far; null where there is no such file. */
  read(file: string): string | null;
  /** What was read from disk; only of files that `read` has found. */
  original(file: string): Buffer;
  /** The file is no valid UTF-8, so that what is written would not be what was read. */
  isOdd(file: string): boolean;
  edit(file: string, edits: readonly TextEdit[]): void;
  /** Takes back the last edit of a file. */
  undo(file: string): void;
  /** Files that have been edited, sorted. */
  edited(): readonly string[];
  /** The line in the file on disk of what stands on a line now. Both 1-based. */
  lineBefore(file: string, line: number): number;
}

interface Opened {
  readonly bytes: Buffer;
  readonly onDisk: string;
  /** Each makes, of the text on disk, one of the texts since; the last makes the one that counts. */
  readonly steps: { readonly edits: readonly TextEdit[]; readonly text: string }[];
}

/**
 * @param root absolute; what files are relative to
 * @param buffers texts that win over those on disk
 */
export function fixTexts(root: string, buffers: ReadonlyMap<string, string> = new Map()): FixTexts {
  const files = new Map<string, Opened | null>();
  const open = (file: string): Opened | null => {
    const known = files.get(file);
    if (known !== undefined) return known;
    let opened: Opened | null = null;
    try {
      const buffer = buffers.get(file);
      const bytes = buffer === undefined ? readFileSync(join(root, file)) : Buffer.from(buffer, 'utf8');
      opened = { bytes, onDisk: decode(bytes).text, steps: [] };
    } catch {
      // as good as not there
    }
    files.set(file, opened);
    return opened;
  };
  const found = (file: string): Opened => {
    const opened = open(file);
    if (!opened) throw new Error(`${file} was not read`);
    return opened;
  };
  const textOf = ({ onDisk, steps }: Opened): string => steps.at(-1)?.text ?? onDisk;

  return {
    read(file) {
      const opened = open(file);
      return opened && textOf(opened);
    },
    original: file => found(file).bytes,
    isOdd: file => !isUtf8(found(file).bytes),
    edit(file, edits) {
      const opened = found(file);
      const { onDisk, steps } = opened;
      steps.push({
        edits: composed(onDisk, steps.at(-1)?.edits ?? [], edits),
        text: applyEdits(textOf(opened), edits),
      });
    },
    undo: file => void found(file).steps.pop(),
    edited: () => [...files].flatMap(([file, opened]) => (opened?.steps.length ? [file] : [])).sort(),
    lineBefore(file, line) {
      const { onDisk, steps } = found(file);
      const last = steps.at(-1);
      if (!last) return line;
      return lineOf(onDisk, backward(last.edits, startOfLine(last.text, line)));
    },
  };
}

function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) at = text.indexOf('\n', at) + 1;
  return at;
}
