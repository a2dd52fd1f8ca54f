import { argumentsOf } from './expressions';
import { matchingBracket } from './scanning';

/** What a call expression says, read from its text alone. */
export interface WrittenCall {
  /** The function, the member, or the class of a guard. */
  readonly callee: string;
  readonly form: 'name' | 'member' | 'guard';
  /** Offset of the callee in the expression. */
  readonly at: number;
  readonly args: readonly string[];
}

/** Reads `quux(a, b)`, `x->ops->quux(a)` and `guard(class)(a)`; undefined for anything more unusual. */
export function readWrittenCall(expression: string): WrittenCall | undefined {
  const guard = /^guard\s*\(\s*(\w+)\s*\)\s*\(/.exec(expression);
  if (guard?.[1])
    return { callee: guard[1], form: 'guard', at: 0, args: argumentsAt(expression, guard[0].length - 1) };
  const named = /^([A-Za-z_]\w*)\s*\(/.exec(expression);
  if (named?.[1])
    return { callee: named[1], form: 'name', at: 0, args: argumentsAt(expression, named[0].length - 1) };
  const open = lastGroup(expression);
  const member =
    open < 0 ? undefined : /(?:->|\.)\s*([A-Za-z_]\w*)\s*\)?\s*$/.exec(expression.slice(0, open));
  if (!member?.[1]) return undefined;
  const at = member.index + member[0].indexOf(member[1]);
  return { callee: member[1], form: 'member', at, args: argumentsAt(expression, open) };
}

const argumentsAt = (expression: string, open: number): string[] =>
  argumentsOf(expression.slice(open + 1, matchingBracket(expression, open)));

/** Offset of the parenthesis that opens the last group of a call such as `x->ops->destroy(x)`; -1 when there is none. */
function lastGroup(expression: string): number {
  let depth = 0;
  for (let at = expression.length - 1; at >= 0; at--) {
    if (expression[at] === ')') depth++;
    else if (expression[at] === '(' && --depth === 0) return at;
  }
  return -1;
}
