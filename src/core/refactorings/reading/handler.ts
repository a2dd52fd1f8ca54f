import { type Definition, declaredName, indexDefinitions, matchingBracket, splitAtCommas } from '../../facts';
import { type KernelParser, type MaskTables, withSlice } from '../../syntax';
import { codeOnly, lineStart } from '../../text';
import { type Declaration, isDeclaration, readDeclaration } from './declaration';
import { lockOf } from './locks';
import { type Reading, type Statement, statementsIn } from './statement';

/** A function as a refactoring sees it: a header to rewrite, declarations to place, statements to move. */
export interface Handler {
  readonly name: string;
  readonly text: string;
  readonly definition: Definition;
  /** Offsets of the parentheses around the parameters. */
  readonly open: number;
  readonly close: number;
  readonly parameters: readonly { readonly name: string; readonly written: string }[];
  readonly declarations: readonly Declaration[];
  /** All others, in order. */
  readonly statements: readonly Statement[];
  /** One level of indentation. */
  readonly unit: string;
}

/** Reads one function of a file, or says why it cannot be taken apart. */
export function readHandler(
  parser: KernelParser,
  tables: MaskTables,
  text: string,
  definition: Definition,
): Handler | string {
  if (definition.kind === 'macro') return 'a macro makes it';
  const { start, end, nameAt, body, name } = definition;
  const open = text.indexOf('(', nameAt);
  const close = matchingBracket(text, open);
  if (open < 0 || close > body || /^[ \t]*#/m.test(text.slice(start, body)))
    return 'its header has variants under #if, or is none';
  const read = withSlice(parser, text.slice(start, end), 'function', tables, slice => {
    if (slice.roots.length > 1) return 'its body has variants under #if that make no C together';
    const block = slice.roots[0]?.descendantsOfType('compound_statement')[0];
    if (slice.hasErrors || !block) return 'the parser could not read all of it';
    const reading: Reading = { text, base: start, nameAt: offset => slice.nameAt(offset) };
    return statementsIn(reading, block, body, end - 1);
  });
  if (typeof read === 'string') return read;
  const scoped = read.find(statement => endsWithItsBlock(statement) && !lockOf(statement));
  if (scoped) return holdsToTheEnd(scoped);
  const declarations: Declaration[] = [];
  const statements: Statement[] = [];
  for (const statement of read) {
    if (!isDeclaration(statement)) {
      statements.push(statement);
      continue;
    }
    const declaration = readDeclaration(statement);
    if (!declaration) return `its declaration \`${firstLine(statement)}\` is of an unusual form`;
    if (statements.length > 0) return `\`${firstLine(statement)}\` is declared among its statements`;
    declarations.push(declaration);
  }
  return {
    name,
    text,
    definition,
    open,
    close,
    parameters: parametersIn(text.slice(open + 1, close)),
    declarations,
    statements,
    unit: unitOf(text, read),
  };
}

/** Something of cleanup.h: its end is that of the block it stands in, wherever that is. */
export const endsWithItsBlock = ({ code }: Pick<Statement, 'code'>): boolean =>
  /^(?:guard|CLASS)\s*\(|^[^;={]*\b__free\s*\(/.test(code);

/** Why a body with such a statement is not taken apart. */
export const holdsToTheEnd = (statement: Statement): string =>
  `\`${firstLine(statement)}\` holds what it takes until its block ends, which would be another place: take and give back by statements of their own first`;

const firstLine = ({ lines, from, start }: Statement): string =>
  lines
    .slice(start - from)
    .split('\n')[0]!
    .trim();

const parametersIn = (written: string): Handler['parameters'] =>
  splitAtCommas(codeOnly(written)).flatMap(parameter => {
    const name = declaredName(parameter);
    return name === undefined || name === 'void'
      ? []
      : [{ name, written: parameter.trim().replace(/\s+/g, ' ') }];
  });

function unitOf(text: string, [first]: readonly Statement[]): string {
  const indent = first && text.slice(lineStart(text, first.start), first.start);
  return indent || '\t';
}

/** Definitions of a name in a text: several where #if gives variants. */
export const definitionsOf = (text: string, name: string): readonly Definition[] =>
  indexDefinitions(text).definitions.filter(definition => definition.name === name);
