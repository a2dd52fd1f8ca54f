import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createParser, type KernelParser } from '../../src/core/syntax';

const require = createRequire(import.meta.url);

let parser: Promise<KernelParser> | undefined;

/** The parser as users get it, shared by all tests of a worker. */
export function testParser(): Promise<KernelParser> {
  parser ??= createParser({
    runtimeWasm: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammarWasm: readFileSync(require.resolve('tree-sitter-c/tree-sitter-c.wasm')),
  });
  return parser;
}
