import { CODE } from './characters';
import { blank, isNewline, isWord, opaqueEnd } from './lexical';

export type SliceKind = 'function' | 'macro' | 'initialiser';

/** Makes a slice a translation unit. Offsets stay true; what is appended lies behind the slice's end. */
export function frame(text: string, kind: SliceKind): string {
  if (kind === 'function') return behind(text, startOf(text, CODE.openBrace), 'T f()');
  if (kind === 'initialiser') return `${behind(text, startOf(text, CODE.equals), 'T x')};`;
  return macroFrame(text);
}

/** First offset of `sought` outside parentheses, comments and literals; -1 when there is none. */
function startOf(text: string, sought: number): number {
  let depth = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (code === sought && depth === 0) return i;
    if (code === CODE.open) depth++;
    if (code === CODE.close && depth > 0) depth--;
    const end = opaqueEnd(text, i);
    i = end === i ? i + 1 : end;
  }
  return -1;
}

/** Replaces what is before `end` by a header. A slice with no room for it stays as it is. */
function behind(text: string, end: number, header: string): string {
  const room = end < 0 ? undefined : headerOver(text.slice(0, end), header);
  return room === undefined ? text : room + text.slice(end);
}

/** Writes a header of one-character tokens over a text, jumping newlines, which separate tokens as blanks do. */
function headerOver(text: string, header: string): string | undefined {
  let written = '';
  let next = 0;
  for (const old of text.split('')) {
    if (isNewline(old.charCodeAt(0)) || next === header.length) written += blank(old);
    else written += header[next++];
  }
  return next === header.length ? written : undefined;
}

/**
 * `#define NAME(a) text` → `void f(){ text;}`: what the macro expands to, read as statements. An expression is one,
 * a loop header is one with an empty body, and a whole function definition is read as a nested one.
 */
function macroFrame(text: string): string {
  const parameters = /^\s*#\s*define\s+\w+(?:\([^)]*\))?/.exec(text);
  if (parameters === null) return text;
  const end = parameters[0].length;
  const header = headerOver(text.slice(0, end), 'T f(){');
  if (header === undefined) return text;
  return `${header}${joinLines(text.slice(end))};}`;
}

const MACRO_TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\\(?=[ \t]*\r?(?:\n|$))|(?<![ \t])[ \t]*##[ \t]*|#/g;

/** Blanks continuations and `#`; what `##` pastes becomes one word of the same extent. */
function joinLines(text: string): string {
  return text.replace(MACRO_TOKEN, (token: string, at: number) => {
    if (token === '\\' || token === '#') return ' ';
    if (!/^[ \t]*##/.test(token)) return token;
    const joinsWords = isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at + token.length));
    return (joinsWords ? '_' : ' ').repeat(token.length);
  });
}
