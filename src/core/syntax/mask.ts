import { argumentEdit, typeofEdit } from './arguments';
import { type CallSite, callEdit, roleOfCall } from './calls';
import { CODE } from './characters';
import { blankOut, type Edit, rewrite } from './edits';
import { type Group, OpenGroups } from './groups';
import { isBlank, isWord, opaqueEnd, wordEnd } from './lexical';
import type { MaskTables, WordRole } from './tables';
import { isSuperfluous, wordEdit } from './words';

export interface Masked {
  /** As long as the original, newlines at the same offsets. */
  readonly text: string;
  /** Offset of each masked statement head → its name in the original, e.g. `list_for_each_entry`. */
  readonly names: ReadonlyMap<number, string>;
}

/**
 * Makes kernel C readable to the C grammar without moving anything: annotations are blanked, loop macros become
 * `while`, types among a macro's arguments become identifiers, missing semicolons are put in. Comments and strings stay.
 * Preprocessor lines must have been blanked before (`conditionals.ts`). Takes any text, and is linear in its length.
 */
export function mask(text: string, tables: MaskTables): Masked {
  const masking = new Masking(text, tables);
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    if (isBlank(code)) i++;
    else if (isWord(code)) i = masking.word(i);
    else {
      const end = opaqueEnd(text, i);
      if (end === i) masking.punctuation(i++, code);
      else {
        if (code !== CODE.slash) masking.literal();
        i = end;
      }
    }
  }
  return { text: rewrite(text, masking.edits), names: masking.names };
}

/** Stands for a word among the tokens, which otherwise are characters. */
const WORD = -1;

/** One pass over one text: remembers what is open and what came last. */
class Masking {
  readonly edits: Edit[] = [];
  readonly names = new Map<number, string>();
  readonly #text: string;
  readonly #tables: MaskTables;
  readonly #groups = new OpenGroups();
  /** Last token; `:` for `else` and `do`, after which a statement begins as after a label. */
  #last: number = CODE.semicolon;
  #lastClosed: Group['kind'] = 'plain';
  /** The last word: extent, role, and the token before it. */
  #wordStart = 0;
  #wordEnd = 0;
  #wordRole: WordRole | undefined;
  #wordBefore: number = CODE.semicolon;
  /** Behind `struct`, `union` or `enum`, and nothing but words since. */
  #inTag = false;
  #inCase = false;
  /** Offset of the `...` of a case range. */
  #range = -1;

  constructor(text: string, tables: MaskTables) {
    this.#text = text;
    this.#tables = tables;
  }

  /** @returns offset behind the word */
  word(start: number): number {
    const text = this.#text;
    const end = wordEnd(text, start);
    const name = text.slice(start, end);
    const role = this.#tables.roles.get(name);
    if (role === 'annotation') {
      this.edits.push(blankOut(text, start, end));
      return end;
    }
    if (this.#startsStatement(this.#last) && isSuperfluous(text, end, name, role)) {
      this.edits.push(blankOut(text, start, end));
      return end;
    }
    this.#add(wordEdit(text, start, end, name, role));
    if (role === 'aggregate') this.#inTag = true;
    if (role === 'case') this.#inCase = true;
    this.#wordStart = start;
    this.#wordEnd = end;
    this.#wordRole = role;
    this.#wordBefore = this.#last;
    this.#last = role === 'else' ? CODE.colon : WORD;
    return end;
  }

  literal(): void {
    this.#last = CODE.quote;
    this.#inTag = false;
  }

