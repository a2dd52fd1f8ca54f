import { matchingBracket, splitAtCommas } from '../../facts';
import { lineStart, outdented } from '../../text';
import { isDeclaration } from './declaration';
import { endsWithItsBlock, type Handler } from './handler';
import { type Lock, lockOfGuard } from './locks';
import { madeOf, type Statement } from './statement';

/**
 * `scoped_guard(mutex, &quux_mutex) { … }` as a lock, what is under it, and an unlock; null where a statement is none, or is left
 * in the middle, or has what ends with its block. The pair is what maintainers prefer to write: Documentation/process/maintainer-netdev.rst.
 * @param isShared whether the lock is one that a batch could take once
 */
export function unscoped(
  statement: Statement,
  { text, unit }: Pick<Handler, 'text' | 'unit'>,
  isShared: (lock: Lock, at: Statement) => boolean,
): readonly Statement[] | null {
  const { macro, body, code, start, end, from } = statement;
  if (macro !== 'scoped_guard' || !body || body.length === 0) return null;
  const close = matchingBracket(code, code.indexOf('('));
  const [guard = '', ...args] = splitAtCommas(code.slice(code.indexOf('(') + 1, close)).map(part =>
    part.trim(),
  );
  const lock = lockOfGuard(guard, args[0] ?? '');
  if (!lock) return null;
  const head = { start, end: start + close + 1 };
  const indent = text.slice(lineStart(text, start), start);
  const above = text.slice(from, lineStart(text, start));
  const takes: Statement = {
    ...madeOf(`${lock.takes};`)!,
    ...head,
    from,
    lines: `${above}${indent}${lock.takes};`,
    blankBefore: statement.blankBefore,
  };
  if (
    !isShared(lock, takes) ||
    body.some(inner => isDeclaration(inner) || endsWithItsBlock(inner) || inner.jumps.length > 0)
  )
    return null;
  const inside = body.map((inner, at) => ({
    ...inner,
    lines: outdented(inner.lines, unit),
    blankBefore: at > 0 && inner.blankBefore,
  }));
  const gives: Statement = {
    ...madeOf(`${lock.gives};`)!,
    start: end,
    end,
    lines: `${indent}${lock.gives};`,
  };
  return [takes, ...inside, gives];
}
