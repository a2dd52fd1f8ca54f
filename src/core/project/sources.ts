import type { FileFacts, FunctionFacts, Glimpse, PackedIndex } from '../facts';
import type { FunctionRef } from './definition-store';

/**
 * Where a project gets its facts from. Declared here, implemented by the host (disk, cache, worker threads) and by
 * tests (text in memory). A file that cannot be read is answered with null.
 */
export interface Sources {
  /** Every C file below `folder` ('' = the whole tree), sorted, relative to the tree root. */
  list(folder: string): readonly string[];
  fileFacts(files: readonly string[]): Promise<readonly (FileFacts | null)[]>;
  index(files: readonly string[]): Promise<readonly (PackedIndex | null)[]>;
  functionFacts(refs: readonly FunctionRef[]): Promise<readonly (FunctionFacts | null)[]>;
  /** Less than facts, for a fraction of the time; null also where the facts are at hand. */
  glimpses(refs: readonly FunctionRef[]): Promise<readonly (Glimpse | null)[]>;
  /** Functions assigned to `.member` in initialisers of `struct name` in these files. */
  assigned(files: readonly string[], struct: string, member: string): Promise<readonly Assignment[]>;
}

export interface Assignment {
  readonly file: string;
  readonly name: string;
}
