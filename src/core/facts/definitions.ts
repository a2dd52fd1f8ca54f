/**
 * A lexical index of what a C file defines: functions, function-like macros, prototypes and includes, found without
 * parsing. Kernel style is what makes it exact: definitions start at column 0 and end with a `}` at column 0.
 */

export interface Definition {
  readonly name: string;
  readonly kind: 'function' | 'macro';
  /** Offset of the first character of the declaration, or of the macro's `#`. */
  readonly start: number;
  /** Offset of the name. */
  readonly nameAt: number;
  /** Offset of the body's `{`, or of the first character of the macro's body. */
  readonly body: number;
  /** Offset behind the closing `}`, or behind the macro's last line. */
  readonly end: number;
  /** Visible in its own file only (`static`), or in those that include it. */
  readonly local: boolean;
}

export interface FileIndex {
  readonly definitions: readonly Definition[];
  /** As written between the quotes or brackets. */
  readonly includes: readonly string[];
  /** Names of function prototypes. */
  readonly declared: readonly string[];
}

const NEWLINE = 10;
const HASH = 35;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const STAR = 42;
const SLASH = 47;
const SEMICOLON = 59;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const WORD = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789')
  WORD[char.charCodeAt(0)] = 1;
const isWord = (code: number): boolean => code < 128 && WORD[code] === 1;
const isWordStart = (code: number): boolean => isWord(code) && (code > 57 || code < 48);
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

/** The characters at which a declaration may end, or become one of a function; most of its text is none of them. */
const DECIDES = new Uint8Array(128);
for (const char of '(\n;={}":#/') DECIDES[char.charCodeAt(0)] = 1;

/** Words before a parenthesis that never name a function. */
const NO_FUNCTION = new Set(
  'if while for switch return sizeof else do case goto defined extern typedef struct union enum typeof __typeof__'.split(
    ' ',
  ),
);

/** Annotations with arguments that can stand in front of the function's name, even on a line of their own. */
const ANNOTATION =
  /^__(?:acquires?|releases?|must_hold|cond_acquires|printf|scanf|attribute__|aligned|section|alloc_size|nonnull|diagnose_as)$/;

/** A parameter list longer than this is something else gone wrong. */
const LONGEST_PARAMETERS = 6_000;

/** Offset of the `)` that closes the `(` at `open`, or -1: strings and comments are skipped, `;` and `{` end the search. */
function closingParen(text: string, open: number): number {
  const end = Math.min(text.length, open + LONGEST_PARAMETERS);
  let depth = 0;
  for (let at = open; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_PAREN) depth++;
    else if (code === CLOSE_PAREN) {
      if (--depth === 0) return at;
    } else if (code === 34 || code === 39) {
      at = endOfQuoted(text, at);
    } else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) return -1;
      at = close + 1;
    } else if (code === SEMICOLON || code === OPEN_BRACE) return -1;
  }
  return -1;
}

/** Offset of the quote that ends the literal starting at `at`, or of the end of its line. */
function endOfQuoted(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH) next++;
    else if (code === quote || code === NEWLINE) return next;
  }
  return text.length;
}

/** Offset of the newline that ends the line at `at`, continuation lines included. */
function endOfLogicalLine(text: string, at: number): number {
  let end = text.indexOf('\n', at);
  while (end > 0) {
    const last = text.charCodeAt(end - 1) === 13 ? end - 2 : end - 1;
    if (text.charCodeAt(last) !== BACKSLASH) return end;
    end = text.indexOf('\n', end + 1);
  }
  return text.length;
}

/**
 * Offset of what follows a parameter list: blanks, comments, preprocessor lines and annotations
 * (`__acquires(x)`, `__must_hold(&lock)`) are passed over.
 */
function afterParameters(text: string, from: number): number {
  let at = from;
  for (let words = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (isBlank(code) || code === NEWLINE) at++;
    else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) return text.length;
      at = close + 2;
    } else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) at = endOfLogicalLine(text, at);
    else if (code === HASH && (at === 0 || text.charCodeAt(at - 1) === NEWLINE))
      at = endOfLogicalLine(text, at);
    else if (isWordStart(code) && words++ < 12) {
      let end = at;
      while (isWord(text.charCodeAt(end))) end++;
      const word = text.slice(at, end);
      while (isBlank(text.charCodeAt(end))) end++;
      const called = text.charCodeAt(end) === OPEN_PAREN;
      if (!/^_|^no[a-z]/.test(word)) return at;
      const close = called ? closingParen(text, end) : end - 1;
      if (close < 0) return at;
      at = close + 1;
    } else return at;
  }
  return text.length;
}

