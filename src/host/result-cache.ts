import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis, Note } from '../core/project';
import { stampOf } from './files';
import { keepText, readKeptText } from './kept-text';

/** An analysis and what was noted on the way, as they are kept. */
export interface KeptResult {
  readonly analysis: Analysis;
  readonly notes: readonly Note[];
}

/** Results kept per tree: a few scopes that are scanned in turn. */
const MOST_RESULTS = 8;

/** File systems take their time from a clock that may be this late, milliseconds. */
const CLOCK_STEP = 20;

const TITLE = 'result';

/**
 * The whole answer of an earlier scan, for as long as nothing that it depends on has changed: the same request, every
 * file's size and time of change, and every folder's, which tells of new and vanished files.
 */
export class ResultCache {
  readonly #folder: string;
  readonly #root: string;
  readonly #tree: string;
  readonly #path: string;
  /** Why a kept answer was ignored, for a note. */
  problem: string | null = null;

  /** @param request everything besides the files that the answer depends on */
  constructor(folder: string, root: string, request: string) {
    this.#folder = folder;
    this.#root = root;
    this.#tree = hash(root);
    this.#path = join(folder, `${this.#tree}-${hash(request)}.result`);
  }

  /** The kept answer if it is still true, else null. */
  load(): KeptResult | null {
    const kept = readKeptText(this.#path, TITLE);
    if (kept.kind === 'unusable') this.problem = kept.message;
    if (kept.kind !== 'kept') return null;
    const [stamp, paths = '', result = ''] = kept.text.split('\n');
    return stamp === this.#stamp(JSON.parse(paths)).stamp ? JSON.parse(result) : null;
  }

  /**
   * Keeps an answer, unless something that it depends on has changed since the reading began.
   * @param paths files and folders that it depends on
   * @param began when the first of them was read, milliseconds since 1970
   * @returns null, or why it could not be written
   */
  save(paths: readonly string[], result: KeptResult, began: number): string | null {
    const { stamp, changed } = this.#stamp(paths);
    if (changed > began - CLOCK_STEP) return null;
    const problem = keepText(
      this.#path,
      TITLE,
      [stamp, JSON.stringify(paths), JSON.stringify(result)].join('\n'),
    );
    if (problem === null) this.#forgetOldest();
    return problem;
  }

  /** One stamp for the state of all paths, and when the last of them changed (nobody can set that time back). */
  #stamp(paths: readonly string[]): { readonly stamp: string; readonly changed: number } {
    const stamps = createHash('sha256');
    let changed = 0;
    for (const path of paths) {
      const found = stampOf(`${this.#root}/${path}`);
      stamps.update(`${found?.text ?? 'gone'};`);
      if (found && found.changed > changed) changed = found.changed;
    }
    return { stamp: stamps.digest('hex'), changed };
  }

  /** Other processes may tidy up at the same time. */
  #forgetOldest(): void {
    try {
      const kept = readdirSync(this.#folder)
        .filter(name => name.startsWith(`${this.#tree}-`) && name.endsWith('.result'))
        .map(name => ({ name, time: statSync(join(this.#folder, name)).mtimeMs }))
        .sort((a, b) => b.time - a.time);
      for (const { name } of kept.slice(MOST_RESULTS)) rmSync(join(this.#folder, name), { force: true });
    } catch {
      // the next run will
    }
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
