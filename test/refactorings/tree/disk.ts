import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  assignedFunctions,
  fileFacts,
  functionFacts,
  glimpse,
  indexDefinitions,
  mayHaveFacts,
  type PackedIndex,
  packIndex,
} from '../../../src/core/facts';
import { type SlotName, slotsOfTree } from '../../../src/core/kernel';
import type { Sources } from '../../../src/core/project';
import { createParser, type KernelParser, maskTables } from '../../../src/core/syntax';
import { wordPattern } from '../../../src/core/text';
import { TREE_MARK } from '../../../src/host/tree';

/** A kernel tree on disk with changes laid over it; everything read is remembered. */
export class DiskTree {
  readonly root: string;
  readonly parser: KernelParser;
  readonly tables = maskTables();
  readonly overlay = new Map<string, string>();
  readonly #texts = new Map<string, string | null>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #indexes = new Map<string, PackedIndex>();

  private constructor(root: string, parser: KernelParser) {
    this.root = root;
    this.parser = parser;
  }

  /** @throws with what was looked for where `root` is no kernel tree */
  static async open(root: string, packages: string): Promise<DiskTree> {
    if (!existsSync(join(root, TREE_MARK)))
      throw new Error(`${root} is no kernel tree: it has no ${TREE_MARK}`);
    const require = createRequire(join(packages, 'package.json'));
    const parser = await createParser({
      runtimeWasm: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
      grammarWasm: readFileSync(require.resolve('tree-sitter-c/tree-sitter-c.wasm')),
    });
    return new DiskTree(root, parser);
  }

  read(file: string): string | null {
    const changed = this.overlay.get(file);
    if (changed !== undefined) return changed;
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      text = readFileSync(join(this.root, file), 'utf8');
    } catch {}
    this.#texts.set(file, text);
    return text;
  }

  list(folder: string): readonly string[] {
    const known = this.#lists.get(folder);
    if (known) return known;
    const files: string[] = [];
    const walk = (path: string): void => {
      for (const entry of entriesOf(join(this.root, path))) {
        const name = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) walk(name);
        else if (/\.[ch]$/.test(entry.name)) files.push(name);
      }
    };
    walk(folder);
    files.sort();
    this.#lists.set(folder, files);
    return files;
  }

  /** Files that can have ops or loops to report. */
  get interesting(): readonly string[] {
    return this.list('').filter(
      file =>
        file.endsWith('.c') &&
        !/^(?:Documentation|samples|scripts|tools|usr)\//.test(file) &&
        mayHaveFacts(file, this.read(file) ?? ''),
    );
  }

  filesMentioning = async (word: string): Promise<readonly string[]> => {
    const pattern = wordPattern(word);
    return this.list('').filter(file => {
      const text = this.read(file);
      return text?.includes(word) === true && text.search(pattern) >= 0;
    });
  };

  get slots(): readonly SlotName[] {
    return slotsOfTree(this.read('include/net/net_namespace.h')!, this.read('net/core/net_namespace.c'))!;
  }

  get assertsRtnlNet(): boolean {
    return /\bASSERT_RTNL_NET\b/.test(this.read('include/linux/rtnetlink.h') ?? '');
  }

  sources(): Sources {
    const ofText = <T>(file: string, use: (text: string) => T): T | null => {
      const text = this.read(file);
      return text === null ? null : use(text);
    };
    return {
      list: folder => this.list(folder),
      fileFacts: async files =>
        files.map(file => ofText(file, text => fileFacts(this.parser, file, text, this.tables))),
      index: async files => files.map(file => this.#index(file)),
      functionFacts: async refs =>
        refs.map(({ file, definition }) =>
          ofText(file, text => functionFacts(this.parser, text, definition, this.tables)),
        ),
      glimpses: async refs =>
        refs.map(({ file, definition }) => ofText(file, text => glimpse(text, definition))),
      assigned: async (files, struct, member) =>
        files.flatMap(file =>
          (ofText(file, text => assignedFunctions(text, struct, member)) ?? []).map(name => ({ file, name })),
        ),
    };
  }

  #index(file: string): PackedIndex | null {
    const known = this.overlay.has(file) ? undefined : this.#indexes.get(file);
    if (known !== undefined) return known;
    const text = this.read(file);
    if (text === null) return null;
    const packed = packIndex(indexDefinitions(text), file.endsWith('.h'));
    if (!this.overlay.has(file)) this.#indexes.set(file, packed);
    return packed;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
