import { type DiffLine, lineDiff } from './line-diff';

/** A file that a patch changes. */
export interface FileChange {
  /** Relative to the folder in which the patch is applied, with `/`. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Lines of context around a change, as git has them. */
const CONTEXT = 3;

/** A patch that `git apply` and `patch -p1` take; empty where nothing changes. */
export const patch = (changes: readonly FileChange[]): string => changes.map(filePatch).join('');

function filePatch({ file, before, after }: FileChange): string {
  if (before === after) return '';
  const lines = lineDiff(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines).map(([from, to]) => hunkText(lines, from, to));
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n${hunks.join('')}`;
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
