import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../core/configuration';
import type { FileFacts } from '../core/facts';
import {
  type Analysis,
  analyse,
  DefinitionStore,
  directlyIn,
  type FunctionRef,
  folderOf,
  type Replaced,
  SourceIndex,
} from '../core/project';
import type { ExitPathRequest } from '../core/refactorings';
import { createParser, maskTables } from '../core/syntax';
import { Cache } from './cache';
import { factsKey } from './cache-key';
import { type DiskSources, diskSources } from './disk-sources';
import { createElasticPool } from './elastic-pool';
import { answerAbout, type FileAnswer } from './file-answer';
import { filesMentioning } from './mentions';
import { createOpenFiles, type OpenFiles } from './open-files';
import { parserBytes } from './parser-bytes';
import type { Pool } from './pool';
import { type Consulted, type SessionSources, sessionSources } from './session-sources';
import { readText } from './source-text';
import { Stamps } from './stamps';
import { assertsRtnlNet, type OfferedSlots, offeredSlots, treeNames } from './tree-facts';

export type { FileAnswer } from './file-answer';

/** What refactorings need of a tree. */
type Workbench = Pick<ExitPathRequest, 'texts' | 'parser' | 'tables' | 'tree'>;

export interface SessionOptions {
  /** What paths are relative to: the tree's root or, without a tree, any folder. Absolute. */
  readonly root: string;
  readonly treeRoot: string | null;
  readonly jobs: number;
  readonly cacheDir: string | null;
}

interface Kept {
  readonly answer: FileAnswer;
  readonly configuration: Configuration;
  readonly consulted: Consulted;
  /** Names that were looked for in other files. */
  readonly asked: ReadonlySet<string>;
}

/**
 * A kernel tree that is being worked on: keeps what it has read, takes changes of open buffers and of files on disk, and
 * answers about one file at a time. An answer is kept until something that it depends on changes.
 */
