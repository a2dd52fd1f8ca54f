import { CODE } from './characters';
import type { Edit } from './edits';
import { blank, isNewline, isWord, significant } from './lexical';
import { type MaskTables, saysLoop } from './tables';

/** A call that stands where a statement may begin: `name(arguments)`. */
export interface StatementCall {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly open: number;
  readonly close: number;
}

/** What the call is by what follows it: the head of a statement, a statement without its semicolon, or just a call. */
export function roleOfCall(
  text: string,
  call: StatementCall,
  { heads }: MaskTables,
): 'head' | 'unended' | 'call' {
  const next = significant(text, call.close + 1);
  const code = text.charCodeAt(next);
  if (code === CODE.openBrace) return 'head';
  if (code === CODE.closeBrace) return 'unended';
  if (!startsStatement(text, next, code)) return 'call';
  const name = text.slice(call.nameStart, call.nameEnd);
  if (saysLoop(name) || heads.has(name)) return 'head';
  if (!text.slice(call.close, next).includes('\n')) return 'call';
  return indentation(text, next) > indentation(text, call.nameStart) ? 'head' : 'unended';
}

function startsStatement(text: string, at: number, code: number): boolean {
  if (isWord(code) || code === CODE.star) return true;
  return (code === CODE.plus || code === CODE.minus) && text.charCodeAt(at + 1) === code;
}

/** Columns before the first character of the line of `at`, tabs being eight wide. */
function indentation(text: string, at: number): number {
  let columns = 0;
  for (let i = text.lastIndexOf('\n', at - 1) + 1; i < at; i++) {
    if (text[i] === '\t') columns += 8 - (columns % 8);
    else if (text[i] === ' ') columns++;
    else break;
  }
  return columns;
}

/** `list_for_each_entry(a, b, c)` → `while              (a, b, c)`. Undefined where there is no room. */
export function headEdit(text: string, { nameStart, nameEnd, open, close }: StatementCall): Edit | undefined {
  if (significant(text, open + 1) === close) return over(text, nameStart, close + 1, 'for(;;)');
  const length = nameEnd - nameStart;
  return over(text, nameStart, nameEnd, length >= 5 ? 'while' : 'if');
}

/** `NAME(a, b)` → `NAME(   );`. The arguments give their place to the semicolon. */
export function semicolonEdit(text: string, { open, close }: StatementCall): Edit | undefined {
  if (isNewline(text.charCodeAt(close - 1))) return undefined;
  if (close - open === 1) return { start: open, text: '; ' };
  return { start: open, text: `(${blank(text.slice(open + 1, close - 1))});` };
}

function over(text: string, start: number, end: number, words: string): Edit | undefined {
  const old = text.slice(start, end);
  if (old.length < words.length || /[\r\n]/.test(old.slice(0, words.length))) return undefined;
  return { start, text: words + blank(old.slice(words.length)) };
}