  punctuation(at: number, code: number): void {
    if (code === CODE.open) this.#open(at);
    else if (code === CODE.close) this.#close(at);
    else if (code === CODE.openBrace) this.#openBrace(at);
    else if (code === CODE.closeBrace) {
      this.#groups.closeBrace();
      this.#last = code;
    } else {
      if (code === CODE.comma && this.#groups.within() === 'call') this.#add(argumentEdit(this.#text, at));
      this.#caseRange(at, code);
      this.#last = code;
    }
    this.#inTag = false;
  }

  #open(at: number): void {
    const kind = this.#kindOfParenthesis();
    const [nameStart, nameEnd, before] = [this.#wordStart, this.#wordEnd, this.#wordBefore];
    this.#groups.push({ kind, open: at, nameStart, nameEnd, before });
    this.#last = CODE.open;
    if (kind === 'call') this.#add(argumentEdit(this.#text, at));
  }

  #kindOfParenthesis(): Group['kind'] {
    if (this.#last !== WORD) return 'plain';
    if (this.#wordRole === 'annotation-call') return 'annotation';
    if (this.#wordRole === 'condition') return 'condition';
    return this.#wordRole === 'keyword' || this.#wordRole === 'alignof' ? 'operand' : 'call';
  }

  #close(at: number): void {
    this.#last = CODE.close;
    const group = this.#groups.closeParenthesis();
    if (group === undefined) return;
    this.#lastClosed = group.kind;
    if (group.kind === 'annotation') {
      this.edits.push(blankOut(this.#text, group.nameStart, at + 1));
      this.#last = group.before;
    } else if (group.kind === 'call') this.#closeCall(group, at);
    else if (group.kind === 'operand') this.#add(typeofEdit(this.#text, group.nameStart, group.nameEnd, at));
  }

  #closeCall({ nameStart, nameEnd, open, before }: Group, close: number): void {
    const call: CallSite = { nameStart, nameEnd, open, close, before, within: this.#standsIn(before) };
    const role = roleOfCall(this.#text, call, this.#tables);
    if (role === 'call' || !this.#add(callEdit(this.#text, call, role))) return;
    if (role === 'head') this.names.set(nameStart, this.#text.slice(nameStart, nameEnd));
    if (role === 'unended') this.#last = CODE.semicolon;
  }

  #openBrace(open: number): void {
    this.#groups.push({ kind: this.#kindOfBrace(), open, nameStart: 0, nameEnd: 0, before: this.#last });
    this.#last = CODE.openBrace;
  }

  #kindOfBrace(): Group['kind'] {
    if (this.#inTag) return 'fields';
    const afterCast =
      this.#last === CODE.close && (this.#lastClosed === 'plain' || this.#lastClosed === 'operand');
    const within = this.#groups.within();
    // braces among a call's arguments are statements: values would need a cast before them
    const startsList =
      this.#last === CODE.equals || (this.#last === CODE.comma && within !== 'call') || afterCast;
    return startsList || within === 'list' ? 'list' : 'block';
  }

  /** `case 'a' ... 'z':` → `case 'a'        :` */
  #caseRange(at: number, code: number): void {
    if (!this.#inCase) return;
    if (code === CODE.dot && this.#range < 0 && this.#text.startsWith('...', at)) this.#range = at;
    if (code !== CODE.colon && code !== CODE.semicolon) return;
    if (this.#range >= 0) this.edits.push(blankOut(this.#text, this.#range, at));
    this.#inCase = false;
    this.#range = -1;
  }

  #standsIn(before: number): CallSite['within'] {
    const within = this.#groups.within();
    if (within === 'list' || within === 'fields') return within;
    return this.#startsStatement(before) ? 'statements' : 'expression';
  }

  #startsStatement(before: number): boolean {
    const within = this.#groups.within();
    return STATEMENT_STARTS_AFTER.has(before) && within !== 'list' && within !== 'fields';
  }

  #add(edit: Edit | undefined): boolean {
    if (edit !== undefined) this.edits.push(edit);
    return edit !== undefined;
  }
}

const STATEMENT_STARTS_AFTER: ReadonlySet<number> = new Set([
  CODE.semicolon,
  CODE.colon,
  CODE.openBrace,
  CODE.closeBrace,
  CODE.close,
]);
