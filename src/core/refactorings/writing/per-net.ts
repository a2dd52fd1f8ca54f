import { outdented } from '../../text';
import { type Declaration, isDeclaration, readDeclaration } from '../reading/declaration';
import { endsWithItsBlock, type Handler } from '../reading/handler';
import type { Statement } from '../reading/statement';
import type { NetLoop } from '../reading/steps';
import { linesOf } from './batch';
import { block, headerWith, inChristmasTreeOrder } from './functions';
import { declare, neededBy } from './placement';
import type { NewFunction } from './replace-handler';

/** What is done for one netns: statements one level in, and every local they may use. */
export interface PerNet {
  readonly declarations: readonly Declaration[];
  readonly statements: readonly Statement[];
}

/** What the loops of a batch handler do for one netns, one after the other. Null where a declaration is unusual. */
export function perNetOf(handler: Handler, loops: readonly NetLoop[], net: string): PerNet | null {
  const { unit } = handler;
  const declarations = handler.declarations.filter(({ declarators }) => declarators[0]!.name !== net);
  const inner: Declaration[] = [];
  const statements: Statement[] = [];
  loops.forEach((loop, at) => {
    loop.body.forEach((statement, index) => {
      const moved: Statement = {
        ...statement,
        lines: outdented(statement.lines, unit),
        blankBefore: index === 0 && at > 0 ? loop.statement.blankBefore : statement.blankBefore,
      };
      // read where it stands: its offsets are not those of the moved lines
      const declared = isDeclaration(statement) ? readDeclaration(statement) : null;
      if (declared) inner.push({ ...declared, statement: moved });
      else statements.push(moved);
    });
    const comment = commentAbove(loop.statement, handler.text);
    const first = statements.find(({ start }) => start >= loop.statement.start);
    if (comment !== '' && first)
      statements[statements.indexOf(first)] = { ...first, lines: `${comment}${first.lines}` };
  });
  if (statements.some(statement => isDeclaration(statement) || endsWithItsBlock(statement))) return null;
  return folded({ declarations: [...declarations, ...inner], statements });
}

/** The comment lines above a statement, `''` where there are none. @param text of the file */
export const commentAbove = ({ from, start }: Statement, text: string): string => {
  const above = text.slice(from, start);
  return above.slice(0, above.lastIndexOf('\n') + 1);
};

/** A local that is assigned first thing becomes one that is initialised. */
function folded({ declarations, statements }: PerNet): PerNet {
  const [first, ...rest] = statements;
  const assigned = first && /^(\w+)\s*=\s*([^=][\s\S]*?);?\s*$/.exec(first.code);
  if (!first || !assigned || first.lines.includes('\n') || first.lines.includes('/*'))
    return { declarations, statements };
  const [, name, value] = assigned;
  const target = declarations.find(
    ({ declarators }) =>
      declarators.length === 1 && declarators[0]!.name === name && declarators[0]!.initialiser === null,
  );
  if (!target) return { declarations, statements };
  const [declarator] = target.declarators;
  const written = declarator!.written.trim();
  const lines = `${/^\s*/.exec(target.statement.lines)![0]}${declare(target.type, [`${written} = ${value}`])}`;
  const initialised: Declaration = {
    ...target,
    statement: { ...target.statement, lines },
    declarators: [{ ...declarator!, initialiser: value!, uses: first.names }],
  };
  const others = declarations.filter(declaration => declaration !== target);
  return { declarations: [initialised, ...others], statements: rest };
}

export interface PerNetRequest extends PerNet {
  /** Whose header is taken over. */
  readonly handler: Handler;
  readonly name: string;
  readonly parameters: readonly string[];
  /** Put before the first statement: `ASSERT_RTNL();`. */
  readonly assertion: string | null;
  /** Last changes to the body's text. */
  readonly rewritten?: (text: string) => string;
}

/** A function that does something for one netns. */
export function writePerNet(request: PerNetRequest): NewFunction {
  const {
    handler,
    name,
    parameters,
    declarations,
    statements,
    assertion,
    rewritten = (text: string) => text,
  } = request;
  const { unit } = handler;
  const needed = neededBy(statements, declarations);
  const heads = declarations.flatMap(({ statement, type, declarators }) => {
    const used = declarators.filter(declarator => needed.has(declarator.name));
    if (used.length === 0) return [];
    if (used.length === declarators.length) return [statement.lines];
    return [
      `${unit}${declare(
        type,
        used.map(({ written, initialiser }) =>
          initialiser === null ? written : `${written} = ${initialiser}`,
        ),
      )}`,
    ];
  });
  const body = linesOf(statements);
  const asserted =
    assertion === null || body.includes(assertion)
      ? body
      : [`${unit}${assertion}`, body].filter(part => part !== '').join('\n');
  const header = headerWith(handler, name, parameters);
  return {
    name,
    header,
    text: header + rewritten(block(keepsOrder(declarations) ? heads : inChristmasTreeOrder(heads), asserted)),
  };
}

/** True where a local's initialiser uses another local: they cannot be sorted. */
const keepsOrder = (declarations: readonly Declaration[]): boolean => {
  const names = new Set(declarations.flatMap(({ declarators }) => declarators.map(({ name }) => name)));
  return (
    declarations.some(({ declarators }) =>
      declarators.some(({ uses }) => [...uses].some(name => names.has(name))),
    ) || inOrderAlready(declarations)
  );
};

const inOrderAlready = (declarations: readonly Declaration[]): boolean =>
  declarations.every(
    ({ statement }, at) => at === 0 || statement.start > declarations[at - 1]!.statement.start,
  );
