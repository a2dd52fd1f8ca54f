import { CODE } from './characters';
import { blankOut, type Edit } from './edits';
import { isDigit, isWord, significant, wordEnd } from './lexical';
import type { WordRole } from './tables';

/** `10baseT_Half`, `2x996`: pasted together by macros, and no number that C knows. */
const NO_NUMBER = /^(?:\d\w*[g-kmo-tvwyzG-KMO-TVWYZ_]|[1-9]x)/;

/** What the grammar reads in the word's place. Of the same length; blanks where a shorter word stands. */
const READ_AS: Partial<Record<WordRole, string>> = {
  // its operand may be an expression
  alignof: 'sizeof',
  'asm-inline': 'asm',
  // the grammar's offsetof knows no `a.b`
  offsetof: 'Offsetof',
};

/** Makes single words readable: those the grammar takes for something else, or cannot place. */
export function wordEdit(
  text: string,
  start: number,
  end: number,
  name: string,
  role: WordRole | undefined,
): Edit | undefined {
  const readAs = role && READ_AS[role];
  if (readAs !== undefined) return { start, text: readAs.padEnd(end - start) };
  const first = text.charCodeAt(start);
  if (isDigit(first)) return NO_NUMBER.test(name) ? { start, text: 'T' } : undefined;
  return isLogLevel(text, end, name) ? blankOut(text, start, end) : undefined;
}

/** `KERN_ERR` before a string that is not written out: `KERN_ERR pr_fmt("…")`. */
function isLogLevel(text: string, end: number, name: string): boolean {
  return name.startsWith('KERN_') && isWord(text.charCodeAt(significant(text, end)));
}

/** Words where a statement may begin that have no place there: `static` of `static DEFINE_MUTEX(m);`, a macro alone on its line. */
export function isSuperfluous(text: string, end: number, name: string, role: WordRole | undefined): boolean {
  const next = significant(text, end);
  if (role === 'static')
    return isUpper(text.charCodeAt(next)) && text.charCodeAt(wordEnd(text, next)) === CODE.open;
  if (role !== undefined || !/^_*[A-Z]\w+$/.test(name)) return false;
  const code = text.charCodeAt(next);
  return code === CODE.closeBrace || (isWord(code) && text.slice(end, next).includes('\n'));
}

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
