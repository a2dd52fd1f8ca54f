import { INCLUDE_FOLDER } from '../kernel';
import type { FunctionRef } from './definition-store';
import { folderOf } from './folders';
import type { SourceIndex } from './source-index';

/** What a called name stands for in one file. */
export interface Resolution {
  /** Every definition that can be meant: all #ifdef and architecture variants count. */
  readonly targets: readonly FunctionRef[];
  /** A prototype was seen but no definition with a body that other files can call: more of the tree must be searched. */
  readonly missing: boolean;
}

const NONE: Resolution = { targets: [], missing: false };

/**
 * Resolves names the way the compiler and the linker would, without a build: the file's own definitions, then what its
 * headers define, and the global functions of that name.
 */
export class Resolver {
  readonly #index: SourceIndex;
  readonly #closures = new Map<string, ReadonlySet<string>>();
  readonly #resolved = new Map<string, Map<string, Resolution>>();

  constructor(index: SourceIndex) {
    this.#index = index;
  }

  resolve(name: string, file: string): Resolution {
    const byName = this.#resolved.get(file) ?? new Map<string, Resolution>();
    this.#resolved.set(file, byName);
    const known = byName.get(name);
    if (known) return known;
    const resolution = this.#search(name, file);
    if (!resolution.missing) byName.set(name, resolution);
    return resolution;
  }

  /** Forgets what was resolved; to be called when files were added to the index. */
  forget(): void {
    this.#resolved.clear();
    this.#closures.clear();
  }

  #search(name: string, file: string): Resolution {
    const own = this.#index.own(file, name);
    if (own.length > 0) return { targets: own, missing: false };
    const candidates = this.#index.visible(name);
    const declaredIn = this.#index.declaredIn(name);
    if (candidates.length === 0) return declaredIn.length > 0 ? { targets: [], missing: true } : NONE;
    const fromHeaders = candidates.filter(ref => isIncludable(ref.file) && this.#sees(file, ref.file));
    const functions = nearest(
      candidates.filter(
        ref => !ref.file.endsWith('.h') && ref.definition.kind === 'function' && !ref.definition.local,
      ),
      file,
    );
    // a header that has both prototype and inline body keeps a stub for other configurations; any other inline is all
    const complete = functions.length > 0 || fromHeaders.some(ref => !declaredIn.includes(ref.file));
    return { targets: [...fromHeaders, ...functions], missing: !complete && declaredIn.length > 0 };
  }

  /** True when `file` can include `header`: any header below include/, or one in its own chain of includes. */
  #sees(file: string, header: string): boolean {
    return header.startsWith(`${INCLUDE_FOLDER}/`) || this.#closure(file).has(header);
  }

  /** Files outside include/ that `file` includes, directly or through others. */
  #closure(file: string): ReadonlySet<string> {
    const known = this.#closures.get(file);
    if (known) return known;
    const seen = new Set<string>();
    const pending = [file];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const written of this.#index.includesOf(next)) {
        if (this.#index.has(`${INCLUDE_FOLDER}/${written}`)) continue;
        for (const target of includeCandidates(next, written)) {
          if (!seen.has(target) && this.#index.has(target)) {
            seen.add(target);
            pending.push(target);
          }
        }
      }
    }
    this.#closures.set(file, seen);
    return seen;
  }
}

const isIncludable = (file: string): boolean => file.endsWith('.h') || file.endsWith('.c');

/** Where an include of `written` in `file` can lead, outside include/: beside the file, or in a folder above it. */
function includeCandidates(file: string, written: string): string[] {
  const candidates: string[] = [];
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    candidates.push(normalise(folder === '' ? written : `${folder}/${written}`));
    if (folder === '') return candidates;
  }
}

/** Folds `a/../b` into `b`. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/**
 * When several files define the same global function, those that share the longest folder with the caller are meant:
 * drivers repeat each other's names, and a module links with its own. Equally near ones (architectures) all count.
 */
function nearest(candidates: readonly FunctionRef[], file: string): readonly FunctionRef[] {
  if (candidates.length < 2) return candidates;
  const shared = candidates.map(ref => sharedFolders(ref.file, file));
  const most = Math.max(...shared);
  return candidates.filter((_, at) => shared[at] === most);
}

function sharedFolders(a: string, b: string): number {
  const left = folderOf(a).split('/');
  const right = folderOf(b).split('/');
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared++;
  return shared;
}
