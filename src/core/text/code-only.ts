const NO_CODE = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;

/** The text with comments and literals blanked: every offset stays, newlines stay. */
export const codeOnly = (text: string): string =>
  text.replace(NO_CODE, found => found.replace(/[^\n]/g, ' '));

/** Names in a piece of code that stand for themselves: neither members (`x->name`, `.name`) nor what is in comments. */
export function namesIn(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name] of codeOnly(code).matchAll(/(?<![\w.]|->|->\s)\b([A-Za-z_]\w*)/g))
    if (name) names.add(name);
  return names;
}

/** A whole-word pattern for a C name. */
export const wordPattern = (name: string): RegExp => new RegExp(`\\b${name}\\b`, 'g');
