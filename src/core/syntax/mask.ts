import { argumentEdit } from './arguments';
import { CODE } from './characters';
import { blankOut, type Edit, rewrite } from './edits';
import { headEdit, roleOfCall, semicolonEdit } from './heads';
import { isBlank, isDigit, isWord, opaqueEnd, significant, wordEnd } from './lexical';
import type { MaskTables } from './tables';

export interface Masked {
  /** As long as the original, newlines at the same offsets. */
  readonly text: string;
  /** Offset of each masked statement head → its name in the original, e.g. `list_for_each_entry`. */
  readonly names: ReadonlyMap<number, string>;
}

/** An open parenthesis or brace. */
interface Group {
  readonly kind: 'call' | 'condition' | 'plain' | 'annotation' | 'block' | 'list';
  readonly open: number;
  /** Extent of the word before the parenthesis. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** A statement may begin at the word. */
  readonly startsStatement: boolean;
  /** For annotations: the token before, which stays the last one. */
  readonly before: number;
}

const WORD = 119;
/** `10baseT_Half`, as ethtool's macros paste it: no number that C knows. */
const NO_NUMBER = /^\d\w*[g-kmo-tvwyzG-KMO-TVWYZ_]/;

/**
 * Makes kernel C readable to the C grammar without moving anything: annotations are blanked, loop macros become
 * `while`, types among a macro's arguments become identifiers, missing semicolons are put in. Comments and strings stay.
 * Preprocessor lines must have been blanked before (`conditionals.ts`). Takes any text, and is linear in its length.
 */
export function mask(text: string, tables: MaskTables): Masked {
  const { roles } = tables;
  const edits: Edit[] = [];
  const names = new Map<number, string>();
  const groups: Group[] = [];
  let blocks = 0;
  /** Last significant character; `w` for a word, `:` for `else` and `do`, `;` at the start. */
  let last: number = CODE.semicolon;
  let wordStart = -1;
  let wordStop = -1;
  let wordIsKeyword = false;
  let wordStartsStatement = false;
  let lastClosed: Group['kind'] | undefined;
  let caseRange = -1;
  let inCase = false;

  const add = (edit: Edit | undefined): boolean => edit !== undefined && edits.push(edit) > 0;

  function word(start: number): number {
    const end = wordEnd(text, start);
    const name = text.slice(start, end);
    const role = roles.get(name);
    if (role === 'annotation') {
      add(blankOut(text, start, end));
      return end;
    }
    if (role === 'annotation-call') {
      const open = significant(text, end);
      if (text.charCodeAt(open) === CODE.open) {
        groups.push({
          kind: 'annotation',
          open,
          nameStart: start,
          nameEnd: end,
          startsStatement: false,
          before: last,
        });
        last = CODE.open;
        return open + 1;
      }
    }
    if (role === 'asm-inline') add({ start, text: 'asm       ' });
    if (role === 'offsetof') add({ start, text: 'Offsetof' });
    if (role === 'case') inCase = true;
    if (isDigit(text.charCodeAt(start)) && NO_NUMBER.test(name)) add({ start, text: 'T' });
    if (role === 'static' && /[A-Z]/.test(text[significant(text, end)] ?? '') && headsMacro(text, end)) {
      add(blankOut(text, start, end));
      return end;
    }
    wordStart = start;
    wordStop = end;
    wordIsKeyword = role === 'keyword';
    wordStartsStatement = startsStatement();
    last = role === 'else' ? CODE.colon : WORD;
    return end;
  }

  const startsStatement = (): boolean =>
    (last === CODE.semicolon ||
      last === CODE.openBrace ||
      last === CODE.closeBrace ||
      last === CODE.colon ||
      last === CODE.close) &&
    groups[groups.length - 1]?.kind !== 'list';

  function open(at: number): void {
    const named = last === WORD;
    const kind = !named ? 'plain' : wordIsKeyword ? 'condition' : 'call';
    groups.push({
      kind,
      open: at,
      nameStart: wordStart,
      nameEnd: wordStop,
      startsStatement: named && wordStartsStatement,
      before: last,
    });
    last = CODE.open;
    if (kind === 'call') add(argumentEdit(text, at));
  }

  function close(at: number): void {
    const group = groups[groups.length - 1];
    last = CODE.close;
    if (group === undefined || group.kind === 'block' || group.kind === 'list') return;
    groups.pop();
    lastClosed = group.kind;
    if (group.kind === 'annotation') {
      add(blankOut(text, group.nameStart, at + 1));
      last = group.before;
    } else if (group.kind === 'call' && group.startsStatement) statementCall({ ...group, close: at });
  }

  function statementCall(call: Group & { readonly close: number }): void {
    const role = roleOfCall(text, call, tables);
    if (role === 'head' && add(headEdit(text, call)))
      names.set(call.nameStart, text.slice(call.nameStart, call.nameEnd));
    if (role === 'unended' && add(semicolonEdit(text, call))) last = CODE.semicolon;
  }

  function openBrace(at: number): void {
    const parent = groups[groups.length - 1]?.kind;
    const isList =
      last === CODE.equals ||
      last === CODE.comma ||
      parent === 'list' ||
      (last === CODE.close && lastClosed === 'plain');
    groups.push({
      kind: isList ? 'list' : 'block',
      open: at,
      nameStart: -1,
      nameEnd: -1,
      startsStatement: false,
      before: last,
    });
    blocks++;
    last = CODE.openBrace;
  }

  function closeBrace(): void {
    last = CODE.closeBrace;
    if (blocks === 0) return;
    blocks--;
    for (;;) {
      const kind = groups.pop()?.kind;
      if (kind === 'block' || kind === 'list' || kind === undefined) return;
    }
  }

  function punctuation(at: number, code: number): void {
    if (code === CODE.comma && groups[groups.length - 1]?.kind === 'call') add(argumentEdit(text, at));
    if (inCase && code === CODE.dot && caseRange < 0 && text.startsWith('...', at)) caseRange = at;
    if (code === CODE.colon || code === CODE.semicolon) {
      if (caseRange >= 0) add(blankOut(text, caseRange, at));
      inCase = false;
      caseRange = -1;
    }
    last = code;
  }

  function token(at: number, code: number): void {
    if (code === CODE.open) open(at);
    else if (code === CODE.close) close(at);
    else if (code === CODE.openBrace) openBrace(at);
    else if (code === CODE.closeBrace) closeBrace();
    else punctuation(at, code);
  }

  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (isBlank(code)) i++;
    else if (isWord(code)) i = word(i);
    else {
      const end = opaqueEnd(text, i);
      if (end === i) token(i++, code);
      else {
        if (code !== CODE.slash) last = CODE.quote;
        i = end;
      }
    }
  }
  return { text: rewrite(text, edits), names };
}

/** Whether a word and a parenthesis follow: `static DEFINE_MUTEX(…)`. */
function headsMacro(text: string, at: number): boolean {
  const end = wordEnd(text, significant(text, at));
  return text.charCodeAt(end) === CODE.open;
}
