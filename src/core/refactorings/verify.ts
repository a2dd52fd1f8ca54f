import { type Definition, indexDefinitions } from '../facts';
import { type KernelParser, type MaskTables, withSlice } from '../syntax';
import { applyEdits, codeOnly, plain } from '../text';
import type { Edit } from './refactoring';

interface Bench {
  readonly parser: KernelParser;
  readonly tables: MaskTables;
}

/**
 * What is wrong with an edit, whatever it is about; the empty list where nothing is. After it
 * - every function that it changed or made parses;
 * - no function has changed but its own, and those that call one of them;
 * - none is defined twice that was not, and none is lost that nothing replaces;
 * - between functions, only lines that name one of its functions, old or new, have gone;
 * - no line ends in blanks, and no blank line stands where none belongs, that did not before.
 * @param read the texts that the edit is for
 */
export function verify(
  { edits, functions }: Pick<Edit, 'edits' | 'functions'>,
  read: (file: string) => string | null,
  bench: Bench,
): readonly string[] {
  return edits.flatMap(({ file, edits: own }) => {
    const original = read(file);
    if (original === null) return [`${file}: cannot be read`];
    const overlap = own.find(({ start }, at) => at > 0 && start < own[at - 1]!.end);
    if (overlap) return [`${file}: two edits overlap at offset ${overlap.start}`];
    const before = plain(original).text;
    const after = plain(applyEdits(original, own)).text;
    return problemsIn(before, after, functions, bench).map(problem => `${file}: ${problem}`);
  });
}

function problemsIn(
  before: string,
  after: string,
  functions: readonly string[],
  { parser, tables }: Bench,
): string[] {
  const was = functionsIn(before);
  const is = functionsIn(after);
  const fresh = is.filter(({ text }) => !was.some(one => one.text === text));
  const gone = was.filter(({ text }) => !is.some(one => one.text === text));
  const made = fresh.filter(({ name }) => countOf(was, name) === 0);
  const own = [...functions, ...made.map(({ name }) => name)];
  const mentions = (text: string, names: readonly string[]): boolean =>
    names.some(name => new RegExp(`\\b${name}\\b`).test(text));

  const broken = fresh.filter(({ text }) =>
    withSlice(parser, text, 'function', tables, ({ hasErrors }) => hasErrors),
  );
  // a comment of any function may name one that changes
  const codes = new Set(is.map(({ text }) => codeOnly(text).replace(/\s+/g, ' ')));
  const strangers = gone.filter(
    ({ text }) => !codes.has(codeOnly(text).replace(/\s+/g, ' ')) && !mentions(codeOnly(text), own),
  );
  const followers = gone.filter(one => !strangers.includes(one)).map(({ name }) => name);
  const doubled = fresh.filter(({ name }) => countOf(is, name) > Math.max(1, countOf(was, name)));
  const lost = gone.filter(({ name }) => countOf(is, name) === 0);
  const strayLines = missing(between(after, is), between(before, was)).filter(
    line => !mentions(line, [...own, ...followers]) && !CONTINUED.test(line),
  );
  return [
    ...broken.map(({ name }) => `\`${name}\` does not parse`),
    ...strangers.map(({ name }) => `\`${name}\` has changed`),
    ...doubled.map(({ name }) => `\`${name}\` is defined twice`),
    ...(lost.length > made.length + 1 ? [`${lost.map(({ name }) => `\`${name}\``).join(', ')} lost`] : []),
    ...strayLines.map(line => `"${line.trim()}" is gone`),
    ...(countIn(after, /[ \t]$/gm) > countIn(before, /[ \t]$/gm) ? ['a line ends in blanks'] : []),
    ...(countIn(after, STRAY) > countIn(before, STRAY) ? ['a blank line stands where none belongs'] : []),
  ];
}

/** Two blank lines, or one at the begin or end of a block. */
const STRAY = /\n\n\n|\{\n\n|\n\n[ \t]*\}/g;

/** Further lines of a prototype. */
const CONTINUED = /^\s+[\w\s*]+(?:,|\);)$/;

interface Written {
  readonly name: string;
  readonly definition: Definition;
  readonly text: string;
}

const functionsIn = (text: string): readonly Written[] =>
  indexDefinitions(text)
    .definitions.filter(({ kind }) => kind === 'function')
    .map(definition => ({
      name: definition.name,
      definition,
      text: text.slice(definition.start, definition.end),
    }));

/** The lines outside of all functions that are not empty. */
function between(text: string, functions: readonly Written[]): readonly string[] {
  let rest = '';
  let at = 0;
  for (const { definition } of functions) {
    if (definition.start < at) continue;
    rest += `${text.slice(at, definition.start)}\n`;
    at = definition.end;
  }
  return (rest + text.slice(at)).split('\n').filter(line => line.trim() !== '');
}

/** The lines of `before` that are not in `after`, each as often as it is missing. */
function missing(after: readonly string[], before: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of after) left.set(line, (left.get(line) ?? 0) + 1);
  return before.filter(line => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

const countOf = (functions: readonly Written[], name: string): number =>
  functions.filter(one => one.name === name).length;

const countIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
