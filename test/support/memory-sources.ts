import {
  assignedFunctions,
  fileFacts,
  functionFacts,
  glimpse,
  indexDefinitions,
  packIndex,
} from '../../src/core/facts';
import type { Sources } from '../../src/core/project';
import { type KernelParser, maskTables } from '../../src/core/syntax';

/** Sources that are text in memory, path → text. */
export function memorySources(parser: KernelParser, files: ReadonlyMap<string, string>): Sources {
  const tables = maskTables();
  const read = <T>(file: string, use: (text: string) => T): T | null => {
    const text = files.get(file);
    return text === undefined ? null : use(text);
  };
  return {
    list: folder => [...files.keys()].filter(file => folder === '' || file.startsWith(`${folder}/`)).sort(),
    fileFacts: async names => names.map(name => read(name, text => fileFacts(parser, name, text, tables))),
    index: async names =>
      names.map(name => read(name, text => packIndex(indexDefinitions(text), name.endsWith('.h')))),
    functionFacts: async refs =>
      refs.map(({ file, definition }) => read(file, text => functionFacts(parser, text, definition, tables))),
    glimpses: async refs => refs.map(({ file, definition }) => read(file, text => glimpse(text, definition))),
    assigned: async (names, struct, member) =>
      names.flatMap(file =>
        (read(file, text => assignedFunctions(text, struct, member)) ?? []).map(name => ({ file, name })),
      ),
  };
}
