import { matchingBracket } from '../../facts';
import { codeOnly, lineEnd, lineStart, namesIn, outdented } from '../../text';
import type { Handler } from './handler';
import { gives, type Lock, lockOf } from './locks';
import { madeOf, type Statement } from './statement';

/** What a branch that has given its lock to those around it is called as a statement. */
const BRANCH = 'branch';

/**
 * `if (…) { mutex_lock(&quux_mutex); …; mutex_unlock(&quux_mutex); }` as the lock, the branch under it, and the unlock: whether to
 * take the branch is then decided for each netns, with the lock held. Null where a statement is not just that.
 * @param isShared whether the lock is one that a batch could take once
 */
export function lockAroundBranch(
  statement: Statement,
  { text, unit }: Pick<Handler, 'text' | 'unit'>,
  isShared: (lock: Lock, at: Statement) => boolean,
): readonly Statement[] | null {
  const { type, code, start, end, from, jumps } = statement;
  if (type !== 'if_statement' || jumps.length > 0) return null;
  const open = start + headOf(code) + code.slice(headOf(code)).search(/\S/);
  if (text[open] !== '{' || matchingBracket(codeOnly(text.slice(open, end)), 0) !== end - open - 1)
    return null;
  const body = text
    .slice(lineEnd(text, open) + 1, lineStart(text, end))
    .split('\n')
    .slice(0, -1);
  const [first, last] = [callIn(body[0]), callIn(body.at(-1))];
  const lock = first && lockOf(first);
  if (!lock || lock.guarded || !last?.call || !gives(last.call, lock) || body.length < 3) return null;
  const indent = text.slice(lineStart(text, start), start);
  const inner = body.slice(1, -1);
  if (inner.some(line => touches(line, lock)) || inner[0] === '' || inner.at(-1) === '') return null;
  const at = text.indexOf(body[0]!, open);
  const takes = { ...first, start: at, end: at + body[0]!.length, lines: outdented(body[0]!, unit) };
  if (!isShared(lock, takes)) return null;
  const isOne = inner.length === 1 && /;\s*$/.test(codeOnly(inner[0]!)) && !/\bif\s*\(/.test(inner[0]!);
  const head = text.slice(from, open).trimEnd();
  const lines = isOne ? `${head}\n${inner[0]}` : `${head} {\n${inner.join('\n')}\n${indent}}`;
  return [
    { ...takes, blankBefore: statement.blankBefore },
    {
      ...statement,
      type: BRANCH,
      lines,
      code: codeOnly(lines).trim(),
      blankBefore: false,
      names: namesIn(codeOnly(lines)),
    },
    { ...last, start: end, end, lines: outdented(body.at(-1)!, unit) },
  ];
}

/** The heads of branches that are now decided under the lock. */
export const decidedUnderLock = (statements: readonly Statement[]): readonly Statement[] =>
  statements
    .filter(({ type }) => type === BRANCH)
    .map(statement => ({ ...statement, end: statement.start + headOf(statement.code) }));

/** Behind the parenthesis that closes a condition. */
const headOf = (code: string): number => matchingBracket(code, code.indexOf('(')) + 1;

/** A line that is a call and nothing else. */
function callIn(line = ''): Statement | null {
  const code = codeOnly(line).trim();
  return line.trim() === code ? madeOf(code) : null;
}

function touches(line: string, lock: Lock): boolean {
  const found = callIn(line);
  return found?.call ? lockOf(found)?.name === lock.name || gives(found.call, lock) : false;
}
