import type { TextEdit } from './edits';

/** A text with plain newlines, and the way back to the text it was made from. */
export interface PlainText {
  readonly text: string;
  /** The same edits for the original text: its offsets, its line endings. */
  restored(edits: readonly TextEdit[]): readonly TextEdit[];
}

/** Takes carriage returns away, so that nobody else needs to know of them. Mixed endings stay mixed where nothing changes. */
export function plain(original: string): PlainText {
  if (!original.includes('\r\n')) return { text: original, restored: edits => edits };
  const removed: number[] = [];
  const text = original.replace(/\r\n/g, (_, at: number) => {
    removed.push(at - removed.length);
    return '\n';
  });
  const back = (offset: number): number => offset + countBelow(removed, offset);
  const usual = removed.length * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
  return {
    text,
    restored: edits =>
      edits.map(edit => ({
        start: back(edit.start),
        end: back(edit.end),
        text: edit.text.replace(/\n/g, usual),
      })),
  };
}

/** How many of the sorted numbers are below `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
