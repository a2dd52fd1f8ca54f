import { Ajv, type ValidateFunction } from 'ajv';
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import schema from '../../../schemas/pernet-lens.schema.json';
import { type Configuration, DEFAULT_CONFIGURATION } from './configuration';
import { explainError } from './explain-error';

/** What is wrong with a configuration, and where. Line and column are 1-based. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ConfigurationReading =
  | { readonly kind: 'read'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

let compiled: ValidateFunction | undefined;

/** Compiled on first use: most scans meet no configuration file. */
function validator(): ValidateFunction {
  compiled ??= new Ajv({ allErrors: true, verbose: true }).compile(schema);
  return compiled;
}

/**
 * Reads the text of a `.pernet-lens.json`: JSON with comments and trailing commas, checked against the schema.
 * Never throws; every problem is reported, not only the first.
 */
export function readConfiguration(text: string): ConfigurationReading {
  const json = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const syntaxErrors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  const value: unknown = parse(json, syntaxErrors, options);
  const problem = (offset: number, message: string): Problem => ({ ...position(json, offset), message });
  if (syntaxErrors.length > 0) {
    const problems = syntaxErrors.map(({ error, offset }) =>
      problem(offset, `not JSON: ${spoken(printParseErrorCode(error))}`),
    );
    return { kind: 'refused', problems: problems.slice(0, 1) };
  }
  const validate = validator();
  if (validate(value)) {
    const { $schema: _, ...keys } = value as Partial<Configuration> & { $schema?: string };
    return { kind: 'read', configuration: { ...DEFAULT_CONFIGURATION, ...keys } };
  }
  const root = parseTree(json, [], options);
  const problems = (validate.errors ?? []).map(error => {
    const { path, aboutKey, message } = explainError(error);
    return problem(offsetOf(root, path, aboutKey), message);
  });
  return { kind: 'refused', problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function offsetOf(root: Node | undefined, path: readonly (string | number)[], aboutKey: boolean): number {
  const node = root && findNodeAtLocation(root, [...path]);
  return (aboutKey ? node?.parent?.offset : node?.offset) ?? 0;
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** `CommaExpected` → `comma expected` */
const spoken = (code: string): string =>
  code
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .toLowerCase();
