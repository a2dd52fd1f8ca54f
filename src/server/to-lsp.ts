import type { Range as LspRange } from 'vscode-languageserver/node';
import type { Place } from '../core/facts';
import type { Range } from '../core/project';

/** Ranges of ours count from 1, the protocol's from 0; both count UTF-16 code units. */
export const rangeToLsp = ({ start, end }: Range): LspRange => ({
  start: { line: start.line - 1, character: start.column - 1 },
  end: { line: end.line - 1, character: end.column - 1 },
});

export const placeToLsp = ({ line, column, length }: Place): LspRange => ({
  start: { line, character: column },
  end: { line, character: column + length },
});

/** The first whole word `name` on a line, or else all of it but its indentation. @param line its number, 1-based */
export function wordOnLine(row: string, line: number, name: string): LspRange {
  const at = new RegExp(`(?<![\\w$])${name.replace(/\W/g, '\\$&')}(?![\\w$])`).exec(row)?.index;
  const start = at ?? row.length - row.trimStart().length;
  const end = at === undefined ? Math.max(start, row.trimEnd().length) : at + name.length;
  return { start: { line: line - 1, character: start }, end: { line: line - 1, character: end } };
}

/** 0-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
