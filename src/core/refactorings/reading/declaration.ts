import { declaredName, splitAtCommas } from '../../facts';
import { namesIn } from '../../text';
import type { Statement } from './statement';

/** A declaration in a handler, taken apart by what it declares. */
export interface Declaration {
  readonly statement: Statement;
  /** `struct quux_net`, `unsigned int`. */
  readonly type: string;
  readonly declarators: readonly Declarator[];
  /** `LIST_HEAD(list)`: a list of its own. */
  readonly isListHead: boolean;
}

export interface Declarator {
  readonly name: string;
  /** Without initialiser, stars and brackets included: `*qn`, `hash[4]`. */
  readonly written: string;
  /** As written, line breaks folded. */
  readonly initialiser: string | null;
  /** Names that the initialiser uses. */
  readonly uses: ReadonlySet<string>;
}

/** Macros that declare and initialise: `LIST_HEAD(list)`, `DEFINE_WAIT_FUNC(wait, fn)`. */
const DECLARING = /^(?:LIST_HEAD|HLIST_HEAD|LLIST_HEAD|DEFINE_\w+|DECLARE_\w+)$/;

export const isDeclaration = ({ type, call }: Statement): boolean =>
  type === 'declaration' || (call !== null && DECLARING.test(call.name));

/** Null where the declaration is of a kind that is better left alone. */
export function readDeclaration(statement: Statement): Declaration | null {
  const { call } = statement;
  if (call && DECLARING.test(call.name)) {
    const name = call.args[0];
    if (!name) return null;
    const declarator = { name, written: name, initialiser: null, uses: new Set<string>() };
    return { statement, type: call.name, declarators: [declarator], isListHead: call.name === 'LIST_HEAD' };
  }
  const folded = statement.lines
    .slice(statement.start - statement.from, statement.end - statement.from)
    .replace(/\s+/g, ' ')
    .replace(/;\s*$/, '');
  const listHead = /^LIST_HEAD\s*\(\s*(\w+)\s*\)$/.exec(folded)?.[1];
  if (listHead) {
    const declarator = { name: listHead, written: listHead, initialiser: null, uses: new Set<string>() };
    return { statement, type: 'LIST_HEAD', declarators: [declarator], isListHead: true };
  }
  const parts = splitAtCommas(folded).map(part => part.trim());
  const head =
    /^((?:[A-Za-z_]\w*\s+)*?[A-Za-z_]\w*)\s+((?:\*|__rcu\b|const\b|\s)*[A-Za-z_]\w*\s*(?:\[[^\]]*\])?\s*(?:=.*)?)$|^((?:[A-Za-z_]\w*\s+)*?[A-Za-z_]\w*)\s*(\*.*)$/.exec(
      parts[0] ?? '',
    );
  if (!head) return null;
  const type = head[1] ?? head[3]!;
  if (/^(?:static|extern|typedef)\b/.test(type)) return null;
  const declarators = [head[2] ?? head[4]!, ...parts.slice(1)].map(declaratorOf);
  return declarators.some(declarator => declarator === null)
    ? null
    : { statement, type, declarators: declarators as Declarator[], isListHead: false };
}

function declaratorOf(written: string): Declarator | null {
  const name = declaredName(written);
  if (name === undefined) return null;
  const equals = written.indexOf('=');
  const initialiser = equals < 0 ? null : written.slice(equals + 1).trim();
  return {
    name,
    written: (equals < 0 ? written : written.slice(0, equals)).trim(),
    initialiser,
    uses: initialiser === null ? new Set() : namesIn(initialiser),
  };
}
