import type { FileFacts, FunctionFacts, Glimpse } from '../core/facts';
import type { FunctionRef, Sources } from '../core/project';
import type { DiskSources } from './disk-sources';
import type { OpenFiles } from './open-files';

/** What one analysis has read; its answer holds as long as none of it changes. */
export interface Consulted {
  /** Files with functions that were followed. */
  readonly files: Set<string>;
  /** Files that were searched for an operations table. */
  readonly searched: Set<string>;
}

export interface SessionSources {
  /** Sources for one analysis that write down what it reads. */
  noting(consulted: Consulted): Sources;
  /** To be called when files changed on disk, came or went. */
  forget(files: readonly string[]): void;
}

/** Open files by their buffers, all others by the disk; what the disk said is kept until `forget`. */
export function sessionSources(open: OpenFiles, disk: DiskSources): SessionSources {
  const fileFacts = new Map<string, FileFacts | null>();
  const functions = new Map<string, Map<number, FunctionFacts | null>>();
  const glimpses = new Map<string, Map<number, Glimpse | null>>();
  const assigned = new Map<string, Map<string, readonly string[]>>();

  return {
    forget(files) {
      disk.recheck(files);
      for (const kept of [fileFacts, functions, glimpses, assigned])
        for (const file of files) kept.delete(file);
    },
    noting: consulted => ({
      list: folder => disk.list(folder),

      async index(files) {
        const read = await disk.index(files.filter(file => !open.has(file)));
        let next = 0;
        return files.map(file => (open.has(file) ? open.facts(file).index : (read[next++] ?? null)));
      },

      async fileFacts(files) {
        const missing = files.filter(file => !open.has(file) && !fileFacts.has(file));
        const read = await disk.fileFacts(missing);
        missing.forEach((file, at) => void fileFacts.set(file, read[at] ?? null));
        for (const file of files) consulted.files.add(file);
        return files.map(file => (open.has(file) ? open.facts(file) : (fileFacts.get(file) ?? null)));
      },

      async functionFacts(refs) {
        for (const { file } of refs) consulted.files.add(file);
        const closed = refs.filter(({ file }) => !open.has(file));
        await readInto(functions, closed, missing => disk.functionFacts(missing));
        return refs.map((ref: FunctionRef) =>
          open.has(ref.file)
            ? open.functionFacts(ref)
            : (functions.get(ref.file)?.get(ref.definition.start) ?? null),
        );
      },

      async glimpses(refs) {
        for (const { file } of refs) consulted.files.add(file);
        const hasFacts = ({ file, definition }: FunctionRef): boolean =>
          open.has(file) || functions.get(file)?.has(definition.start) === true;
        const unread = refs.filter(ref => !hasFacts(ref));
        await readInto(glimpses, unread, missing => disk.glimpses(missing));
        return refs.map(ref =>
          hasFacts(ref) ? null : (glimpses.get(ref.file)?.get(ref.definition.start) ?? null),
        );
      },

      async assigned(files, struct, member) {
        const key = `${struct}.${member}`;
        const missing = files.filter(file => !open.has(file) && !assigned.get(file)?.has(key));
        for (const file of missing) {
          assigned.set(file, (assigned.get(file) ?? new Map<string, readonly string[]>()).set(key, []));
        }
        for (const { file, name } of await disk.assigned(missing, struct, member)) {
          const known = assigned.get(file)!;
          known.set(key, [...(known.get(key) ?? []), name]);
        }
        for (const file of files) consulted.searched.add(file);
        return files.flatMap(file => {
          const names = open.has(file)
            ? open.assigned(file, struct, member)
            : (assigned.get(file)?.get(key) ?? []);
          return names.map(name => ({ file, name }));
        });
      },
    }),
  };
}

/** Reads what is not kept yet of functions. @param kept by file, and by the definition's start offset */
async function readInto<T>(
  kept: Map<string, Map<number, T | null>>,
  refs: readonly FunctionRef[],
  read: (missing: readonly FunctionRef[]) => Promise<readonly (T | null)[]>,
): Promise<void> {
  const missing = refs.filter(({ file, definition }) => !kept.get(file)?.has(definition.start));
  const found = missing.length === 0 ? [] : await read(missing);
  missing.forEach(({ file, definition }, at) => {
    const known = kept.get(file) ?? new Map<number, T | null>();
    kept.set(file, known.set(definition.start, found[at] ?? null));
  });
}
