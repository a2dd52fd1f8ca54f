import { declaredName, isNetType, rootOf, splitAtCommas } from './expressions';
import type { Owner, Parameter } from './facts';
import { changedNames } from './guards';

/** The parameters of a function, or of a function-like macro, from the text between its parentheses and its body. */
export function parametersOf(text: string, body: string): Parameter[] {
  const changed = changedNames(body);
  return splitAtCommas(text).flatMap(parameter => {
    const name = declaredName(parameter);
    return name === undefined || name === 'void'
      ? []
      : [{ name, isNet: isNetType(parameter), keepsValue: !changed.has(name) }];
  });
}

/** Whose object an expression in a function is, told from its parameters, locals and what is assigned to them. */
export type OwnerOf = (expression: string) => Owner;

/**
 * @param declarations texts of the function's declarations
 * @param body text of the function's body, for assignments to its locals
 */
export function ownership(
  parameters: readonly Parameter[],
  declarations: readonly string[],
  body: string,
): OwnerOf {
  const owners = new Map<string, Owner>();
  for (const { name, isNet } of parameters) owners.set(name, isNet ? 'net' : 'unknown');
  const fromNet = (expression: string): boolean =>
    /\bnet_generic\s*\(/.test(expression) ||
    [...expression.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => owners.get(name) === 'net');
  for (const declaration of declarations) {
    const isNet = isNetType(declaration);
    for (const declarator of splitAtCommas(declaration.replace(/;\s*$/, ''))) {
      const name = declaredName(declarator);
      if (name === undefined) continue;
      const initialiser = /=([\s\S]*)$/.exec(declarator)?.[1];
      owners.set(
        name,
        isNet || (initialiser !== undefined && fromNet(initialiser)) ? 'net' : initial(initialiser),
      );
    }
  }
  for (const [, name, value] of body.matchAll(/(?<![\w.>])([A-Za-z_]\w*)\s*=(?!=)([^;]*);/g)) {
    if (name !== undefined && value !== undefined && owners.get(name) === 'unknown' && fromNet(value))
      owners.set(name, 'net');
  }
  return ownerOf;

  /** A local that starts as the address of a file-level object stands for it. */
  function initial(initialiser: string | undefined): Owner {
    return initialiser !== undefined && /^\s*&/.test(initialiser) ? ownerOf(initialiser) : 'unknown';
  }

  function ownerOf(expression: string): Owner {
    const root = rootOf(expression);
    if (root === undefined) return 'unknown';
    if (root.called) return fromNet(expression) ? 'net' : 'unknown';
    return owners.get(root.name) ?? 'global';
  }
}
