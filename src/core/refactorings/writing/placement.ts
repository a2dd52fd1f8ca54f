import type { Declaration, Declarator } from '../reading/declaration';
import type { Statement } from '../reading/statement';

/** Where the declarations of a handler go when its statements are dealt out to several places. */
export interface Placement {
  /** Lines for the function's head, one level in: `\tstruct quux_net *qn;`. */
  readonly shared: readonly string[];
  /** Per place, lines for its own block as they stood in the handler. */
  readonly own: readonly (readonly string[])[];
  /** Per place, statements that compute anew what its locals were initialised with: `\tqn = net_generic(…);`. */
  readonly assigned: readonly (readonly string[])[];
}

/**
 * Deals out declarations. A local that one place uses goes there as it is; one that several use is declared for all
 * and computed anew in each.
 * @param places the statements of each place
 * @param unit one level of indentation
 */
export function placeDeclarations(
  declarations: readonly Declaration[],
  places: readonly (readonly Statement[])[],
  unit: string,
): Placement {
  const needed = places.map(statements => neededBy(statements, declarations));
  const usedIn = (name: string): number => needed.filter(names => names.has(name)).length;
  const shared: string[] = [];
  const own: string[][] = places.map(() => []);
  const assigned: string[][] = places.map(() => []);
  for (const { statement, type, declarators } of declarations) {
    const used = declarators.filter(({ name }) => usedIn(name) > 0);
    const common = used.filter(({ name }) => usedIn(name) > 1);
    if (common.length > 0)
      shared.push(
        `${unit}${declare(
          type,
          common.map(({ written }) => written),
        )}`,
      );
    places.forEach((_, at) => {
      const here = used.filter(({ name }) => needed[at]!.has(name));
      const alone = here.filter(({ name }) => usedIn(name) === 1);
      if (alone.length === declarators.length) own[at]!.push(statement.lines);
      else if (alone.length > 0) own[at]!.push(`${unit}${declare(type, alone.map(withInitialiser))}`);
      for (const { name, initialiser } of here) {
        if (usedIn(name) > 1 && initialiser !== null) assigned[at]!.push(`${unit}${name} = ${initialiser};`);
      }
    });
  }
  return { shared, own, assigned };
}

export const declare = (type: string, declarators: readonly string[]): string =>
  type === 'LIST_HEAD' ? `LIST_HEAD(${declarators[0]});` : `${type} ${declarators.join(', ')};`;

const withInitialiser = ({ written, initialiser }: Declarator): string =>
  initialiser === null ? written : `${written} = ${initialiser}`;

/** The locals that statements use, directly or through the initialisers of those they use. */
export function neededBy(
  statements: readonly Pick<Statement, 'names'>[],
  declarations: readonly Declaration[],
): ReadonlySet<string> {
  const needed = new Set<string>();
  for (const { names } of statements) for (const name of names) needed.add(name);
  // later declarations may use earlier ones
  for (const { declarators } of [...declarations].reverse()) {
    for (const { name, uses } of [...declarators].reverse()) {
      if (needed.has(name)) for (const used of uses) needed.add(used);
    }
  }
  return needed;
}
