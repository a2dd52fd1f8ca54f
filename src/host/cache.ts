import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileFacts, FunctionFacts, PackedIndex } from '../core/facts';
import { makeFolder, reason, replaceFile } from './files';

/** What is remembered of one file, as long as it does not change. */
export interface Remembered {
  /** Absent: never asked; null: neither ops nor loops in it. */
  fileFacts?: FileFacts | null;
  index?: PackedIndex;
  /** By the definition's start offset. */
  functions?: Record<string, FunctionFacts | null>;
  /** By `struct.member`. */
  assigned?: Record<string, readonly string[]>;
}

interface Entry {
  readonly stamp: string;
  /** As it stands in the cache file, until somebody asks for it. */
  json: string | null;
  remembered: Remembered | null;
  changed: boolean;
}

/**
 * What is known of a tree's files from earlier scans: one text file per tree outside the tree, one line per file with
 * its size and time of change, so that only what is asked for is decoded. Anything unexpected in it means that it is
 * made anew; it never changes a result.
 */
export class Cache {
  readonly #path: string;
  readonly #root: string;
  readonly #head: string;
  readonly #entries = new Map<string, Entry>();
  readonly #checked = new Map<string, Entry | null>();
  #changed = false;
  /** Why the cache file was ignored, for a note. */
  problem: string | null = null;

  /**
   * @param folder where cache files are kept
   * @param root absolute root of the tree
   * @param key names the facts' form: another key, another content
   */
  constructor(folder: string, root: string, key: string) {
    this.#root = root;
    this.#head = `pernet-lens cache ${key}`;
    this.#path = join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.cache`);
    this.#load();
  }

  /** What is remembered of a file, to be read and added to; null where the file is not there any more. */
  of(file: string): Remembered | null {
    let entry = this.#checked.get(file);
    if (entry === undefined) {
      entry = this.#current(file);
      this.#checked.set(file, entry);
    }
    if (entry === null) return null;
    if (entry.remembered === null) entry.remembered = decode(entry.json);
    return entry.remembered;
  }

  /** To be called when a file may have changed on disk after it was asked for. */
  recheck(file: string): void {
    this.#checked.delete(file);
  }

  /** To be called when something was added to what is remembered of a file. */
  touch(file: string): void {
    const entry = this.#checked.get(file);
    if (!entry) return;
    entry.changed = true;
    this.#changed = true;
  }

  /** Writes what was added; null, or why it could not be written. */
  save(): string | null {
    if (!this.#changed) return null;
    const lines = [this.#head];
    for (const [file, entry] of this.#entries) {
      const json = entry.changed || entry.json === null ? JSON.stringify(entry.remembered ?? {}) : entry.json;
      lines.push(`${file}\t${entry.stamp}\t${json}`);
    }
    try {
      makeFolder(dirname(this.#path));
      replaceFile(this.#path, `${lines.join('\n')}\n`);
      this.#changed = false;
      return null;
    } catch (error) {
      return `the cache ${this.#path} could not be written: ${reason(error)}`;
    }
  }

  #load(): void {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.problem = `${this.#path}: ${reason(error)}`;
      return;
    }
    let at = text.indexOf('\n');
    if (!text.startsWith('pernet-lens cache ')) {
      this.problem = `${this.#path} is no cache of pernet-lens; it was ignored and is made anew`;
      return;
    }
    if (text.slice(0, at) !== this.#head) return;
    while (at >= 0 && at + 1 < text.length) {
      const end = text.indexOf('\n', at + 1);
      const file = text.indexOf('\t', at + 1);
      const stamp = text.indexOf('\t', file + 1);
      if (end < 0 || file < 0 || stamp < 0 || stamp > end) {
        this.#entries.clear();
        this.problem = `${this.#path} is cut off or damaged; it was ignored and is made anew`;
        return;
      }
      this.#entries.set(text.slice(at + 1, file), {
        stamp: text.slice(file + 1, stamp),
        json: text.slice(stamp + 1, end),
        remembered: null,
        changed: false,
      });
      at = end;
    }
  }

  #current(file: string): Entry | null {
    const stat = statSync(join(this.#root, file), { throwIfNoEntry: false });
    if (stat === undefined) {
      this.#changed ||= this.#entries.delete(file);
      return null;
    }
    const stamp = `${stat.mtimeMs}:${stat.size}`;
    const known = this.#entries.get(file);
    if (known?.stamp === stamp) return known;
    const entry: Entry = { stamp, json: null, remembered: null, changed: false };
    this.#entries.set(file, entry);
    return entry;
  }
}

function decode(json: string | null): Remembered {
  if (json === null) return {};
  try {
    return JSON.parse(json) as Remembered;
  } catch {
    return {};
  }
}
