import { codeOnly, lineEnd, lineStart } from '../../text';
import type { Handler } from './handler';
import type { Lock } from './locks';
import type { Statement } from './statement';

/** A handler's body without its lock, for a caller that holds it. */
export interface UnlockedBody {
  readonly declarations: readonly string[];
  readonly statements: string;
  /** The calls that gave the lock back, as written. */
  readonly unlocks: readonly string[];
  /** Statements that stood before the lock and now run with it held. */
  readonly newlyLocked: readonly Statement[];
}

/**
 * Takes a lock and everything that gives it back out of a body, or says which path stands in the way: every way out
 * behind the lock must give it back, and nothing may follow.
 * @param taken the statement of the body that takes the lock
 */
export function unlockedBody(handler: Handler, taken: Statement, lock: Lock): UnlockedBody | string {
  const { text, definition, statements, declarations } = handler;
  const given = giverOf(lock);
  const code = codeOnly(text);
  const from = taken.end;
  const to = definition.end - 1;
  const unlocks = lock.guarded ? [] : unlocksIn(code, given, from, to);
  const obstacle = lock.guarded ? null : notGivenBack(handler, code, given, unlocks, lock, from, to);
  if (obstacle !== null) return obstacle;
  const outside = jumpsOf(statements, 'goto').find(at => at < from);
  if (outside !== undefined) return `the goto in line ${lineNumber(text, outside)} jumps over the lock`;

  const newlyLocked = statements.filter(({ end }) => end < taken.start);
  const start = statements[0]!.from;
  const cuts = [...unlocks.map(({ start: at }) => at), taken.start].map(at => ({
    start: lineStart(text, at),
    end: lineEnd(text, at) + 1,
  }));
  const [lockCut] = cuts.splice(-1);
  // the blank line above the lock goes with it, unless declarations end there
  const blank = newlyLocked.length > 0 && text[lockCut!.start - 2] === '\n';
  cuts.push({ start: blank ? lockCut!.start - 1 : lockCut!.start, end: lockCut!.end });
  let rest = '';
  let at = start;
  for (const cut of cuts.sort((a, b) => a.start - b.start)) {
    rest += text.slice(at, cut.start);
    at = cut.end;
  }
  rest += text.slice(at, lineStart(text, to));
  return {
    declarations: declarations.map(({ statement }) => statement.lines),
    statements: tidied(rest).replace(/^\n+/, '').trimEnd(),
    unlocks: unlocks.map(({ written }) => written.replace(/[\s;]+$/, '').trim()),
    newlyLocked,
  };
}

interface Unlock {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

const unlocksIn = (code: string, given: string, from: number, to: number): readonly Unlock[] =>
  [...code.slice(from, to).matchAll(new RegExp(`^[ \\t]*${given}[ \\t]*;`, 'gm'))].map(
    ({ 0: written, index }) => ({ start: from + index, end: from + index + written.length, written }),
  );

/** The path that leaves with the lock held, or goes on without it; null where there is none. */
function notGivenBack(
  { text, statements }: Handler,
  code: string,
  given: string,
  unlocks: readonly Unlock[],
  lock: Lock,
  from: number,
  to: number,
): string | null {
  const last = unlocks.at(-1);
  if (!last) return `nothing of its own gives ${lock.takes} back`;
  const returns = jumpsOf(statements, 'return').filter(at => at > from);
  const unguarded = returns.find(at => !new RegExp(`${given}\\s*;\\s*$`).test(code.slice(from, at)));
  if (unguarded !== undefined)
    return `the return in line ${lineNumber(text, unguarded)} leaves with the lock held`;
  if (/\S/.test(code.slice(last.end, to).replace(/\breturn\s*;/g, '')))
    return 'something follows the last unlock, which would run under the lock';
  for (const unlock of unlocks.slice(0, -1)) {
    if (!/^\s*return\b/.test(code.slice(unlock.end)))
      return `the unlock in line ${lineNumber(text, unlock.start)} is not followed by a return`;
  }
  return null;
}

function giverOf({ isRtnl, takes, name }: Lock): string {
  if (isRtnl) return '(?:rtnl_unlock|rtnl_net_unlock|__rtnl_net_unlock)\\s*\\([^()]*\\)';
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (takes.startsWith('mutex_')) return `mutex_unlock\\s*\\(\\s*&?\\s*${escaped}\\s*\\)`;
  if (takes.startsWith('down_')) return `up_(?:read|write)\\s*\\(\\s*&?\\s*${escaped}\\s*\\)`;
  return `${name.replace('()', '')}_unlock\\s*\\(\\s*\\)`;
}

const jumpsOf = (statements: readonly Statement[], kind: 'return' | 'goto'): readonly number[] =>
  statements.flatMap(({ jumps }) => jumps.filter(jump => jump.kind === kind).map(({ start }) => start));

const lineNumber = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** A label that nothing follows any more goes, and its gotos return; braces around one statement go. */
function tidied(body: string): string {
  const label = /\n[ \t]*(\w+):\s*(?:return;\s*)?$/.exec(body)?.[1];
  const direct =
    label === undefined
      ? body
      : body
          .replace(/\n[ \t]*\w+:\s*(?:return;\s*)?$/, '\n')
          .replace(new RegExp(`\\bgoto\\s+${label};`, 'g'), 'return;');
  return direct
    .replace(/\) \{\n([ \t]*)return;\n[ \t]*\}(?!\s*else)/g, ')\n$1return;')
    .replace(/\n[ \t]*return;\s*$/, match =>
      /\)\s*$/.test(direct.slice(0, direct.length - match.length)) ? match : '\n',
    );
}
