import { type Definition, findPacked, type PackedIndex, packedIncludes, packedNames } from '../facts';
import { isKernel } from '../kernel';
import { coveringScopes, directlyIn, folderOf, isIn, type Scope } from './folders';

/** One definition in one file: the identity of a function in the call graph. */
export interface FunctionRef {
  /** Relative to the tree root. */
  readonly file: string;
  readonly definition: Definition;
}

/** What other files can see of a file that was replaced. */
export interface Replaced {
  /** Names, and `!name` for prototypes, that came or went. */
  readonly names: ReadonlySet<string>;
  readonly includes: boolean;
}

interface Entry {
  packed: PackedIndex;
  /** Part of the kernel, and listed below its folder: found by whoever reads that folder. */
  findable: boolean;
  /** Its names are in the table. */
  namesKnown: boolean;
}

/**
 * The definitions of all files read so far, by file and by name. Files stay packed, since a scan asks for few of the
 * names they define; of most files (the bulk of a tree, where few calls lead) not even the names are taken down. One
 * store may serve any number of analyses, each through a `SourceIndex` of its own.
 */
export class DefinitionStore {
  readonly #files = new Map<string, Entry>();
  /** Name, or `!name` for a prototype → the files where others can see it. */
  readonly #seenIn = new Map<string, string | string[]>();
  /** By file and name: one object for one definition. */
  readonly #refs = new Map<string, Map<string, readonly FunctionRef[]>>();
  readonly #scopes = new Set<Scope>();
  readonly #namedScopes = new Set<Scope>();
  /** Answers of `filesDefining`. */
  readonly #definedIn = new Map<string, readonly string[]>();

  has(file: string): boolean {
    return this.#files.has(file);
  }

  get size(): number {
    return this.#files.size;
  }

  isFindable(file: string): boolean {
    return this.#files.get(file)?.findable === true;
  }

  /** All findable files of `scope` are here. */
  hasScope(scope: Scope): boolean {
    return coveringScopes(scope).some(covering => this.#scopes.has(covering));
  }

  markScope(scope: Scope): void {
    this.#scopes.add(scope);
  }

  /** Adds a file that is not here yet. */
  add(file: string, packed: PackedIndex, listed: boolean): void {
    this.#files.set(file, { packed, findable: listed && isKernel(file), namesKnown: false });
    this.#definedIn.clear();
    this.#nameIfNamed(file);
  }

  /** Adds a file, or replaces it; says what others see changed. */
  put(file: string, packed: PackedIndex, listed: boolean): Replaced {
    const old = this.#files.get(file);
    const findable = listed && isKernel(file);
    if (old?.packed === packed) {
      old.findable = findable;
      return UNCHANGED;
    }
    const before = new Set(old ? packedNames(old.packed) : []);
    const after = new Set(old ? packedNames(packed) : []);
    const names = old?.namesKnown ? difference(before, after) : new Set<string>();
    for (const name of names) {
      if (after.has(name)) this.#seeIn(name, file);
      else this.#unseeIn(name, file);
    }
    this.#files.set(file, { packed, findable, namesKnown: old?.namesKnown ?? false });
    this.#refs.delete(file);
    this.#definedIn.clear();
    this.#nameIfNamed(file);
    return {
      names: old ? difference(before, after) : new Set(packedNames(packed)),
      includes:
        old === undefined || packedIncludes(old.packed).join('\n') !== packedIncludes(packed).join('\n'),
    };
  }

  remove(file: string): void {
    const old = this.#files.get(file);
    if (!old) return;
    if (old.namesKnown) for (const name of new Set(packedNames(old.packed))) this.#unseeIn(name, file);
    this.#files.delete(file);
    this.#refs.delete(file);
    this.#definedIn.clear();
  }

  /** To be told of a file that turned up in the list of its folder. */
  markListed(file: string): void {
    const entry = this.#files.get(file);
    if (entry) entry.findable = isKernel(file);
  }

  /** Makes known to `filesWith` the names of all findable files of a scope, those that come later included. */
  takeDownScope(scope: Scope): void {
    if (coveringScopes(scope).some(covering => this.#namedScopes.has(covering))) return;
    this.#namedScopes.add(scope);
    for (const [file, { findable }] of this.#files) {
      if (findable && isIn(file, scope)) this.takeDownNames(file);
    }
  }

  /** Makes a file's names known to `filesWith`. */
  takeDownNames(file: string): void {
    const entry = this.#files.get(file);
    if (!entry || entry.namesKnown) return;
    entry.namesKnown = true;
    for (const name of packedNames(entry.packed)) this.#seeIn(name, file);
  }

  includesOf(file: string): readonly string[] {
    return packedIncludes(this.#files.get(file)?.packed ?? '\n\n\n');
  }

  /** Definitions of `name` in `file` itself. */
  own(file: string, name: string): readonly FunctionRef[] {
    const byName = this.#refs.get(file) ?? new Map<string, readonly FunctionRef[]>();
    this.#refs.set(file, byName);
    const known = byName.get(name);
    if (known) return known;
    const packed = this.#files.get(file)?.packed;
    const refs =
      packed === undefined ? [] : findPacked(packed, name).map(definition => ({ file, definition }));
    byName.set(name, refs);
    return refs;
  }

  /** Files, of those whose names are taken down, in which others can see `name`, or the prototype `!name`. */
  filesWith(name: string): readonly string[] {
    const files = this.#seenIn.get(name);
    return files === undefined ? [] : typeof files === 'string' ? [files] : files;
  }

  /** All files in which others can see a definition of `name`, whether their names are taken down or not. */
  filesDefining(name: string): readonly string[] {
    const known = this.#definedIn.get(name);
    if (known) return known;
    const found = [...this.filesWith(name)];
    for (const [file, { packed, namesKnown }] of this.#files) {
      if (!namesKnown && packed.slice(0, packed.indexOf('\n\n', 1) + 1).includes(`\n${name} `))
        found.push(file);
    }
    this.#definedIn.set(name, found);
    return found;
  }

  /** Takes down the names of a file in a folder whose names are all known. */
  #nameIfNamed(file: string): void {
    if (!this.isFindable(file)) return;
    const scopes = coveringScopes(directlyIn(folderOf(file)));
    if (scopes.some(scope => this.#namedScopes.has(scope))) this.takeDownNames(file);
  }

  /** To be called for all names of a file in a row, so that a name that it has twice is seen at the end of the list. */
  #seeIn(name: string, file: string): void {
    const known = this.#seenIn.get(name);
    if (known === undefined) this.#seenIn.set(name, file);
    else if (typeof known === 'string') {
      if (known !== file) this.#seenIn.set(name, [known, file]);
    } else if (known.at(-1) !== file) known.push(file);
  }

  #unseeIn(name: string, file: string): void {
    const left = this.filesWith(name).filter(other => other !== file);
    if (left.length === 0) this.#seenIn.delete(name);
    else this.#seenIn.set(name, left.length === 1 ? left[0]! : left);
  }
}

const UNCHANGED: Replaced = { names: new Set(), includes: false };

const difference = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...[...a].filter(name => !b.has(name)), ...[...b].filter(name => !a.has(name))]);
