import type { Interval } from './intervals';
import { matchingBracket } from './scanning';

/** Where an interval stands: in which loop's body, and whether everything that runs the function runs it. */
export interface Standing {
  /** Index into the loops found so far, or -1. */
  readonly loop: number;
  readonly conditional: boolean;
}

/**
 * Follows intervals from outer to inner and tells of each where it stands. What a for or while head calls runs as often
 * as its body.
 */
export function createNesting(text: string, intervals: readonly Interval[]) {
  const loopAt: number[] = [];
  const branchAt: boolean[] = [];
  let leftEarly = false;
  return {
    /** To be called once for each interval, in order. */
    enter(at: number): Standing {
      const { type, start, parent } = intervals[at]!;
      const outer = parent < 0 ? undefined : intervals[parent]!;
      const head = outer && headOf(text, outer);
      const inHead = head !== undefined && start < head.end;
      const loop = parent < 0 ? -1 : loopAt[parent]!;
      const branch =
        (parent >= 0 && branchAt[parent]!) || (outer !== undefined && isBranch(outer) && !inHead);
      loopAt[at] = loop;
      branchAt[at] = branch;
      // what follows `if (…) return;` may not be reached
      if (type === 'return_statement' && branch && loop < 0) leftEarly = true;
      return { loop, conditional: branch || leftEarly };
    },
    /** The interval is the loop with this index; what is inside stands in it. */
    becomesLoop(at: number, loop: number): void {
      loopAt[at] = loop;
    },
  };
}

const HEADLESS = new Set([
  'call_expression',
  'declaration',
  'return_statement',
  'else_clause',
  'case_statement',
]);

const isBranch = ({ type }: Interval): boolean =>
  type === 'if_statement' || type === 'switch_statement' || type === 'conditional_expression';

/** The parentheses behind a statement's keyword (before them for `do`); for `a ? b : c` what stands before the `?`. */
export function headOf(
  text: string,
  { type, start, end }: Interval,
): { readonly open: number; readonly end: number } | undefined {
  if (type === 'conditional_expression') {
    const mark = text.indexOf('?', start);
    return { open: start, end: mark < 0 || mark > end ? end : mark };
  }
  if (HEADLESS.has(type)) return undefined;
  const open =
    type === 'do_statement' ? text.indexOf('(', text.lastIndexOf('while', end)) : text.indexOf('(', start);
  return open < 0 || open >= end ? undefined : { open, end: matchingBracket(text, open) + 1 };
}
