import { join } from 'node:path';
import {
  assignedFunctions,
  type Definition,
  type FileFacts,
  type FunctionFacts,
  fileFacts,
  functionFacts,
  type Glimpse,
  glimpse,
  indexDefinitions,
  isSilent,
  LineCounter,
  mayHaveFacts,
  type PackedIndex,
  packIndex,
} from '../core/facts';
import type { KernelParser, MaskTables } from '../core/syntax';
import { reason } from './files';
import { decode, readBytes } from './source-text';

/** Work on files that needs nothing but their text; what a worker thread is asked to do. */
export type Task =
  | { readonly kind: 'fileFacts'; readonly files: readonly string[] }
  | { readonly kind: 'index'; readonly files: readonly string[] }
  | { readonly kind: 'functionFacts'; readonly requests: readonly FunctionRequest[] }
  | { readonly kind: 'glimpses'; readonly requests: readonly FunctionRequest[] }
  | {
      readonly kind: 'assigned';
      readonly files: readonly string[];
      readonly struct: string;
      readonly member: string;
    };

export interface FunctionRequest {
  readonly file: string;
  readonly definitions: readonly Definition[];
}

/** One answer for each file or request, in order. */
export interface TaskResults {
  readonly fileFacts: readonly (FileFacts | null)[];
  readonly index: readonly (PackedIndex | null)[];
  readonly functionFacts: readonly (readonly (FunctionFacts | null)[])[];
  readonly glimpses: readonly (readonly Glimpse[])[];
  readonly assigned: readonly (readonly string[])[];
}

export interface Answer<Kind extends Task['kind']> {
  readonly results: TaskResults[Kind];
  readonly notes: readonly FileNote[];
}

export interface FileNote {
  readonly file: string;
  readonly message: string;
  /** The next try may succeed although the file is the same: nothing about it is remembered. */
  readonly passing?: true;
}

export interface Extractor {
  run<T extends Task>(task: T): Answer<T['kind']>;
}

const EMPTY: PackedIndex = packIndex({ definitions: [], includes: [], declared: [] }, false);

/**
 * Does tasks on the files below `root`.
 * @param overlay texts that win over the disk: unsaved buffers, standard input
 */
export function createExtractor(
  parser: KernelParser,
  tables: MaskTables,
  root: string,
  overlay: ReadonlyMap<string, string>,
): Extractor {
  return {
    run<T extends Task>(task: T) {
      const notes: FileNote[] = [];
      // runTask answers each kind of task with its kind of results
      return { results: runTask(task, notes) as TaskResults[T['kind']], notes };
    },
  };

  function runTask(task: Task, notes: FileNote[]): TaskResults[Task['kind']] {
    switch (task.kind) {
      case 'fileFacts':
        return task.files.map(file => guarded(file, notes, () => ownFacts(file, notes), null));
      case 'index':
        return task.files.map(file =>
          guarded(
            file,
            notes,
            () => withText(file, text => packIndex(indexDefinitions(text), file.endsWith('.h'))),
            EMPTY,
          ),
        );
      case 'functionFacts':
        return ofEach(task.requests, notes, text => {
          const lines = new LineCounter(text);
          return definition => functionFacts(parser, text, definition, tables, lines);
        });
      case 'glimpses':
        return ofEach(task.requests, notes, text => definition => glimpse(text, definition));
      case 'assigned':
        return task.files.map(
          file =>
            guarded(
              file,
              notes,
              () => withText(file, text => assignedFunctions(text, task.struct, task.member)),
              [],
            ) ?? [],
        );
    }
  }

  function ofEach<T>(
    requests: readonly FunctionRequest[],
    notes: FileNote[],
    reading: (text: string) => (definition: Definition) => T,
  ): readonly (readonly T[])[] {
    return requests.map(
      ({ file, definitions }) =>
        guarded(file, notes, () => withText(file, text => definitions.map(reading(text))), []) ?? [],
    );
  }

  /** The facts of a file in the scope of the scan; what is wrong with such a file is worth a note. */
  function ownFacts(file: string, notes: FileNote[]): FileFacts | null {
    const open = overlay.get(file);
    if (open !== undefined) return fileFacts(parser, file, open, tables);
    const reading = readBytes(join(root, file));
    if (reading.kind === 'unread') {
      notes.push({ file, message: reading.message, passing: true });
      return null;
    }
    if (!mayHaveFacts(file, reading.bytes)) return null;
    const { text, note } = decode(reading.bytes);
    if (note !== null) notes.push({ file, message: note });
    const facts = fileFacts(parser, file, text, tables);
    return isSilent(facts) ? null : facts;
  }

  function withText<T>(file: string, use: (text: string) => T): T | null {
    const open = overlay.get(file);
    if (open !== undefined) return use(open);
    const reading = readBytes(join(root, file));
    return reading.kind === 'bytes' ? use(decode(reading.bytes).text) : null;
  }
}

/** A crash on one file is one note; the others are still read. */
function guarded<T>(file: string, notes: FileNote[], work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    notes.push({ file, message: `could not be analysed, please report it: ${reason(error)}`, passing: true });
    return otherwise;
  }
}
