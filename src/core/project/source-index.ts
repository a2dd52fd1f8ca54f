import { type Definition, findPacked, type PackedIndex, packedIncludes, packedNames } from '../facts';

/** One definition in one file: the identity of a function in the call graph. */
export interface FunctionRef {
  /** Relative to the tree root. */
  readonly file: string;
  readonly definition: Definition;
}

/**
 * All definitions known so far, by file and by name. Files stay packed, since a scan asks for few of the names they
 * define; of far files (the bulk of a tree, where few calls lead) not even the names are taken down.
 */
export class SourceIndex {
  readonly #files = new Map<string, PackedIndex>();
  readonly #far = new Map<string, PackedIndex>();
  /** Name, or `!name` for a prototype → the files where others can see it. */
  readonly #seenIn = new Map<string, string | string[]>();
  /** By file and name: one object for one definition. */
  readonly #refs = new Map<string, Map<string, readonly FunctionRef[]>>();

  /** Adds a file once; later calls for the same file are ignored. */
  add(file: string, packed: PackedIndex): void {
    if (this.#files.has(file)) return;
    this.#files.set(file, packed);
    for (const name of packedNames(packed)) {
      const known = this.#seenIn.get(name);
      if (known === undefined) this.#seenIn.set(name, file);
      else if (typeof known === 'string') {
        if (known !== file) this.#seenIn.set(name, [known, file]);
      } else if (known.at(-1) !== file) known.push(file);
    }
  }

  /** Keeps a file in reserve for `bringNear`. */
  addFar(file: string, packed: PackedIndex): void {
    if (!this.#files.has(file)) this.#far.set(file, packed);
  }

  /** Adds the far files in which others can see a definition of one of `names`. */
  bringNear(names: Iterable<string>): void {
    for (const name of names) {
      for (const [file, packed] of this.#far) {
        if (!packed.slice(0, packed.indexOf('\n\n', 1) + 1).includes(`\n${name} `)) continue;
        this.#far.delete(file);
        this.add(file, packed);
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
    return packedIncludes(this.#files.get(file) ?? '\n\n\n');
  }

  /** Definitions of `name` in `file` itself. */
  own(file: string, name: string): readonly FunctionRef[] {
    const byName = this.#refs.get(file) ?? new Map<string, readonly FunctionRef[]>();
    this.#refs.set(file, byName);
    const known = byName.get(name);
    if (known) return known;
    const packed = this.#files.get(file);
    const refs =
      packed === undefined ? [] : findPacked(packed, name).map(definition => ({ file, definition }));
    byName.set(name, refs);
    return refs;
  }

  /** Definitions of `name` that other files can see: global functions, and what headers define. */
  visible(name: string): readonly FunctionRef[] {
    return this.#filesWith(name).flatMap(file =>
      this.own(file, name).filter(({ definition }) => !definition.local || file.endsWith('.h')),
    );
  }

  /** The files with a prototype of `name`. */
  declaredIn(name: string): readonly string[] {
    return this.#filesWith(`!${name}`);
  }

  #filesWith(name: string): readonly string[] {
    const files = this.#seenIn.get(name);
    return files === undefined ? [] : typeof files === 'string' ? [files] : files;
  }
}
