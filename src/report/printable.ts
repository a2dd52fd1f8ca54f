/** Control characters, line and paragraph separators, and the marks that reorder text on the screen. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from the workspace as it may go to a terminal: on one line, and unable to move the cursor, colour the screen or
 * reorder what the reader sees (a patch under review may name a file as it likes). `ESC` becomes `\u{1b}`.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, character => `\\u{${character.codePointAt(0)!.toString(16)}}`);
