import { codeOnly } from '../../text';
import type { Draft } from '../draft';
import { definitionsOf, type Handler } from '../reading/handler';
import type { Statement } from '../reading/statement';
import { ask, type Check, PROVED, refuse, type Verdict } from '../refactoring';
import { neededBy } from '../writing/placement';
import { extentOf } from './positions';

/**
 * Row 5, inside one handler. A local must not carry a value from one part to another: for a batch, each netns would need
 * its own. What its initialiser computes may be computed again if nothing changes it in between.
 * Upstream: fib4_semantics_exit; every conversion of shape C computes net_generic() anew.
 */
export const noValueCarried: Check = {
  row: 5,
  name: 'no value carried from part to part',
  of: ({ handler, text }, { phases, list, locals }) =>
    carriedBetween({ ...handler, declarations: [...handler.declarations, ...locals] }, text, phases, list),
};

/** The same for any function that is cut in parts, a handler or its helper. */
export function carriedBetween(
  handler: Handler,
  text: string,
  phases: Draft['phases'],
  list: string | null,
): Verdict {
  for (const { declarators, isListHead, type } of handler.declarations) {
    // the variable of the loops themselves
    if (type === 'struct net' || (isListHead && declarators[0]!.name === list)) continue;
    for (const { name, initialiser } of declarators) {
      if (isListHead && usersOf(handler, phases, name).length > 1) return carries(handler, name);
      const verdict = carried(handler, text, phases, name, initialiser);
      if (verdict.kind !== 'proved') return verdict;
    }
  }
  return PROVED;
}

function carried(
  handler: Handler,
  text: string,
  phases: Draft['phases'],
  name: string,
  initialiser: string | null,
): Verdict {
  const users = usersOf(handler, phases, name);
  if (users.length < 2) return PROVED;
  const written = users.slice(0, -1).some(phase => isWritten(codeOf(phase), name));
  for (const phase of users.slice(1)) {
    const code = codeOf(phase);
    if (beginsByWriting(code, name)) continue;
    if (initialiser === null || written) return carries(handler, name);
    const doubt = doubtAbout(text, initialiser);
    if (doubt) {
      return ask(
        `\`${name}\` would be computed again (\`${initialiser}\`) after what runs before. ${doubt}`,
        'shape C conversions compute net_generic() anew in each loop; that one never changes',
        extentOf(phase),
      );
    }
  }
  return PROVED;
}

const usersOf = (handler: Handler, phases: Draft['phases'], name: string): Draft['phases'] =>
  phases.filter(phase => neededBy(phase, handler.declarations).has(name));

const carries = (handler: Handler, name: string): Verdict =>
  refuse(
    `\`${name}\` carries a value from one part of \`${handler.name}\` to another; each netns of a batch would need its own. Keep the value in the per-netns structure, or compute it again`,
    'fib4_semantics_exit had to move to a loop of its own (2025)',
  );

const codeOf = (statements: readonly Statement[]): string => statements.map(({ code }) => code).join('\n');

const isWritten = (code: string, name: string): boolean =>
  writes(code, name).length > 0 || new RegExp(`&\\s*${name}\\b(?!\\s*(?:->|\\.))`).test(code);

function writes(code: string, name: string): number[] {
  const found: number[] = [];
  for (const { index } of code.matchAll(
    new RegExp(
      `(?<![\\w.>])${name}\\b\\s*(?:[-+*/|&^%]|<<|>>)?=(?!=)|(?<![\\w.>])${name}\\b\\s*(?:\\+\\+|--)|(?:\\+\\+|--)${name}\\b`,
      'g',
    ),
  ))
    found.push(index);
  for (const { start } of cursors(code, name)) found.push(start);
  return found.sort((a, b) => a - b);
}

/** Heads of loop macros that the name is a cursor of. */
const cursors = (code: string, name: string): readonly { readonly start: number; readonly end: number }[] =>
  [...code.matchAll(/\b\w*for_each\w*\s*\([^;{}]*?\)/g)].flatMap(({ 0: head, index }) =>
    new RegExp(`[(,]\\s*${name}\\s*[,)]`).test(head) ? [{ start: index, end: index + head.length }] : [],
  );

/** The first thing that happens to the name is that it gets a value of its own. */
function beginsByWriting(code: string, name: string): boolean {
  const first = code.search(new RegExp(`(?<![\\w.>])${name}\\b`));
  if (first < 0) return true;
  const assigned = new RegExp(`^${name}\\s*=(?!=)([^;]*)`).exec(code.slice(first));
  if (assigned) return !new RegExp(`\\b${name}\\b`).test(assigned[1]!);
  return cursors(code, name).some(({ start, end }) => start <= first && first < end);
}

/** What could make an initialiser mean something else later; undefined where it cannot. */
function doubtAbout(text: string, initialiser: string): string | undefined {
  if (/^net_generic\s*\(|^&?\w+$/.test(initialiser)) return undefined;
  // the address of a member of the netns itself
  if (/^&\s*\w+->[\w.]+$/.test(initialiser)) return undefined;
  const called = /^(\w+)\s*\(\s*\w+\s*\)$/.exec(initialiser)?.[1];
  if (called !== undefined) {
    const [definition] = definitionsOf(text, called);
    const body = definition && codeOnly(text.slice(definition.body, definition.end));
    if (body !== undefined && /\breturn\s+net_generic\s*\(/.test(body)) return undefined;
    return `Does \`${called}\` give the same then?`;
  }
  return 'Is it still valid, and the same, then?';
}
