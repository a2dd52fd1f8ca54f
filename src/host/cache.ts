import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileFacts, FunctionFacts, Glimpse, PackedIndex } from '../core/facts';
import { stampOf } from './files';
import { keepText, readKeptText } from './kept-text';

/** What is remembered of one file, as long as it does not change. */
export interface Remembered {
  /** Absent: never asked; null: neither ops nor loops in it. */
  fileFacts?: FileFacts | null;
  index?: PackedIndex;
  /** By the definition's start offset. */
  functions?: Record<string, FunctionFacts | null>;
  /** By the definition's start offset, of functions that have not been asked for more. */
  glimpses?: Record<string, Glimpse | null>;
  /** By `struct.member`. */
  assigned?: Record<string, readonly string[]>;
  /** What is odd about the file, to be said again. */
  note?: string;
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
  readonly #title: string;
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
    this.#title = `cache ${key}`;
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
    entry.remembered ??= entry.json === null ? {} : JSON.parse(entry.json);
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
    const lines: string[] = [];
    for (const [file, entry] of this.#entries) {
      if (/[\t\n]/.test(file)) continue;
      const json = entry.changed || entry.json === null ? JSON.stringify(entry.remembered ?? {}) : entry.json;
      lines.push(`${file}\t${entry.stamp}\t${json}\n`);
    }
    const problem = keepText(this.#path, this.#title, lines.join(''));
    if (problem === null) this.#changed = false;
    return problem;
  }

  #load(): void {
    const kept = readKeptText(this.#path, this.#title);
    if (kept.kind === 'unusable') this.problem = kept.message;
    if (kept.kind !== 'kept') return;
    const { text } = kept;
    for (let at = 0, end = text.indexOf('\n'); end >= 0; at = end + 1, end = text.indexOf('\n', at)) {
      const file = text.indexOf('\t', at);
      const stamp = text.indexOf('\t', file + 1);
      this.#entries.set(text.slice(at, file), {
        stamp: text.slice(file + 1, stamp),
        json: text.slice(stamp + 1, end),
        remembered: null,
        changed: false,
      });
    }
  }

  #current(file: string): Entry | null {
    const stamp = stampOf(join(this.#root, file))?.text;
    if (stamp === undefined) {
      this.#changed ||= this.#entries.delete(file);
      return null;
    }
    const known = this.#entries.get(file);
    if (known?.stamp === stamp) return known;
    const entry: Entry = { stamp, json: null, remembered: null, changed: false };
    this.#entries.set(file, entry);
    return entry;
  }
}
