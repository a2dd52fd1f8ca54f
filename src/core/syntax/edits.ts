import { blank } from './lexical';

/** A replacement of equal length. */
export interface Edit {
  readonly start: number;
  readonly text: string;
}

export const blankOut = (text: string, start: number, end: number): Edit => ({
  start,
  text: blank(text.slice(start, end)),
});

/** Applies edits; of nested ones the outer wins. The result is as long as `text`. */
export function rewrite(text: string, edits: Edit[]): string {
  if (edits.length === 0) return text;
  edits.sort((a, b) => a.start - b.start || b.text.length - a.text.length);
  let result = '';
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.start + edit.text.length;
  }
  return result + text.slice(at);
}
