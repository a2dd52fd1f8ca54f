/** Columns of a tab stop, as the kernel's editors and its style checker count them. */
const TAB_WIDTH = 8;

/** Offset of the first character of the line that `at` is on. */
export const lineStart = (text: string, at: number): number =>
  // a negative start would find a newline at 0
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** Offset of the newline that ends the line `at` is on, or the text's length. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

/** Offset of a 1-based line and column; that of the text's end where the text is shorter. */
export function offsetAt(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) return text.length;
    start = newline + 1;
  }
  return Math.min(text.length, start + column - 1);
}

/** 1-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Columns a text takes on the screen when it begins in column 0. */
export function width(text: string): number {
  let columns = 0;
  for (const char of text)
    columns = char === '\t' ? columns - (columns % TAB_WIDTH) + TAB_WIDTH : columns + 1;
  return columns;
}

/** White space from column `from` to column `to`: tabs as far as they go, then blanks. */
export function padding(from: number, to: number): string {
  let column = from;
  let written = '';
  for (let stop = column - (column % TAB_WIDTH) + TAB_WIDTH; stop <= to; stop += TAB_WIDTH) {
    written += '\t';
    column = stop;
  }
  return written + ' '.repeat(Math.max(0, to - column));
}

/** Every line one unit further in; empty lines and preprocessor lines stay where they are. */
export const indented = (lines: string, unit: string): string => lines.replace(/^(?=[^\n])(?!#)/gm, unit);

/** Every line one unit further out, as far as it is indented by one. */
export const outdented = (lines: string, unit: string): string =>
  lines
    .split('\n')
    .map(line => (line.startsWith(unit) ? line.slice(unit.length) : line))
    .join('\n');
