import { type DiffLine, lineDiff } from './line-diff';

/** A file that a patch changes. */
export interface FileChange {
  /** Relative to the folder in which the patch is applied, with `/`. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Git's names for both texts and the mode of the file, for a three-way merge; absent where nobody asked. */
  readonly git?: { readonly before: string; readonly after: string; readonly mode: string };
}

/** Lines of context around a change, as git has them. */
const CONTEXT = 3;

/** A patch that `git apply` and `patch -p1` take; empty where nothing changes. */
export const patch = (changes: readonly FileChange[]): string => changes.map(filePatch).join('');

/** How many lines a change adds to a file, and how many it takes away. */
export function lineCounts({ before, after }: FileChange): {
  readonly added: number;
  readonly removed: number;
} {
  const lines = lineDiff(linesOf(before), linesOf(after));
  const count = (wanted: DiffLine['kind']): number => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('new'), removed: count('old') };
}

function filePatch({ file, before, after, git }: FileChange): string {
  if (before === after) return '';
  const lines = lineDiff(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines).map(([from, to]) => hunkText(lines, from, to));
  const [from, to] = [quoted(`a/${file}`), quoted(`b/${file}`)];
  const index = git ? `index ${git.before}..${git.after} ${git.mode}\n` : '';
  // without it, patch takes what follows a blank for a date
  const end = file.includes(' ') ? '\t' : '';
  return `diff --git ${from} ${to}\n${index}--- ${from}${end}\n+++ ${to}${end}\n${hunks.join('')}`;
}

/** A path as git writes it: in quotes where a character could be taken for something else. */
function quoted(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
  const escaped = path.replace(/["\\\u0000-\u001f\u007f]/g, character =>
    /["\\]/.test(character) ? `\\${character}` : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === path ? path : `"${escaped}"`;
}

/** Put behind a last line that has no newline: it is another line than the same with one. */
const NO_NEWLINE = '\n\\ No newline at end of file';

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, last + NO_NEWLINE];
}

/** Index ranges of lines with their context; ranges that meet are one hunk. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return;
    const [from, to] = [Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1)];
    const last = hunks.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  });
  return hunks;
}

const SIGN: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', old: '-', new: '+' };

/** Longest heading of a hunk, as git has it. */
const HEADING = 80;

function hunkText(lines: readonly DiffLine[], from: number, to: number): string {
  const above = lines.slice(0, from);
  const inside = lines.slice(from, to);
  const range = (without: DiffLine['kind']): string => {
    const count = (part: readonly DiffLine[]): number => part.filter(({ kind }) => kind !== without).length;
    const [start, length] = [count(above) + 1, count(inside)];
    return length === 1 ? `${start}` : `${length === 0 ? start - 1 : start},${length}`;
  };
  const heading = above.findLast(({ kind, line }) => kind !== 'new' && /^[A-Za-z_$]/.test(line))?.line;
  const head = `@@ -${range('new')} +${range('old')} @@${heading === undefined ? '' : ` ${heading.slice(0, HEADING).trimEnd()}`}`;
  return [head, ...inside.map(({ kind, line }) => SIGN[kind] + line), ''].join('\n');
}
