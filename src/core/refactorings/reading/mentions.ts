import { matchingBracket } from '../../facts';
import { codeOnly, lineStart, wordPattern } from '../../text';

/** How a name occurs in a file outside its own definition's header. */
export interface Mention {
  readonly kind: 'call' | 'value' | 'prototype' | 'comment';
  readonly start: number;
}

/** A forward declaration with its extent. */
export interface Prototype {
  readonly start: number;
  /** Behind the semicolon. */
  readonly end: number;
  readonly open: number;
  readonly close: number;
  readonly nameAt: number;
}

/**
 * Every occurrence of a function's name but the one its definition introduces.
 * @param definedAt offsets of the name in its definitions
 */
export function mentionsOf(text: string, name: string, definedAt: readonly number[]): readonly Mention[] {
  const code = codeOnly(text);
  return [...text.matchAll(wordPattern(name))].flatMap(({ index: start }): Mention[] => {
    if (definedAt.includes(start)) return [];
    if (code.slice(start, start + name.length) !== name) return [{ kind: 'comment', start }];
    if (!/^\s*\(/.test(code.slice(start + name.length, start + name.length + 80)))
      return [{ kind: 'value', start }];
    return [{ kind: prototypeAt(text, name, start) ? 'prototype' : 'call', start }];
  });
}

/** The prototype whose name stands at `nameAt`, if it is one: at the left margin, ended by a semicolon. */
export function prototypeAt(text: string, name: string, nameAt: number): Prototype | null {
  const open = text.indexOf('(', nameAt + name.length);
  const close = matchingBracket(text, open);
  const end = text.indexOf(';', close);
  if (end < 0 || !/^[\s\w()]*$/.test(text.slice(close + 1, end))) return null;
  const line = lineStart(text, nameAt);
  let start = line;
  const head = text.slice(line, nameAt);
  if (/^\s*$/.test(head) && head === '' && line > 0) {
    // the type may stand on the line above
    const above = lineStart(text, line - 1);
    if (/^(?:static|extern|void|int|struct)\b[^;{}()]*$/.test(text.slice(above, line - 1))) start = above;
  }
  const type = codeOnly(text.slice(start, nameAt));
  if (!/^(?:[A-Za-z_]\w*[\s*]+)+$/.test(type) || /\breturn\b|\belse\b/.test(type)) return null;
  return { start, end: end + 1, open, close, nameAt };
}
