import type { PackedIndex } from '../facts';
import { DefinitionStore, type FunctionRef } from './definition-store';
import { folderOf, folderOfScope, type Scope } from './folders';

/**
 * The definitions that one analysis can see: of the files in its scope, of the folders it has read, and of the far files
 * it has sent for. What others have read into the same store changes nothing for it, so that an answer does not depend
 * on what was asked before.
 */
export class SourceIndex {
  readonly store: DefinitionStore;
  readonly #files = new Set<string>();
  /** Folders whose files are seen: all below, and directly in. */
  readonly #below = new Set<string>();
  readonly #directlyIn = new Set<string>();
  readonly #asked = new Set<string>();
  #far = false;

  constructor(store = new DefinitionStore()) {
    this.store = store;
  }

  /** Adds one file, whatever folder it is in. */
  add(file: string, packed: PackedIndex): void {
    if (!this.store.has(file)) this.store.add(file, packed, false);
    this.#bring(file);
  }

  /** Adds all files of a scope that the store has. */
  addScope(scope: Scope): void {
    this.store.takeDownScope(scope);
    const folder = folderOfScope(scope);
    (scope === folder ? this.#below : this.#directlyIn).add(folder);
  }

  /** Holds the rest of the tree in reserve for `bringNear`. */
  addFar(): void {
    this.#far = true;
  }

  /** Adds the far files in which others can see a definition of one of `names`. */
  bringNear(names: Iterable<string>): void {
    for (const name of names) {
      this.#asked.add(name);
      for (const file of this.store.filesDefining(name)) {
        if (this.#far && this.store.isFindable(file) && !this.#isNear(file)) this.#bring(file);
      }
    }
  }

  has(file: string): boolean {
    return this.store.has(file) && (this.#isNear(file) || (this.#far && this.store.isFindable(file)));
  }

  includesOf(file: string): readonly string[] {
    return this.#isNear(file) ? this.store.includesOf(file) : [];
  }

  /** Definitions of `name` in `file` itself. */
  own(file: string, name: string): readonly FunctionRef[] {
    return this.#isNear(file) ? this.store.own(file, name) : [];
  }

  /** Definitions of `name` that other files can see: global functions, and what headers define. */
  visible(name: string): readonly FunctionRef[] {
    return this.#filesWith(name).flatMap(file =>
      this.store.own(file, name).filter(({ definition }) => !definition.local || file.endsWith('.h')),
    );
  }

  /** The files with a prototype of `name`. */
  declaredIn(name: string): readonly string[] {
    return this.#filesWith(`!${name}`);
  }

  /** Every name that was looked for outside its caller's file, and `!name` where its prototypes were. */
  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /** Sorted, so that the order in which files were read does not show. */
  #filesWith(name: string): readonly string[] {
    this.#asked.add(name);
    const files = this.store.filesWith(name).filter(file => this.#isNear(file));
    return files.length < 2 ? files : files.sort();
  }

  #bring(file: string): void {
    this.#files.add(file);
    this.store.takeDownNames(file);
  }

  #isNear(file: string): boolean {
    if (this.#files.has(file)) return true;
    if (!this.store.isFindable(file)) return false;
    let folder = folderOf(file);
    if (this.#directlyIn.has(folder)) return true;
    while (folder !== '' && !this.#below.has(folder)) folder = folderOf(folder);
    return this.#below.has(folder);
  }
}
