import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createParser, type KernelParser } from '../../src/core/syntax';

const resolve = createRequire(import.meta.url).resolve;

/** The product's parser from the packages' own files. */
export const kernelParser = (): Promise<KernelParser> =>
  createParser({
    runtimeWasm: readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammarWasm: readFileSync(resolve('tree-sitter-c/tree-sitter-c.wasm')),
  });
