import { branchVariants, directives, keepAllBranches } from './conditionals';
import { countErrors } from './errors';
import { frame, type SliceKind } from './frame';
import { mask } from './mask';
import type { KernelParser, SyntaxNode, SyntaxTree } from './parser';
import type { MaskTables } from './tables';

/** A parsed slice of a file. All offsets are offsets in `text`. */
export interface Slice {
  /** As it stands in the file; names are read here, since the parse has seen a masked text. */
  readonly text: string;
  /**
   * One root, or one for each variant of the slice's conditionals: facts are the union, by offset. None where the slice
   * is too long to be a function.
   */
  readonly roots: readonly SyntaxNode[];
  /** Some part could not be read even so; what is around it can still be trusted. */
  readonly hasErrors: boolean;
  /** The macro that was parsed as `while` at this offset, e.g. `list_for_each_entry` or `scoped_guard`. */
  nameAt(offset: number): string | undefined;
}

/**
 * Parses a slice and hands it to `use`; the trees are gone when it returns, so nothing of them may be kept.
 * Total: bad C gives a slice with errors, never an exception.
 * @param text one function from its first line to its `}`, one whole `#define` with its continuation lines, or one
 *   definition with initialiser up to its `}`
 */
export function withSlice<Result>(
  parser: KernelParser,
  text: string,
  kind: SliceKind,
  tables: MaskTables,
  use: (slice: Slice) => Result,
): Result {
  const parses = text.length > LONGEST_SLICE ? [] : parseVariants(parser, text, kind, tables);
  try {
    return use({
      text,
      roots: parses.map(({ tree }) => tree.rootNode),
      hasErrors: parses.length === 0 || parses.some(({ tree }) => tree.rootNode.hasError),
      nameAt: offset => firstDefined(parses, ({ names }) => names.get(offset)),
    });
  } finally {
    free(parses);
  }
}

interface Parse {
  readonly tree: SyntaxTree;
  readonly names: ReadonlyMap<number, string>;
}

/** In UTF-16 units: seven times the longest function of net/, drivers/net, kernel/ and fs/ of 6.12. Beyond is no C. */
const LONGEST_SLICE = 262_144;

/** All branches at once; where that is no C, each in its turn, if that has fewer errors. */
function parseVariants(
  parser: KernelParser,
  text: string,
  kind: SliceKind,
  tables: MaskTables,
): readonly Parse[] {
  const parseOne = (bare: string): Parse => {
    const { text: masked, names } = mask(frame(bare, kind), tables);
    return { tree: parser.parse(masked), names };
  };
  if (kind === 'macro') return [parseOne(text)];
  const found = directives(text);
  const whole = [parseOne(keepAllBranches(text, found))];
  const errors = mostErrors(whole);
  if (errors === 0 || found.length === 0) return whole;
  const variants = branchVariants(text, found).map(parseOne);
  const [better, worse] =
    variants.length > 0 && mostErrors(variants) < errors ? [variants, whole] : [whole, variants];
  free(worse);
  return better;
}

const mostErrors = (parses: readonly Parse[]): number =>
  Math.max(...parses.map(({ tree }) => countErrors(tree)));

function firstDefined<Item, Value>(
  items: readonly Item[],
  pick: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const value = pick(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

const free = (parses: readonly Parse[]): void => {
  for (const { tree } of parses) tree.delete();
};
