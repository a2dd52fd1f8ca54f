import type { Slice } from '../syntax';

/** A stretch of a slice that the parser gave a name, inside the nearest such stretch around it. */
export interface Interval {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Index of the enclosing interval, or -1. */
  readonly parent: number;
}

const TYPES = [
  'call_expression',
  'if_statement',
  'else_clause',
  'switch_statement',
  'case_statement',
  'conditional_expression',
  'while_statement',
  'for_statement',
  'do_statement',
  'return_statement',
  'declaration',
];

/**
 * Calls, loops, branches, returns and declarations of all parses of a slice, outer before inner. Only types and offsets
 * are taken from the parser, everything else is read from the text: node wrappers cost more than the parse itself.
 */
export function intervalsOf({ roots }: Slice): readonly Interval[] {
  const found = new Map<string, { type: string; start: number; end: number }>();
  for (const root of roots) {
    for (const node of root.descendantsOfType(TYPES)) {
      const key = `${node.type} ${node.startIndex} ${node.type === 'call_expression' ? node.endIndex : ''}`;
      const known = found.get(key);
      if (!known) found.set(key, { type: node.type, start: node.startIndex, end: node.endIndex });
      else if (node.endIndex > known.end) known.end = node.endIndex;
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  const open: number[] = [];
  return sorted.map((interval, at) => {
    while (open.length > 0 && sorted[open.at(-1)!]!.end <= interval.start) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { ...interval, parent };
  });
}
