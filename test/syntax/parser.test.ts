import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { createParser } from '../../src/core/syntax';

const read = (name: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(name));
const runtimeWasm = read('web-tree-sitter/web-tree-sitter.wasm');
const grammarWasm = read('tree-sitter-c/tree-sitter-c.wasm');
const garbage = new Uint8Array([1, 2, 3]);

test('bytes that are no runtime or no grammar are refused, and good ones still work afterwards', async () => {
  await expect(createParser({ runtimeWasm: garbage, grammarWasm })).rejects.toThrow();
  await expect(createParser({ runtimeWasm, grammarWasm: garbage })).rejects.toThrow();
  const parser = await createParser({ runtimeWasm, grammarWasm });
  const tree = parser.parse('int quux;');
  expect(tree.rootNode.hasError).toBe(false);
  tree.delete();
  parser.delete();
});

test('parsers made at the same time share one runtime, and each other’s trees outlive them', async () => {
  const bytes = { runtimeWasm, grammarWasm };
  const [first, second] = await Promise.all([createParser(bytes), createParser(bytes)]);
  const tree = first.parse('int é; int quux;');
  first.delete();
  const [, declaration] = tree.rootNode.namedChildren;
  expect(declaration!.startIndex).toBe('int é; '.length);
  expect(second.parse('int quux').rootNode.hasError).toBe(true);
  tree.delete();
  second.delete();
});
