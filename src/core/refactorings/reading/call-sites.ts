import { type Definition, indexDefinitions } from '../../facts';
import { type KernelParser, type MaskTables, type SyntaxNode, withSlice } from '../../syntax';
import { lineStart } from '../../text';

/** A call that is a statement of its own, with where it stands. Offsets in the file. */
export interface CallSite {
  readonly caller: Definition;
  readonly start: number;
  /** Behind the semicolon. */
  readonly end: number;
  readonly indent: string;
  /** The only statement of a branch or loop: `if (err)\n\t\tquux_free(net);` */
  readonly unbraced: boolean;
  /** Behind the `)` that the branch's braces would follow. */
  readonly headEnd: number;
}

/** The statement that a call at `at` is, or why it is none. */
export function callSiteAt(
  parser: KernelParser,
  tables: MaskTables,
  text: string,
  at: number,
): CallSite | string {
  const caller = indexDefinitions(text).definitions.find(({ body, end }) => body < at && at < end);
  if (caller?.kind !== 'function') return 'a macro calls it';
  const { start: base, end } = caller;
  return withSlice(parser, text.slice(base, end), 'function', tables, slice => {
    if (slice.roots.length !== 1) return `\`${caller.name}\` has variants under #if`;
    let node: SyntaxNode | null = slice.roots[0]!.descendantForIndex(at - base);
    while (node && node.type !== 'expression_statement') node = node.parent;
    if (!node || base + node.startIndex !== at) return `\`${caller.name}\` uses what it returns`;
    const parent = node.parent;
    const start = base + node.startIndex;
    const unbraced = parent?.type !== 'compound_statement';
    if (unbraced && parent?.type !== 'if_statement')
      return `in \`${caller.name}\` it is the body of a loop or of an else`;
    const condition = parent?.childForFieldName('condition');
    return {
      caller,
      start,
      end: base + node.endIndex,
      indent: text.slice(lineStart(text, start), start),
      unbraced,
      headEnd: unbraced && condition ? base + condition.endIndex : -1,
    };
  });
}
