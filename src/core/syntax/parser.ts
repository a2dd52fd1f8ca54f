import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';

/** A node of a parse; only valid until its tree is freed. Offsets are UTF-16 code units, rows count from 0. */
export type SyntaxNode = Node;
export type SyntaxTree = Tree;

/** A C parser. One may be used for any number of texts, one after the other. */
export interface KernelParser {
  /** Never fails on bad C: what cannot be read becomes ERROR nodes. The caller deletes the tree. */
  parse(text: string): SyntaxTree;
  /** Frees the parser's own memory. Trees live on. */
  delete(): void;
}

export interface ParserBytes {
  /** `web-tree-sitter.wasm` of the web-tree-sitter package. */
  readonly runtimeWasm: Uint8Array;
  /** `tree-sitter-c.wasm` of the tree-sitter-c package. */
  readonly grammarWasm: Uint8Array;
}

/** web-tree-sitter keeps one runtime per process and a second, concurrent start would replace it under the first. */
let runtime: Promise<void> | undefined;

function startRuntime(wasmBinary: Uint8Array): Promise<void> {
  // what it would print is in the rejection as well
  runtime ??= Parser.init({ wasmBinary, printErr: () => {} }).catch(reason => {
    runtime = undefined;
    throw reason;
  });
  return runtime;
}

/** Loads runtime and grammar. Rejects when the bytes are not what they should be, which is a fault of the installation. */
export async function createParser({ runtimeWasm, grammarWasm }: ParserBytes): Promise<KernelParser> {
  await startRuntime(runtimeWasm);
  const language = await Language.load(grammarWasm);
  const parser = new Parser().setLanguage(language);
  return {
    parse(text) {
      const tree = parser.parse(text);
      if (tree === null) throw new Error('tree-sitter returned no tree although nothing cancelled the parse');
      return tree;
    },
    delete: () => parser.delete(),
  };
}
