/** Parses files whole, as they are: `node parse.mjs native|wasm ROOT < FILES`. Prints seconds and kilobytes of text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [engine, root] = process.argv.slice(2);
const texts = readFileSync(0, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(file => readFileSync(join(root, file), 'latin1'));

async function nativeParser() {
  const require = createRequire(import.meta.url);
  const Parser = require('tree-sitter');
  const parser = new Parser();
  parser.setLanguage(require('tree-sitter-c'));
  // the binding hands over texts of any length in pieces only
  return text => parser.parse(at => text.slice(at, at + 16_384)).rootNode.hasError;
}

async function wasmParser() {
  const require = createRequire(new URL('../../package.json', import.meta.url));
  const { Language, Parser } = require('web-tree-sitter');
  await Parser.init({ wasmBinary: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(require.resolve('tree-sitter-c/tree-sitter-c.wasm'))));
  return text => {
    const tree = parser.parse(text);
    const broken = tree.rootNode.hasError;
    tree.delete();
    return broken;
  };
}

const parse = await { native: nativeParser, wasm: wasmParser }[engine]();
parse(texts[0]);
const start = performance.now();
const broken = texts.filter(parse).length;
const seconds = (performance.now() - start) / 1000;
const kilobytes = texts.reduce((sum, { length }) => sum + length, 0) / 1024;
console.log(JSON.stringify({ seconds, kilobytes, broken, files: texts.length }));
