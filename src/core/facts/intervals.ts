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
  const found: Found[] = [];
  for (const root of roots) {
    for (const node of root.descendantsOfType(TYPES)) {
      // type and end are asked of the parser each time
      found.push({ type: node.type, start: node.startIndex, end: node.endIndex });
    }
  }
  const sorted = (roots.length > 1 ? merged(found) : found).sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const open: number[] = [];
  return sorted.map((interval, at) => {
    while (open.length > 0 && sorted[open.at(-1)!]!.end <= interval.start) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { type: interval.type, start: interval.start, end: interval.end, parent };
  });
}

type Found = Omit<Interval, 'parent'>;

/** What several parses found, each once: of statements with the same head the longest, calls by their extent. */
function merged(found: readonly Found[]): Found[] {
  const longest = new Map<string, Found>();
  for (const one of found) {
    const key = `${one.type} ${one.start} ${one.type === 'call_expression' ? one.end : ''}`;
    const known = longest.get(key);
    if (!known) longest.set(key, one);
    else if (one.end > known.end) longest.set(key, { ...known, end: one.end });
  }
  return [...longest.values()];
}
