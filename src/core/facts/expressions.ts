/** Small readings of C expressions as text: enough to tell whose object is meant and what is passed. */

/** Longest argument that is kept whole; longer ones only matter as "something long". */
const LONGEST_ARGUMENT = 80;

/** Comments dropped, blanks and line ends folded. */
export const fold = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\\?\s+/g, ' ')
    .trim();

/** Splits at the commas outside parentheses, brackets, braces and literals. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth--;
    else if (char === '"' || char === "'") {
      for (at++; at < text.length && text[at] !== char; at++) if (text[at] === '\\') at++;
    } else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (text.slice(start).trim() !== '' || parts.length > 0) parts.push(text.slice(start));
  return parts;
}

/** The arguments between a call's parentheses, blanks folded and casts to void dropped. */
export const argumentsOf = (text: string): string[] =>
  splitAtCommas(text).map(argument => {
    const folded = fold(argument).replace(/^\(void \*\) ?/, '');
    return folded.length > LONGEST_ARGUMENT ? `${folded.slice(0, LONGEST_ARGUMENT)}…` : folded;
  });

/** The identifier an expression starts from, and whether it is called: `&qn->lock` → qn, `pernet(net)->lock` → pernet(). */
export function rootOf(expression: string): { readonly name: string; readonly called: boolean } | undefined {
  const bare = expression.replace(/^(?:[&*(!\s]|struct \w+ \*+\s*\))+/, '');
  const root = /^([A-Za-z_]\w*)\s*(\(?)/.exec(bare);
  return root?.[1] === undefined ? undefined : { name: root[1], called: root[2] === '(' };
}

/** A type that is a netns or the per-netns part of a subsystem. */
export const isNetType = (declaration: string): boolean =>
  /\bstruct\s+(?:net|\w+_net|\w*netns\w*|\w*pernet\w*|net_generic|netns_\w+)\s*\*/.test(declaration);

/** Name that a parameter or a declarator introduces: the last identifier before brackets and initialiser. */
export function declaredName(declarator: string): string | undefined {
  const pointer = /\(\s*\*+\s*(?:const\s+)?([A-Za-z_]\w*)/.exec(declarator);
  if (pointer?.[1]) return pointer[1];
  const head = declarator.replace(/=[\s\S]*$/, '').replace(/\[[^\]]*\]|\b__\w+(?:\s*\([^)]*\))?/g, ' ');
  return /(?<!\w)([A-Za-z_]\w*)\s*$/.exec(head)?.[1];
}
