/** The smallest lexical facts about C that masking needs. All functions are total: any text, any offset. */

import { CODE } from './characters';

const WORD = new Uint8Array(128);
for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz$')
  WORD[char.charCodeAt(0)] = 1;

export const isWord = (code: number): boolean => code < 128 && WORD[code] === 1;
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
export const isNewline = (code: number): boolean => code === CODE.newline || code === CODE.return;

/** Offset behind the word that begins at `at`. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWord(text.charCodeAt(end))) end++;
  return end;
}

/** Offset behind the comment, string or character literal that begins at `at`; `at` itself when none does. */
export function opaqueEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === CODE.quote || code === CODE.apostrophe) return literalEnd(text, at, code);
  if (code !== CODE.slash) return at;
  const second = text.charCodeAt(at + 1);
  if (second === CODE.star) {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  return second === CODE.slash ? lineEnd(text, at) : at;
}

/** An unclosed literal ends with its line, as in an apostrophe inside `#error don't`. */
function literalEnd(text: string, at: number, quote: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) return i + 1;
    if (code === CODE.newline) return i;
    if (code === CODE.backslash) i++;
  }
  return text.length;
}

/** Offset of the newline that ends the line of `at`, lines joined by a backslash counting as one. */
export function lineEnd(text: string, at: number): number {
  for (let i = at; ; ) {
    const newline = text.indexOf('\n', i);
    if (newline < 0) return text.length;
    const before = text.charCodeAt(newline - 1) === CODE.return ? newline - 2 : newline - 1;
    if (before < at || text.charCodeAt(before) !== CODE.backslash) return newline;
    i = newline + 1;
  }
}

/** Offset of the first character from `at` on that is neither blank nor comment; the text's length when none is. */
export function significant(text: string, at: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (isBlank(code)) i++;
    else if (code === CODE.slash) {
      const end = opaqueEnd(text, i);
      if (end === i) return i;
      i = end;
    } else return i;
  }
  return text.length;
}

/** As many blanks as the text has characters, its newlines kept. */
export const blank = (text: string): string =>
  /[\r\n]/.test(text) ? text.replace(/[^\r\n]/g, ' ') : ' '.repeat(text.length);
