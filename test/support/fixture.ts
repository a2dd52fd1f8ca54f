import { isSlot, type SlotName } from '../../src/core/kernel';

/** A fixture: C files with the expected findings marked under the code. */
export interface Fixture {
  readonly files: ReadonlyMap<string, string>;
  /** Slots named in a first line `//- slots: exit_rtnl`, besides those every tree has. */
  readonly slots: readonly SlotName[];
  readonly marks: readonly string[];
}

/** Where a fixture without `//- path` lines is taken to be. */
const DEFAULT_PATH = 'net/quux/quux_main.c';

const TAB_WIDTH = 8;

/**
 * Reads a fixture. `//- net/foo/foo.c` starts a file; `//- slots: …` names slots; a comment with carets marks the
 * token above it, counting a tab as eight columns as an editor shows it: `//      ^^^^ code: hop > hop > primitive`.
 */
export function readFixture(fixture: string): Fixture {
  const files = new Map<string, string[]>();
  const slots: SlotName[] = [];
  const marks: string[] = [];
  let path = DEFAULT_PATH;
  for (const line of fixture.replace(/^\n/, '').split('\n')) {
    const directive = /^\/\/- (.*)$/.exec(line)?.[1];
    const named = directive === undefined ? undefined : /^slots: (.*)$/.exec(directive)?.[1];
    if (named !== undefined) slots.push(...named.split(/,\s*/).filter(isSlot));
    else if (directive !== undefined) path = directive;
    else {
      const text = files.get(path) ?? [];
      files.set(path, text);
      const mark = /^(\s*\/\/\s*)(\^+) (.*)$/.exec(line);
      if (mark) marks.push(markOf(path, text, mark as unknown as [string, string, string, string]));
      text.push(line);
    }
  }
  return { files: new Map([...files].map(([name, text]) => [name, text.join('\n')])), slots, marks };
}

function markOf(path: string, above: readonly string[], [, indent, carets, says]: readonly string[]): string {
  let line = above.length - 1;
  while (line >= 0 && /^\s*\/\/\s*\^/.test(above[line]!)) line--;
  const from = width(indent!);
  return `${path}:${line + 1} ${tokenAt(above[line] ?? '', from, from + carets!.length)} ${says}`;
}

const width = (text: string): number =>
  [...text].reduce(
    (column, char) => (char === '\t' ? column - (column % TAB_WIDTH) + TAB_WIDTH : column + 1),
    0,
  );

/** The text of a line between two columns as shown. */
const tokenAt = (line: string, from: number, to: number): string =>
  [...line]
    .filter((_, at) => width(line.slice(0, at)) >= from && width(line.slice(0, at + 1)) <= to)
    .join('');
