import { declaredName, splitAtCommas } from './expressions';

/** Names of a function's locals. A call of one goes through a pointer, whatever functions of that name there are. */
export function localNames(declarations: readonly string[]): ReadonlySet<string> {
  const names = declarations.flatMap(declaration =>
    splitAtCommas(declaration.replace(/;\s*$/, '')).map(declarator => declaredName(declarator)),
  );
  return new Set(names.filter(name => name !== undefined));
}

/** Variables and parameters of type `struct net_device *` in a function's text. */
export function deviceVariables(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, list] of text.matchAll(/\bstruct\s+net_device\s*\*([^;(){}=]*)/g)) {
    for (const declarator of (list ?? '').split(',')) {
      const name = /(?<!\w)([A-Za-z_]\w*)\s*$/.exec(declarator)?.[1];
      if (name) names.add(name);
    }
  }
  return names;
}
