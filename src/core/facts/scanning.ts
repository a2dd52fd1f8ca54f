/** Offsets to 0-based lines and columns, cheap for offsets that mostly grow. */
export class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  lineAt(offset: number): number {
    if (offset < this.#at) {
      this.#at = 0;
      this.#line = 0;
    }
    for (;;) {
      const newline = this.#text.indexOf('\n', this.#at);
      if (newline < 0 || newline >= offset) return this.#line;
      this.#at = newline + 1;
      this.#line++;
    }
  }

  columnAt(offset: number): number {
    return offset === 0 ? 0 : offset - (this.#text.lastIndexOf('\n', offset - 1) + 1);
  }
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };

/** Offset of what closes the bracket at `open`, literals and comments passed over; the text's end if nothing does. */
export function matchingBracket(text: string, open: number): number {
  const opens = text[open];
  const closes = CLOSES[opens ?? ''];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    if (char === opens) depth++;
    else if (char === closes) {
      if (--depth === 0) return at;
    } else if (char === '"' || char === "'") {
      for (at++; at < text.length && text[at] !== char && text[at] !== '\n'; at++)
        if (text[at] === '\\') at++;
    } else if (char === '/' && text[at + 1] === '*') {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) return text.length;
      at = close + 1;
    }
  }
  return text.length;
}
