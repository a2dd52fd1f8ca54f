import { CODE } from './characters';
import { blankOut, type Edit } from './edits';
import { blank, isNewline, isWord, significant } from './lexical';
import { type MaskTables, saysLoop } from './tables';

/** A macro or function name with its arguments in parentheses. */
export interface CallSite {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly open: number;
  readonly close: number;
  /** Last significant character before the name; `"` for a literal. */
  readonly before: number;
  /** What kind of text it stands in, and whether a statement may begin there. */
  readonly within: 'statements' | 'expression' | 'list' | 'fields';
}

/**
 * What a call is by what is around it.
 * - `head`: a statement depends on it, as on `while (…)`
 * - `unended`: a statement without its semicolon
 * - `declaration`: `DECLARE_BITMAP(seen, N) = { 0 }`, and the same as a member of a struct
 * - `text`: part of a string (`"%" __stringify(N) "s"`) or of a list (`FNAME("x") SEQ, 1`) without an operator
 * - `call`: nothing but a call
 */
export type CallRole = 'head' | 'unended' | 'declaration' | 'text' | 'call';

export function roleOfCall(text: string, call: CallSite, tables: MaskTables): CallRole {
  const next = significant(text, call.close + 1);
  const code = text.charCodeAt(next);
  if (code === CODE.quote || call.before === CODE.quote) return 'text';
  if (call.within === 'list' && isWord(code)) return 'text';
  if (call.within === 'fields' && code === CODE.semicolon) return 'declaration';
  return call.within === 'statements' ? roleOfStatement(text, call, next, tables) : 'call';
}

function roleOfStatement(text: string, call: CallSite, next: number, { heads }: MaskTables): CallRole {
  const code = text.charCodeAt(next);
  if (code === CODE.openBrace) return 'head';
  if (code === CODE.closeBrace) return 'unended';
  if (code === CODE.equals && text.charCodeAt(significant(text, next + 1)) === CODE.openBrace)
    return 'declaration';
  if (!startsStatement(text, next, code)) return 'call';
  const name = text.slice(call.nameStart, call.nameEnd);
  if (saysLoop(name) || heads.has(name)) return 'head';
  if (!text.slice(call.close, next).includes('\n'))
    return /^[A-Z]\w*$/.test(name) && isCall(text, next) ? 'unended' : 'call';
  return indentation(text, next) > indentation(text, call.nameStart) ? 'head' : 'unended';
}

function startsStatement(text: string, at: number, code: number): boolean {
  if (isWord(code) || code === CODE.star) return true;
  return (code === CODE.plus || code === CODE.minus) && text.charCodeAt(at + 1) === code;
}

const isCall = (text: string, at: number): boolean => /^[A-Z]\w*\(/.test(text.slice(at, at + 64));

/** Columns before the first character of the line of `at`, tabs being eight wide. */
function indentation(text: string, at: number): number {
  let columns = 0;
  for (let i = text.lastIndexOf('\n', at - 1) + 1; i < at; i++) {
    const code = text.charCodeAt(i);
    if (code === CODE.tab) columns += 8 - (columns % 8);
    else if (code === CODE.blank) columns++;
    else break;
  }
  return columns;
}

/** The edit that makes the call what the grammar expects in its role; undefined where there is no room for it. */
export function callEdit(text: string, call: CallSite, role: CallRole): Edit | undefined {
  if (role === 'head') return headEdit(text, call);
  if (role === 'unended') return semicolonEdit(text, call);
  if (role === 'declaration') return over(text, call.nameStart, call.close + 1, 'T x');
  return role === 'text' ? blankOut(text, call.nameStart, call.close + 1) : undefined;
}

/** `list_for_each_entry(a, b, c)` → `while              (a, b, c)`; `unrolled_for(i = 0; i < 4; i++)` → `for …`. */
function headEdit(text: string, { nameStart, nameEnd, open, close }: CallSite): Edit | undefined {
  if (significant(text, open + 1) === close) return over(text, nameStart, close + 1, 'for(;;)');
  const keyword = /^[^;{]*;[^;{]*;[^;{]*$/.test(text.slice(open, close)) ? 'for' : 'while';
  return over(text, nameStart, nameEnd, nameEnd - nameStart < keyword.length ? 'if' : keyword);
}

/** `NAME(a, b)` → `NAME(   );`. The arguments give their place to the semicolon. */
function semicolonEdit(text: string, { open, close }: CallSite): Edit | undefined {
  if (isNewline(text.charCodeAt(close - 1))) return undefined;
  if (close - open === 1) return { start: open, text: '; ' };
  return { start: open, text: `(${blank(text.slice(open + 1, close - 1))});` };
}

/** Writes words over a stretch and blanks the rest of it. */
function over(text: string, start: number, end: number, words: string): Edit | undefined {
  const old = text.slice(start, end);
  if (old.length < words.length || /[\r\n]/.test(old.slice(0, words.length))) return undefined;
  return { start, text: words + blank(old.slice(words.length)) };
}
