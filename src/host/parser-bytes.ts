import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ParserBytes } from '../core/syntax';

/** The two WebAssembly files: beside the bundle as users get it, else (run from source) in their packages. */
export function parserBytes(): ParserBytes {
  return {
    runtimeWasm: readWasm('web-tree-sitter.wasm', 'web-tree-sitter/web-tree-sitter.wasm'),
    grammarWasm: readWasm('tree-sitter-c.wasm', 'tree-sitter-c/tree-sitter-c.wasm'),
  };
}

function readWasm(bundled: string, packaged: string): Uint8Array {
  const beside = join(__dirname, bundled);
  if (existsSync(beside)) return readFileSync(beside);
  return readFileSync(createRequire(join(__dirname, 'from-source.js')).resolve(packaged));
}
