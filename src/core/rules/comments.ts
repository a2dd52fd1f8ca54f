/** A comment of C source. Lines are 1-based. */
export interface Comment {
  /** What stands between the comment marks, with the line breaks. */
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** All comments of a C source text in order; nothing inside string and character literals counts as one. */
export function commentsOf(source: string): Comment[] {
  const comments: Comment[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted++) if (source.charCodeAt(counted) === NEWLINE) line++;
    return line;
  };
  for (const match of source.matchAll(TOKEN)) {
    const [token] = match;
    if (!token.startsWith('/')) continue;
    const text = token.startsWith('/*') ? token.slice(2).replace(/\*\/$/, '') : token.slice(2);
    const firstLine = lineAt(match.index);
    comments.push({ text, firstLine, lastLine: lineAt(match.index + token.length) });
  }
  return comments;
}

/** The same text with nothing but the line breaks left of its comments. */
export const withoutComments = (source: string): string =>
  source.replace(TOKEN, token => (token.startsWith('/') ? token.replace(/[^\n]/g, '') : token));

const NEWLINE = 10;

/** Comments, and the literals in which comment marks mean nothing. What is never closed ends with its line or the file. */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*|"(?:\\\r?\n|\\.|[^"\\\n])*"?|'(?:\\\r?\n|\\.|[^'\\\n])*'?/g;
