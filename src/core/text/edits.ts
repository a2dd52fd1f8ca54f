import { lineStart } from './lines';

/** One replacement. Offsets are UTF-16 code units in the text before any edit. */
export interface TextEdit {
  readonly start: number;
  /** Exclusive; equal to `start` for an insertion. */
  readonly end: number;
  readonly text: string;
}

/** The edits of one file, in order, none overlapping another. */
export interface FileEdit {
  readonly file: string;
  readonly edits: readonly TextEdit[];
}

/** The text after the edits. Overlapping edits are a bug of whoever made them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < at) throw new Error(`Two edits overlap at offset ${edit.start}`);
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Edits by their start; of an insertion and a replacement at the same place the insertion comes first. */
export const inOrder = (edits: readonly TextEdit[]): readonly TextEdit[] =>
  [...edits].sort((a, b) => a.start - b.start || a.end - b.end);

/** The smallest edit with the same result: what both texts begin and end with is left alone, by whole lines. */
export function trimmed(text: string, { start, end, text: after }: TextEdit): TextEdit {
  const before = text.slice(start, end);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  head = lineStart(before, head);
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  if (tail > 0) {
    const newline = before.indexOf('\n', before.length - tail);
    tail = newline < 0 ? 0 : before.length - newline;
  }
  return { start: start + head, end: end - tail, text: after.slice(head, after.length - tail) };
}
