/** An open parenthesis or brace, by what it holds. */
export interface Group {
  /**
   * Parentheses behind a callee, `if (`, `sizeof (`, an annotation's name, or none of them (`plain`); braces around
   * statements, values or members.
   */
  readonly kind: 'call' | 'condition' | 'operand' | 'annotation' | 'plain' | 'block' | 'list' | 'fields';
  readonly open: number;
  /** Extent of the word before the parenthesis, and the token before that. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly before: number;
}

/** What is open at some point of a text. Takes closing characters that close nothing. */
export class OpenGroups {
  readonly #open: Group[] = [];
  #braces = 0;

  /** The innermost one. */
  within(): Group['kind'] | undefined {
    return this.#open.at(-1)?.kind;
  }

  push(group: Group): void {
    this.#open.push(group);
    if (isBraced(group)) this.#braces++;
  }

  /** The group that `)` closes; a brace that is still open keeps what is outside it. */
  closeParenthesis(): Group | undefined {
    const innermost = this.#open.at(-1);
    return innermost === undefined || isBraced(innermost) ? undefined : this.#open.pop();
  }

  /** Closes the parentheses that are still open inside the braces as well. */
  closeBrace(): void {
    if (this.#braces === 0) return;
    this.#braces--;
    for (let group = this.#open.pop(); group !== undefined && !isBraced(group); ) group = this.#open.pop();
  }
}

const isBraced = ({ kind }: Group): boolean => kind === 'block' || kind === 'list' || kind === 'fields';
