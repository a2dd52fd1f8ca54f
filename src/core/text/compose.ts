import { applyEdits, inOrder, type TextEdit } from './edits';

/** Offset in the text after edits of what stood at `offset` before; inside a replaced stretch, its start or end. */
export function forward(edits: readonly TextEdit[], offset: number, side: 'start' | 'end' = 'start'): number {
  let shift = 0;
  for (const { start, end, text } of inOrder(edits)) {
    if (offset < start || (offset === start && side === 'start')) break;
    if (offset < end) return start + shift + (side === 'start' ? 0 : text.length);
    shift += text.length - (end - start);
  }
  return offset + shift;
}

/** Offset before the edits of what stands at `offset` after; inside inserted text, the start or end of what it replaced. */
export function backward(
  edits: readonly TextEdit[],
  offset: number,
  side: 'start' | 'end' = 'start',
): number {
  let shift = 0;
  for (const { start, end, text } of inOrder(edits)) {
    const at = start + shift;
    if (offset < at || (offset === at && side === 'start')) break;
    if (offset < at + text.length || (offset === at + text.length && side === 'end' && text.length > 0))
      return side === 'start' ? start : end;
    shift += text.length - (end - start);
  }
  return offset - shift;
}

/**
 * Edits of `text` that do what `first` does and then, on its result, `second`. Stretches that both touch become one edit.
 */
export function composed(
  text: string,
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  const between = applyEdits(text, first);
  const after = applyEdits(between, second);
  const regions = [
    ...first.map(({ start, end }) => ({ start, end })),
    ...second.map(({ start, end }) => ({
      start: backward(first, start, 'start'),
      end: backward(first, end, 'end'),
    })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const region of regions) {
    const last = merged.at(-1);
    if (last && region.start <= last.end) last.end = Math.max(last.end, region.end);
    else merged.push({ ...region });
  }
  const there = (offset: number, side: 'start' | 'end'): number =>
    forward(second, forward(first, offset, side), side);
  return merged.map(({ start, end }) => ({
    start,
    end,
    text: after.slice(there(start, 'start'), there(end, 'end')),
  }));
}
