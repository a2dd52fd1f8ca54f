import { type Definition, type FileIndex, findPacked, type PackedIndex, unpackIndex } from '../facts';

/** One definition in one file: the identity of a function in the call graph. */
export interface FunctionRef {
  /** Relative to the tree root. */
  readonly file: string;
  readonly definition: Definition;
}

interface Entry {
  readonly index: FileIndex;
  /** Per name, made when first asked for. */
  own: Map<string, FunctionRef[]> | null;
}

const isHeader = (file: string): boolean => file.endsWith('.h');

/**
 * All definitions known so far, by file and by name. Near files are unpacked at once, far ones (the bulk of a tree,
 * where few calls lead) only where a name is found in them.
 */
export class SourceIndex {
  readonly #files = new Map<string, Entry>();
  readonly #far = new Map<string, PackedIndex>();
  /** Per name: functions that other files can call, and what headers define. */
  readonly #visible = new Map<string, FunctionRef[]>();
  /** Per name: the headers with a prototype. */
  readonly #declared = new Map<string, Set<string>>();

  /** Adds a file once; later calls for the same file are ignored. */
  add(file: string, index: FileIndex): void {
    if (this.#files.has(file)) return;
    this.#files.set(file, { index, own: null });
    for (const definition of index.definitions) {
      if (!definition.local || isHeader(file)) push(this.#visible, definition.name, { file, definition });
    }
    for (const name of index.declared) {
      const headers = this.#declared.get(name);
      if (headers) headers.add(file);
      else this.#declared.set(name, new Set([file]));
    }
  }

  addPacked(file: string, packed: PackedIndex): void {
    if (!this.#files.has(file)) this.add(file, unpackIndex(packed));
  }

  /** Keeps a file in reserve for `bringNear`. */
  addFar(file: string, packed: PackedIndex): void {
    if (!this.#files.has(file)) this.#far.set(file, packed);
  }

  /** Unpacks the far files that define one of `names`. */
  bringNear(names: Iterable<string>): void {
    for (const name of names) {
      for (const [file, packed] of this.#far) {
        if (findPacked(packed, name).every(({ local }) => local && !isHeader(file))) continue;
        this.#far.delete(file);
        this.addPacked(file, packed);
      }
    }
  }

  has(file: string): boolean {
    return this.#files.has(file) || this.#far.has(file);
  }

  get size(): number {
    return this.#files.size + this.#far.size;
  }

  includesOf(file: string): readonly string[] {
    return this.#files.get(file)?.index.includes ?? [];
  }

  /** Definitions of `name` in `file` itself. */
  own(file: string, name: string): readonly FunctionRef[] {
    const entry = this.#files.get(file);
    if (!entry) return [];
    entry.own ??= this.#ownOf(file, entry.index);
    return entry.own.get(name) ?? [];
  }

  /** Definitions of `name` that other files can see: global functions, and what headers define. */
  visible(name: string): readonly FunctionRef[] {
    return this.#visible.get(name) ?? [];
  }

  /** The files with a prototype of `name`. */
  declaredIn(name: string): ReadonlySet<string> {
    return this.#declared.get(name) ?? NOWHERE;
  }

  #ownOf(file: string, { definitions }: FileIndex): Map<string, FunctionRef[]> {
    const own = new Map<string, FunctionRef[]>();
    for (const definition of definitions) {
      const shared = this.#visible.get(definition.name)?.find(ref => ref.definition === definition);
      push(own, definition.name, shared ?? { file, definition });
    }
    return own;
  }
}

const NOWHERE: ReadonlySet<string> = new Set();

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
