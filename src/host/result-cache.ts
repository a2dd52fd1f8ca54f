import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis, Note } from '../core/project';
import { makeFolder, reason, replaceFile } from './files';

/** An analysis and what was noted on the way, as they are kept. */
export interface KeptResult {
  readonly analysis: Analysis;
  readonly notes: readonly Note[];
}

/** Results kept per tree: a few scopes that are scanned in turn. */
const MOST_RESULTS = 8;

/**
 * The whole answer of an earlier scan, for as long as nothing that it depends on has changed: the same request, every
 * file's size and time of change, and every folder's, which tells of new and vanished files.
 */
export class ResultCache {
  readonly #folder: string;
  readonly #root: string;
  readonly #tree: string;
  readonly #path: string;

  /** @param request everything besides the files that the answer depends on */
  constructor(folder: string, root: string, request: string) {
    this.#folder = folder;
    this.#root = root;
    this.#tree = hash(root);
    this.#path = join(folder, `${this.#tree}-${hash(request)}.result`);
  }

  /** The kept answer if it is still true, else null; an unreadable one is as good as none. */
  load(): KeptResult | null {
    try {
      const [stamp = '', paths = '', result = ''] = readFileSync(this.#path, 'utf8').split('\n');
      if (stamp !== this.#stamp(JSON.parse(paths) as string[])) return null;
      return JSON.parse(result) as KeptResult;
    } catch {
      return null;
    }
  }

  /** Keeps an answer; null, or why it could not be written. @param paths files and folders that it depends on */
  save(paths: readonly string[], result: KeptResult): string | null {
    try {
      makeFolder(this.#folder);
      replaceFile(this.#path, [this.#stamp(paths), JSON.stringify(paths), JSON.stringify(result)].join('\n'));
      this.#forgetOldest();
      return null;
    } catch (error) {
      return `the cache ${this.#path} could not be written: ${reason(error)}`;
    }
  }

  #stamp(paths: readonly string[]): string {
    const stamps = createHash('sha256');
    for (const path of paths) {
      const stat = statSync(`${this.#root}/${path}`, { throwIfNoEntry: false });
      stamps.update(stat === undefined ? 'gone;' : `${stat.mtimeMs}:${stat.size};`);
    }
    return stamps.digest('hex');
  }

  #forgetOldest(): void {
    const kept = readdirSync(this.#folder)
      .filter(name => name.startsWith(`${this.#tree}-`) && name.endsWith('.result'))
      .map(name => ({ name, time: statSync(join(this.#folder, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time);
    for (const { name } of kept.slice(MOST_RESULTS)) rmSync(join(this.#folder, name), { force: true });
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
