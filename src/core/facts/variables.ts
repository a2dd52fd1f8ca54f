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

/** The lists that a function has on its stack: `LIST_HEAD(kill_list);`, `struct list_head kill_list;`. */
export const ownLists = (body: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      body.matchAll(/\bH?LIST_HEAD\s*\(\s*(\w+)\s*\)|\bstruct\s+h?list_head\s+(\w+)\s*[;=,]/g),
      ([, macro, declared]) => macro ?? declared!,
    ),
  );
