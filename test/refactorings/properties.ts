import { type Definition, indexDefinitions } from '../../src/core/facts';
import { type KernelParser, type MaskTables, withSlice } from '../../src/core/syntax';
import type { Files } from './bench';

/**
 * What must hold between a tree's files before and after an edit, whatever the edit is; the empty list where all does.
 * - every function parses as well as before;
 * - functions that the edit did not make or change are the same text;
 * - nothing ends in blanks that did not before.
 */
export function verify(
  parser: KernelParser,
  tables: MaskTables,
  before: Files,
  after: Files,
): readonly string[] {
  return [...after].flatMap(([file, text]) => {
    const old = before.get(file)!;
    const [was, is] = [functionsOf(old), functionsOf(text)];
    const problems: string[] = [];
    const changed = is.filter(({ written }) => !was.some(one => one.written === written));
    for (const { definition, written } of changed) {
      const broken = withSlice(parser, written, 'function', tables, ({ hasErrors }) => hasErrors);
      if (broken) problems.push(`${file}: ${definition.name} no longer parses`);
      if (/[ \t]+$/m.test(written) && !/[ \t]+$/m.test(old))
        problems.push(`${file}: ${definition.name} ends lines in blanks`);
    }
    const stray = (whole: string): number => [...whole.matchAll(/\n\n\n|\{\n\n|\n\n[ \t]*\}/g)].length;
    if (stray(text) > stray(old)) problems.push(`${file}: has more stray blank lines than before`);
    const names = is.map(({ definition }) => definition.name);
    const doubled = names.find(
      (name, at) =>
        names.indexOf(name) !== at &&
        was.filter(one => one.definition.name === name).length < names.filter(one => one === name).length,
    );
    if (doubled) problems.push(`${file}: ${doubled} is defined twice`);
    if ([...text.matchAll(/[{}()]/g)].length === 0) problems.push(`${file}: is empty`);
    const lost = was.filter(one => !names.includes(one.definition.name));
    const fresh = changed.filter(
      ({ definition }) => !was.some(one => one.definition.name === definition.name),
    );
    if (lost.length > fresh.length + 1)
      problems.push(`${file}: lost ${lost.map(({ definition }) => definition.name).join(', ')}`);
    return problems;
  });
}

interface Written {
  readonly definition: Definition;
  readonly written: string;
}

const functionsOf = (text: string): readonly Written[] =>
  indexDefinitions(text)
    .definitions.filter(({ kind }) => kind === 'function')
    .map(definition => ({ definition, written: text.slice(definition.start, definition.end) }));
