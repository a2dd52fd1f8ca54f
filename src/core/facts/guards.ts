import { fold } from './expressions';
import type { Guard } from './facts';
import type { Interval } from './intervals';
import { headOf } from './nesting';

/** What is false, whatever the type of the parameter. */
const FALSY = ['0', 'false', 'NULL'];
const CONSTANT = /^(?:[A-Z][A-Z0-9_]*|\d+|true|false)$/;
/** A statement after which the next case label is not reached. */
const LEAVES = /\b(?:break|continue|goto\s+\w+|return\b[^;]*)\s*;\s*\}?\s*$/;
const LABEL = /^\s*(?!default\b)[A-Za-z_]\w*\s*:(?!:)/m;

/** An argument whose value can be told from its spelling: `QUUX_INET`, `true`, `0`. */
export const isConstant = (argument: string): boolean => CONSTANT.test(argument);

/** Whether a call behind `guard` cannot be reached when its parameter is `value`, a constant. Unsure is no. */
export function rulesOut({ values, isOneOf }: Guard, value: string): boolean {
  return isOneOf ? values.every(other => differ(other, value)) : values.some(other => same(other, value));
}

const same = (a: string, b: string): boolean => a === b || (FALSY.includes(a) && FALSY.includes(b));

/** Names of one family are of one enum, or meant to be: `NFPROTO_INET` and `NFPROTO_BRIDGE`, but not `AF_INET` and `PF_INET`. */
function differ(a: string, b: string): boolean {
  if (same(a, b)) return false;
  if (FALSY.includes(a) || FALSY.includes(b)) return isPlain(a) && isPlain(b);
  const family = familyOf(a);
  return family !== undefined && family === familyOf(b);
}

const isPlain = (value: string): boolean => FALSY.includes(value) || value === 'true' || /^\d+$/.test(value);

function familyOf(value: string): string | undefined {
  if (/^\d+$/.test(value)) return '0';
  return /^([A-Z][A-Z0-9]*)_/.exec(value)?.[1];
}

const CHANGED =
  /(?<![\w.>])([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--|&)\s*([A-Za-z_]\w*)/g;

/** The names that a function's body gives another value, or whose address it takes. */
export const changedNames = (body: string): ReadonlySet<string> =>
  new Set(Array.from(body.matchAll(CHANGED), ([, assigned, addressed]) => assigned ?? addressed!));

/**
 * Tells which guards stand around an interval: the branches that one parameter decides.
 * @param parameters those that keep their value
 */
export function createGuards(
  text: string,
  intervals: readonly Interval[],
  parameters: ReadonlySet<string>,
): (at: number) => readonly Guard[] {
  const inside: (readonly Guard[])[] = [];
  return guardsAt;

  function guardsAt(at: number): readonly Guard[] {
    const known = inside[at];
    if (known) return known;
    const { parent } = intervals[at]!;
    const outer = parent < 0 ? [] : guardsAt(parent);
    const own = parent < 0 ? undefined : guardBetween(parent, at);
    const guards = own ? [...outer, own] : outer;
    inside[at] = guards;
    return guards;
  }

  function guardBetween(outer: number, inner: number): Guard | undefined {
    const { type } = intervals[outer]!;
    if (type === 'if_statement') return branchOf(intervals[outer]!, intervals[inner]!);
    if (type === 'switch_statement') return casesOf(outer, inner);
    return undefined;
  }

  function branchOf(statement: Interval, inner: Interval): Guard | undefined {
    const head = headOf(text, statement);
    if (!head || inner.start < head.end || LABEL.test(text.slice(head.end, statement.end))) return undefined;
    const guard = guardOf(fold(text.slice(head.open + 1, head.end - 1)));
    return guard && inner.type === 'else_clause' ? { ...guard, isOneOf: !guard.isOneOf } : guard;
  }

  function guardOf(condition: string): Guard | undefined {
    const [, not, plain] = /^(!?) ?(\w+)$/.exec(condition) ?? [];
    if (plain !== undefined && parameters.has(plain))
      return { parameter: plain, values: FALSY, isOneOf: not === '!' };
    const [, parameter, operator, value] = /^(\w+) ?([!=]=) ?(\w+)$/.exec(condition) ?? [];
    if (parameter === undefined || !parameters.has(parameter) || !isConstant(value!)) return undefined;
    return { parameter, values: [value!], isOneOf: operator === '==' };
  }

  /** The labels that lead to a case, with those that fall through to it. */
  function casesOf(outer: number, inner: number): Guard | undefined {
    const statement = intervals[outer]!;
    const head = headOf(text, statement);
    const parameter = head && fold(text.slice(head.open + 1, head.end - 1));
    if (parameter === undefined || !parameters.has(parameter)) return undefined;
    const cases = intervals.flatMap((each, at) =>
      each.parent === outer && each.type === 'case_statement' ? [at] : [],
    );
    const last = cases.indexOf(inner);
    if (last < 0 || LABEL.test(text.slice(head!.end, statement.end).replace(/\bcase\b[^:]*:/g, '')))
      return undefined;
    let first = last;
    while (first > 0 && !LEAVES.test(fold(textOf(cases[first - 1]!)))) first--;
    const labels = cases.map(labelOf);
    const reaching = labels.slice(first, last + 1);
    if (!reaching.includes('default')) return { parameter, values: reaching, isOneOf: true };
    return { parameter, values: labels.filter(label => !reaching.includes(label)), isOneOf: false };
  }

  function textOf(at: number): string {
    return text.slice(intervals[at]!.start, intervals[at]!.end);
  }

  function labelOf(at: number): string {
    return fold(/^(?:case\b)?([^:]*):/.exec(textOf(at))?.[1] ?? '');
  }
}