/** Offset behind the `}` that ends the body opened at `open`: on the same line, or the next one at column 0. */
function endOfBody(text: string, open: number): number {
  const lineEnd = text.indexOf('\n', open);
  const firstLine = text.slice(open, lineEnd < 0 ? text.length : lineEnd);
  if (firstLine.includes('}')) {
    let depth = 0;
    for (let at = 0; at < firstLine.length; at++) {
      const code = firstLine.charCodeAt(at);
      if (code === 34 || code === 39) at = endOfQuoted(firstLine, at);
      else if (code === OPEN_BRACE) depth++;
      else if (code === CLOSE_BRACE && --depth === 0) return open + at + 1;
    }
  }
  const atColumn0 = text.indexOf('\n}', open);
  const indent = indentBefore(text, open);
  if (indent) {
    const indented = text.indexOf(`\n${indent}}`, open);
    if (indented >= 0 && (atColumn0 < 0 || indented < atColumn0)) return indented + indent.length + 2;
  }
  return atColumn0 < 0 ? text.length : atColumn0 + 2;
}

/** The blanks before a brace that is the first on its line, or undefined when something else stands before it. */
function indentBefore(text: string, brace: number): string | undefined {
  let at = brace;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--;
  return at === 0 || text.charCodeAt(at - 1) === NEWLINE ? text.slice(at, brace) : undefined;
}

/** Everything one file's text defines, declares and includes. Never throws; cost is about that of reading the file. */
export function indexDefinitions(text: string): FileIndex {
  const definitions: Definition[] = [];
  const includes: string[] = [];
  const declared: string[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isWordStart(code)) at = declaration(at);
    else if (code === HASH) at = directive(at);
    else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) break;
      at = close + 2;
    }
    const newline = text.indexOf('\n', at);
    if (newline < 0) break;
    at = newline + 1;
  }
  return { definitions, includes, declared };

  function directive(start: number): number {
    let word = start + 1;
    while (isBlank(text.charCodeAt(word))) word++;
    if (text.startsWith('define', word)) {
      const end = endOfLogicalLine(text, start);
      let nameAt = word + 6;
      while (isBlank(text.charCodeAt(nameAt))) nameAt++;
      let nameEnd = nameAt;
      while (isWord(text.charCodeAt(nameEnd))) nameEnd++;
      if (text.charCodeAt(nameEnd) === OPEN_PAREN && nameEnd > nameAt) {
        const close = text.indexOf(')', nameEnd);
        if (close > 0 && close < end) {
          const name = text.slice(nameAt, nameEnd);
          definitions.push({ name, kind: 'macro', start, nameAt, body: close + 1, end, local: true });
        }
      }
      return end;
    }
    if (text.startsWith('include', word)) {
      const end = endOfLogicalLine(text, start);
      const named = /^\s*["<]([^">\n]+)[">]/.exec(text.slice(word + 7, end));
      if (named?.[1]) includes.push(named[1]);
      return end;
    }
    return endOfLogicalLine(text, start);
  }

  /** Reads one declaration that starts at column 0; returns an offset on its last line that was read. */
  function declaration(start: number): number {
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127 || DECIDES[code] === 0) continue;
      if (code === OPEN_PAREN) {
        let nameEnd = at;
        while (nameEnd > start && text.charCodeAt(nameEnd - 1) <= 32) nameEnd--;
        let nameAt = nameEnd;
        while (nameAt > start && isWord(text.charCodeAt(nameAt - 1))) nameAt--;
        if (nameAt === nameEnd) return at;
        const name = text.slice(nameAt, nameEnd);
        if (NO_FUNCTION.has(name)) return at;
        const close = closingParen(text, at);
        if (close < 0) return at;
        if (ANNOTATION.test(name)) {
          at = close;
          continue;
        }
        const follows = afterParameters(text, close + 1);
        const what = text.charCodeAt(follows);
        if (what === OPEN_BRACE) {
          const end = endOfBody(text, follows);
          const local = /\bstatic\b/.test(text.slice(start, nameAt));
          definitions.push({ name, kind: 'function', start, nameAt, body: follows, end, local });
          return end - 1;
        }
        if (what === SEMICOLON) {
          declared.push(name);
          return follows;
        }
        // an annotation with arguments in front of the name: `static __printf(1, 2) void quux(…)`
        if (isWord(what) || what === STAR) {
          if (text.indexOf('\n', close) > follows) {
            at = close;
            continue;
          }
        }
        return close;
      }
      if (code === NEWLINE) {
        const next = text.charCodeAt(at + 1);
        // a type on a line of its own, or an indented rest of the declaration
        if (isWordStart(next) || isBlank(next) || next === STAR) continue;
        return Math.max(at - 1, start);
      }
      return at;
    }
    return text.length;
  }
}