export class Session {
  readonly root: string;
  readonly treeRoot: string | null;
  readonly #bench: Pick<Workbench, 'parser' | 'tables'>;
  readonly #open: OpenFiles;
  readonly #disk: DiskSources;
  readonly #sources: SessionSources;
  readonly #pool: Pool;
  readonly #cache: Cache | null;
  readonly #store = new DefinitionStore();
  readonly #answers = new Map<string, Kept>();
  /** Buffers and files on disk that changed since the last answer; null: the buffer was closed, the disk counts. */
  readonly #texts = new Map<string, string | null>();
  readonly #onDisk = new Set<string>();
  /** Of files on disk that answers rest on; see `lookForChanges`. */
  readonly #stamps: Stamps;
  /** By word; until anything changes. */
  readonly #mentions = new Map<string, readonly string[]>();
  /** Lines that were asked for. */
  readonly #rows = new Map<string, Map<number, string>>();
  #offered: ((configured: Configuration['slots']) => OfferedSlots) | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    options: SessionOptions,
    bench: Pick<Workbench, 'parser' | 'tables'>,
    pool: Pool,
    cache: Cache | null,
  ) {
    const open = createOpenFiles(bench.parser, bench.tables);
    this.#bench = bench;
    this.root = options.root;
    this.treeRoot = options.treeRoot;
    this.#open = open;
    this.#pool = pool;
    this.#cache = cache;
    this.#disk = diskSources({
      root: options.root,
      pool,
      cache,
      overlay: new Map(),
    });
    this.#sources = sessionSources(open, this.#disk);
    this.#stamps = new Stamps(options.root);
  }

  static async start(options: SessionOptions): Promise<Session> {
    const { root, treeRoot, cacheDir, jobs } = options;
    const names = treeNames(treeRoot);
    const bytes = parserBytes();
    const pool = await createElasticPool({ bytes, root, overlay: new Map(), names }, jobs);
    const bench = { parser: await createParser(bytes), tables: maskTables(names) };
    const cache = cacheDir === null ? null : new Cache(cacheDir, root, factsKey(names));
    return new Session(options, bench, pool, cache);
  }

  /** A buffer's text wins over the disk until it is null. Takes effect with the next answer. */
  setText(file: string, text: string | null): void {
    this.#texts.set(file, text);
  }

  /** Files on disk changed, came or went. Takes effect with the next answer. */
  changedOnDisk(files: readonly string[]): void {
    if (files.length === 0) return;
    for (const file of files) this.#onDisk.add(file);
    this.#offered = null;
  }

  /** For editors that do not watch the disk: looks whether files that answers rest on have changed there. */
  lookForChanges(): void {
    const files = new Set([...this.#answers.values()].flatMap(({ consulted }) => [...consulted.files]));
    const changed = this.#stamps.changed([...files].filter(file => !this.#open.has(file)));
    this.changedOnDisk(changed);
  }

  /** The answer about a file, from memory where it still holds; null once `cancelled`. */
  answer(
    file: string,
    configuration: Configuration,
    cancelled: () => boolean = () => false,
  ): Promise<FileAnswer | null> {
    return this.#inTurn(async () => {
      for (;;) {
        await this.#takeChanges();
        const kept = this.#answers.get(file);
        if (kept && kept.configuration === configuration) return kept.answer;
        if (cancelled()) return null;
        const fresh = await this.#analyse(file, configuration, cancelled);
        if (fresh === null) continue;
        this.#answers.set(file, fresh);
        return fresh.answer;
      }
    });
  }

  /** The files, of those, whose answers no longer hold. */
  stale(files: readonly string[]): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      await this.#takeChanges();
      return files.filter(file => !this.#answers.has(file));
    });
  }

  /** What is known of a file whether it still holds or not; nothing is read for it. */
  known(file: string): FileAnswer | null {
    return this.#answers.get(file)?.answer ?? null;
  }

  /** Facts of files by themselves, to see which are worth asking about. */
  factsOf(files: readonly string[]): Promise<readonly (FileFacts | null)[]> {
    return this.#inTurn(async () => {
      await this.#takeChanges();
      return this.#sources.noting({ files: new Set(), searched: new Set() }).fileFacts(files);
    });
  }

  /** A file's text as the analysis sees it; null where there is none. */
  textOf(file: string): string | null {
    return this.#texts.get(file) ?? this.#open.text(file) ?? readText(join(this.root, file));
  }

  /** One line of a file, without its end; empty where there is none. @param line 1-based */
  lineOf(file: string, line: number): string {
    const rows = this.#rows.get(file) ?? new Map<number, string>();
    this.#rows.set(file, rows);
    const row = rows.get(line) ?? rowOf(this.#analysedText(file) ?? '', line);
    rows.set(line, row);
    return row;
  }

  /** What refactorings need: texts as they are now, and what the tree offers. */
  workbench({ slots }: OfferedSlots): Workbench {
    return {
      ...this.#bench,
      texts: {
        read: file => this.textOf(file),
        filesMentioning: word => this.#filesMentioning(word),
      },
      tree: { offers: slot => slots.includes(slot), assertsRtnlNet: assertsRtnlNet(this.treeRoot) },
    };
  }

  /** Definitions of a function in a file that was read. */
  definitionsOf(name: string, file: string): readonly FunctionRef[] {
    return this.#store.own(file, name);
  }

  /** Writes down for the next session what this one has read; null, or why it could not. */
  saveCache(): string | null {
    return this.#cache?.save() ?? null;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #filesMentioning(word: string): Promise<readonly string[]> {
    const known = this.#mentions.get(word);
    if (known) return known;
    const found = await filesMentioning(word, this.root, this.#disk.list(''), file => this.#open.text(file));
    this.#mentions.set(word, found);
    return found;
  }

  #isOnDisk(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  #analysedText(file: string): string | null {
    return this.#open.text(file) ?? readText(join(this.root, file));
  }

  /** One thing at a time, so that nothing changes under an analysis. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #analyse(file: string, configuration: Configuration, cancelled: () => boolean): Promise<Kept | null> {
    const consulted: Consulted = { files: new Set([file]), searched: new Set() };
    const sources = this.#sources.noting(consulted);
    const [facts = null] = await sources.fileFacts([file]);
    this.#offered ??= offersOf(this.treeRoot);
    const slots = this.#offered(configuration.slots);
    const index = new SourceIndex(this.#store);
    const silent = facts === null || (facts.ops.length === 0 && facts.unregistering.length === 0);
    const analysis = silent
      ? NOTHING_FOUND
      : await analyse(
          sources,
          {
            files: [file],
            configuration,
            cancelled: () => cancelled() || this.#texts.size > 0,
            onProgress: () => {},
          },
          index,
        );
    if (analysis.partial) return null;
    this.#stamps.remember([...consulted.files].filter(name => !this.#open.has(name)));
    const answer = answerAbout({
      file,
      facts,
      analysis,
      notes: this.#disk.notes().filter(note => note.file === file),
      slots,
      configuration,
      text: () => this.#analysedText(file),
    });
    return { answer, configuration, consulted, asked: index.asked };
  }

  /** Brings open files and store up to date, and drops the answers that depended on what changed. */
  async #takeChanges(): Promise<void> {
    if (this.#texts.size === 0 && this.#onDisk.size === 0) return;
    const onDisk = new Set(this.#onDisk);
    const changed = new Set(onDisk);
    for (const [file, text] of this.#texts) {
      if (text === null) {
        if (!this.#open.has(file)) continue;
        this.#open.delete(file);
      } else {
        if (this.#open.text(file) === text) continue;
        this.#open.set(file, text);
      }
      changed.add(file);
    }
    this.#texts.clear();
    this.#onDisk.clear();
    const fromDisk = [...changed].filter(file => onDisk.has(file) || !this.#open.has(file));
    if (fromDisk.length > 0) this.#sources.forget(fromDisk);
    // a checkout changes thousands at a time: read by all threads, and found in the cache one by one below
    if (fromDisk.length > MANY) await this.#disk.index(fromDisk.filter(file => this.#isOnDisk(file)));
    this.#mentions.clear();
    for (const file of changed) this.#rows.delete(file);
    for (const file of changed) await this.#replace(file, onDisk.has(file));
  }

  async #replace(file: string, mayBeNew: boolean): Promise<void> {
    const isRead = this.#store.has(file) || this.#store.hasScope(directlyIn(folderOf(file)));
    const replaced = isRead ? await this.#putAnew(file, mayBeNew) : NOTHING_REPLACED;
    for (const [name, { consulted, asked }] of this.#answers) {
      const holds =
        name !== file &&
        !replaced.includes &&
        !consulted.files.has(file) &&
        !consulted.searched.has(file) &&
        ![...replaced.names].some(changed => asked.has(changed));
      if (!holds) this.#answers.delete(name);
    }
  }

  async #putAnew(file: string, mayBeNew: boolean): Promise<Replaced> {
    const listed =
      this.#store.has(file) && !mayBeNew
        ? this.#store.isFindable(file)
        : this.#disk.list(folderOf(file)).includes(file);
    if (this.#open.has(file)) {
      const wasListed = this.#store.isFindable(file);
      const replaced = this.#store.put(file, this.#open.facts(file).index, listed);
      return listed || wasListed ? replaced : NOTHING_REPLACED;
    }
    const [packed] = this.#isOnDisk(file) ? await this.#disk.index([file]) : [null];
    if (typeof packed === 'string') return this.#store.put(file, packed, listed);
    this.#store.remove(file);
    return { names: new Set(), includes: true };
  }
}

function rowOf(text: string, line: number): string {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) return '';
    start = newline + 1;
  }
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
}

/** From this many changed files on, threads are of use. */
const MANY = 100;

const NOTHING_REPLACED: Replaced = { names: new Set(), includes: false };

const NOTHING_FOUND: Pick<Analysis, 'ops' | 'loops' | 'notes' | 'partial'> = {
  ops: [],
  loops: [],
  notes: [],
  partial: false,
};

/** The tree's slots are read once; which of them count as configured is asked each time. */
function offersOf(treeRoot: string | null): (configured: Configuration['slots']) => OfferedSlots {
  const ofTree = offeredSlots(treeRoot, null);
  return configured => (ofTree.source === 'tree' ? ofTree : offeredSlots(treeRoot, configured));
}
