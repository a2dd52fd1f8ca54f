import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts, FunctionFacts, Glimpse, PackedIndex } from '../core/facts';
import type { FunctionRef, Note, Sources } from '../core/project';
import type { Cache, Remembered } from './cache';
import type { FileNote, FunctionRequest } from './extractor';
import type { Pool } from './pool';
import { type SourceList, walkSources } from './walk';

/** Files per task: small enough to share out evenly, large enough that handing over costs nothing. */
const FILES_PER_TASK = 48;
const FUNCTIONS_PER_TASK = 24;

const NOTHING: Pick<SourceList, 'files' | 'folders'> = { files: [], folders: [] };

export interface DiskSources extends Sources {
  /** To be called when files may have changed, come or gone since they were asked for. */
  recheck(files: readonly string[]): void;
  /** What went wrong with files that were read; each file once. */
  notes(): readonly Note[];
  /** Every file and folder that the answers so far depend on; null where one of them could not be read. */
  consulted(): { readonly files: readonly string[]; readonly folders: readonly string[] } | null;
}

export interface DiskOptions {
  readonly root: string;
  readonly pool: Pool;
  readonly cache: Cache | null;
  /** Unsaved texts by path; such files are neither read nor remembered. */
  readonly overlay: ReadonlyMap<string, string>;
}

/**
 * Facts of the files on disk below `root`, from the cache where they are still true. What the configuration excludes is
 * here too: it is not scanned, but calls lead into it.
 */
