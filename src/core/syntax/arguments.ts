import { CODE } from './characters';
import type { Edit } from './edits';
import { blank, isBlank, isNewline, isWord, significant, wordEnd } from './lexical';

const OPERATOR = new Set([...'<>=!&|+-*/%^~'].map(operator => operator.charCodeAt(0)));
/** Words that are no expression although they stand alone. */
const NO_VALUE =
  /^(?:void|char|short|int|long|float|double|signed|unsigned|_Bool|bool|return|break|continue)$/;

/**
 * What makes a macro's argument an expression, as the grammar wants it: types (`struct foo *`, `unsigned int`),
 * operators (`==`), jumps and nothing at all (`f(a, , b)`) become one identifier of the same extent; of
 * `return -EINTR` the value stays.
 * @param at offset of the `(` or `,` before the argument
 */
export function argumentEdit(text: string, at: number): Edit | undefined {
  const start = significant(text, at + 1);
  const first = text.charCodeAt(start);
  if (first === CODE.comma || first === CODE.close) {
    const isEmptyList = first === CODE.close && text.charCodeAt(at) === CODE.open;
    return isEmptyList ? undefined : emptyArgument(text, at + 1, start);
  }
  const end = isWord(first) ? typeEnd(text, start) : operatorEnd(text, start);
  if (end !== undefined) return { start, text: identifierOver(text.slice(start, end)) };
  return /^return\b/.test(text.slice(start, start + 7)) ? { start, text: '      ' } : undefined;
}

/** Needs a blank to write into; one inside a comment is none. */
function emptyArgument(text: string, from: number, to: number): Edit | undefined {
  let room = from;
  while (room < to && isNewline(text.charCodeAt(room))) room++;
  return room < to && isBlank(text.charCodeAt(room)) ? { start: room, text: 'T' } : undefined;
}

const endsArgument = (code: number): boolean => code === CODE.comma || code === CODE.close;

/** Words and stars up to the argument's end are a type, unless it is one word that is no type's. */
function typeEnd(text: string, start: number): number | undefined {
  let words = 0;
  let stars = 0;
  let end = start;
  for (let i = start; ; i = significant(text, end)) {
    const code = text.charCodeAt(i);
    if (isWord(code)) {
      words++;
      end = wordEnd(text, i);
    } else if (code === CODE.star) {
      stars++;
      end = i + 1;
    } else if (endsArgument(code)) {
      break;
    } else return undefined;
    if (words > 8 || stars > 4) return undefined;
  }
  const isType =
    words > 1 || stars > 0 ? endsAsType(text, end, stars) : NO_VALUE.test(text.slice(start, end));
  return isType ? end : undefined;
}

/** `a * b` is a product; `struct a *`, `a *const` and `struct a` are types. */
function endsAsType(text: string, end: number, stars: number): boolean {
  if (stars === 0 || text.charCodeAt(end - 1) === CODE.star) return true;
  return /\*\s*(?:const|__user|__rcu|__iomem|__percpu)$/.test(text.slice(Math.max(0, end - 16), end));
}

function operatorEnd(text: string, start: number): number | undefined {
  let end = start;
  while (OPERATOR.has(text.charCodeAt(end))) {
    if (text.charCodeAt(end) === CODE.slash && (text[end + 1] === '*' || text[end + 1] === '/')) break;
    end++;
  }
  return end > start && endsArgument(text.charCodeAt(significant(text, end))) ? end : undefined;
}

/** `(typeof(a->b) *)c` → `(T___________ *)c`: a type whose expression is never evaluated, so nothing is lost with it. */
export function typeofEdit(
  text: string,
  nameStart: number,
  nameEnd: number,
  close: number,
): Edit | undefined {
  if (!/typeof/.test(text.slice(nameStart, nameEnd))) return undefined;
  return { start: nameStart, text: identifierOver(text.slice(nameStart, close + 1)) };
}

/** An identifier with the same extent, so that the argument's text can be read by its node's offsets. */
function identifierOver(text: string): string {
  return /[\r\n]/.test(text) ? `T${blank(text.slice(1))}` : 'T'.padEnd(text.length, '_');
}
