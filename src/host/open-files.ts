import {
  assignedFunctions,
  type FileFacts,
  type FunctionFacts,
  fileFacts,
  functionFacts,
} from '../core/facts';
import type { FunctionRef } from '../core/project';
import type { KernelParser, MaskTables } from '../core/syntax';

/** Facts of texts that are being edited: only functions whose text has changed are parsed again. */
export interface OpenFiles {
  has(file: string): boolean;
  text(file: string): string | undefined;
  set(file: string, text: string): void;
  delete(file: string): void;
  facts(file: string): FileFacts;
  functionFacts(ref: FunctionRef): FunctionFacts;
  assigned(file: string, struct: string, member: string): readonly string[];
}

interface OpenFile {
  readonly text: string;
  facts: FileFacts | null;
  /** Offsets at which lines begin. */
  lineStarts: Uint32Array | null;
  /** By the text of the function; its own line is 1. */
  readonly functions: Map<string, FunctionFacts>;
  /** Those of the text before, as long as nobody has asked for them. */
  readonly earlier: ReadonlyMap<string, FunctionFacts>;
}

export function createOpenFiles(parser: KernelParser, tables: MaskTables): OpenFiles {
  const files = new Map<string, OpenFile>();
  const opened = (file: string): OpenFile => {
    const known = files.get(file);
    if (!known) throw new Error(`${file} is not open`);
    return known;
  };
  return {
    has: file => files.has(file),
    text: file => files.get(file)?.text,
    set(file, text) {
      const before = files.get(file);
      if (before?.text === text) return;
      // a text that was replaced before anybody asked hands on what it was given
      const earlier =
        before === undefined ? new Map() : before.functions.size > 0 ? before.functions : before.earlier;
      files.set(file, { text, facts: null, lineStarts: null, functions: new Map(), earlier });
    },
    delete: file => void files.delete(file),
    facts(file) {
      const open = opened(file);
      open.facts ??= fileFacts(parser, file, open.text, tables);
      return open.facts;
    },
    functionFacts({ file, definition }) {
      const open = opened(file);
      const { start, nameAt, body, end, kind } = definition;
      const slice = open.text.slice(start, end);
      const key = `${kind} ${nameAt - start} ${body - start} ${slice}`;
      let facts = open.functions.get(key) ?? open.earlier.get(key);
      if (!facts) {
        const alone = {
          ...definition,
          start: 0,
          nameAt: nameAt - start,
          body: body - start,
          end: end - start,
        };
        facts = functionFacts(parser, detached(slice), alone, tables);
      }
      open.functions.set(key, facts);
      open.lineStarts ??= lineStartsOf(open.text);
      return { ...facts, line: lineAt(open.lineStarts, start) };
    },
    assigned: (file, struct, member) => assignedFunctions(opened(file).text, struct, member),
  };
}

/** A copy that does not keep alive the whole text it was cut from, as the names in facts would. */
const detached = (slice: string): string => Buffer.from(slice).toString();

function lineStartsOf(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}

/** 1-based line of an offset. */
function lineAt(starts: Uint32Array, offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