export function diskSources({ root, pool, cache, overlay }: DiskOptions): DiskSources {
  const lists = new Map<string, readonly string[]>();
  const notes = new Map<string, FileNote>();
  const folders = new Set<string>();
  const asked = new Set<string>();
  const remembered = (file: string): Remembered | null =>
    cache === null || overlay.has(file) ? null : cache.of(file);

  return {
    list(folder) {
      const known = lists.get(folder);
      if (known) return known;
      const path = join(root, folder);
      const walked = existsSync(path) ? walkSources([path], root) : NOTHING;
      const onDisk = walked.files;
      for (const read of walked.folders) folders.add(read);
      const open = [...overlay.keys()].filter(file => folder === '' || file.startsWith(`${folder}/`));
      const files = open.every(file => onDisk.includes(file))
        ? onDisk
        : [...new Set([...onDisk, ...open])].sort();
      lists.set(folder, files);
      return files;
    },
    recheck(files) {
      lists.clear();
      for (const file of files) {
        notes.delete(file);
        cache?.recheck(file);
      }
    },
    notes: () => [...notes.values()].map(({ file, message }) => ({ file, line: null, message })),

    fileFacts: files =>
      eachFile<FileFacts | null>(
        files,
        (known, file) => {
          if (known.fileFacts !== undefined && known.note !== undefined)
            notes.set(file, { file, message: known.note });
          return known.fileFacts;
        },
        (known, answer, file) => {
          known.fileFacts = answer;
          const odd = notes.get(file)?.message;
          if (odd !== undefined) known.note = odd;
        },
        async missing => {
          const answers = await pool.run(
            chunks(missing, FILES_PER_TASK).map(some => ({ kind: 'fileFacts', files: some }) as const),
          );
          return answers.flatMap(answer => keepNotes(answer).results);
        },
      ),

    index: files =>
      eachFile<PackedIndex | null>(
        files,
        known => known.index ?? known.fileFacts?.index,
        (known, answer) => {
          if (answer !== null) known.index = answer;
        },
        async missing => {
          const answers = await pool.run(
            chunks(missing, FILES_PER_TASK).map(some => ({ kind: 'index', files: some }) as const),
          );
          return answers.flatMap(answer => keepNotes(answer).results);
        },
      ),

    consulted: () =>
      [...notes.values()].some(({ passing }) => passing)
        ? null
        : { files: [...asked], folders: [...folders] },

    functionFacts: refs =>
      eachFunction<FunctionFacts | null>(
        refs,
        (known, start) => known.functions?.[start],
        (known, answers) => {
          known.functions = { ...known.functions, ...answers };
        },
        async requests =>
          (
            await pool.run(requests.map(some => ({ kind: 'functionFacts', requests: some }) as const))
          ).flatMap(answer => keepNotes(answer).results),
      ),

    async glimpses(refs) {
      const hasFacts = ({ file, definition }: FunctionRef): boolean =>
        remembered(file)?.functions?.[definition.start] !== undefined;
      const unread = refs.filter(ref => !hasFacts(ref));
      const glimpses = await eachFunction<Glimpse | null>(
        unread,
        (known, start) => known.glimpses?.[start],
        (known, answers) => {
          known.glimpses = { ...known.glimpses, ...answers };
        },
        async requests =>
          (await pool.run(requests.map(some => ({ kind: 'glimpses', requests: some }) as const))).flatMap(
            answer => keepNotes(answer).results,
          ),
      );
      const byRef = new Map(unread.map((ref, at) => [ref, glimpses[at] ?? null]));
      return refs.map(ref => byRef.get(ref) ?? null);
    },

    async assigned(files, struct, member) {
      const key = `${struct}.${member}`;
      const names = await eachFile<readonly string[]>(
        files,
        known => known.assigned?.[key],
        (known, answer) => {
          known.assigned = { ...known.assigned, [key]: answer };
        },
        async missing => {
          const tasks = chunks(missing, FILES_PER_TASK).map(
            some => ({ kind: 'assigned', files: some, struct, member }) as const,
          );
          return (await pool.run(tasks)).flatMap(answer => keepNotes(answer).results);
        },
      );
      return files.flatMap((file, at) => (names[at] ?? []).map(name => ({ file, name })));
    },
  };

  /** Answers from the cache where it can, asks for the rest, and remembers what was answered. */
  async function eachFile<T>(
    files: readonly string[],
    recall: (known: Remembered, file: string) => T | undefined,
    keep: (known: Remembered, answer: T, file: string) => void,
    ask: (missing: readonly string[]) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const answers: T[] = [];
    const missing: number[] = [];
    files.forEach((file, at) => {
      asked.add(file);
      const known = remembered(file);
      const answer = known === null ? undefined : recall(known, file);
      if (answer === undefined) missing.push(at);
      else answers[at] = answer;
    });
    if (missing.length === 0) return answers;
    const fresh = await ask(missing.map(at => files[at]!));
    missing.forEach((at, index) => {
      const file = files[at]!;
      const answer = fresh[index] as T;
      answers[at] = answer;
      const known = remembered(file);
      if (known === null || notes.get(file)?.passing) return;
      keep(known, answer, file);
      cache?.touch(file);
    });
    return answers;
  }

  /** The same for functions, in tasks of which each reads a file once. */
  async function eachFunction<T>(
    refs: readonly FunctionRef[],
    recall: (known: Remembered, start: number) => T | undefined,
    keep: (known: Remembered, answers: Readonly<Record<number, T | null>>) => void,
    ask: (tasks: readonly (readonly FunctionRequest[])[]) => Promise<readonly (readonly (T | null)[])[]>,
  ): Promise<readonly (T | null)[]> {
    const answers = new Map<FunctionRef, T | null>();
    const missing = new Map<string, FunctionRef[]>();
    for (const ref of refs) {
      const memory = remembered(ref.file);
      const known = memory === null ? undefined : recall(memory, ref.definition.start);
      if (known !== undefined) answers.set(ref, known);
      else missing.set(ref.file, [...(missing.get(ref.file) ?? []), ref]);
    }
    const requests = [...missing].map(
      ([file, some]): FunctionRequest => ({ file, definitions: some.map(({ definition }) => definition) }),
    );
    const results = requests.length === 0 ? [] : await ask(packRequests(requests));
    [...missing].forEach(([file, some], request) => {
      const known = remembered(file);
      const found = some.map((ref, at) => [ref, results[request]?.[at] ?? null] as const);
      for (const [ref, its] of found) answers.set(ref, its);
      if (known === null) return;
      keep(known, Object.fromEntries(found.map(([{ definition }, its]) => [definition.start, its] as const)));
      cache?.touch(file);
    });
    return refs.map(ref => answers.get(ref) ?? null);
  }

  function keepNotes<A extends { readonly notes: readonly FileNote[] }>(answer: A): A {
    for (const note of answer.notes) notes.set(note.file, note);
    return answer;
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

/** Requests in parts of about equally many functions. */
function packRequests(requests: readonly FunctionRequest[]): FunctionRequest[][] {
  const parts: FunctionRequest[][] = [];
  let room = 0;
  for (const request of requests) {
    if (room <= 0) {
      parts.push([]);
      room = FUNCTIONS_PER_TASK;
    }
    parts.at(-1)!.push(request);
    room -= request.definitions.length;
  }
  return parts;
}
