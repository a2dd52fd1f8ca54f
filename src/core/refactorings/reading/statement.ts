import { matchingBracket, splitAtCommas } from '../../facts';
import type { SyntaxNode } from '../../syntax';
import { codeOnly, lineEnd, lineStart, namesIn } from '../../text';
import { isDeclaration } from './declaration';

/** A statement of a handler with the lines it stands on. Offsets are offsets in the file's text. */
export interface Statement {
  /** The parser's name for it; `conditional` for `#if … #endif` with all between, `comment` for a comment alone. */
  readonly type: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Start of its first line, the comments above it included. */
  readonly from: number;
  /** End of its last line, the comment behind it included; the newline is not. */
  readonly to: number;
  readonly blankBefore: boolean;
  /** Whole lines from `from` to `to`. */
  readonly lines: string;
  /** From `start` to `end`, comments and literals blanked. */
  readonly code: string;
  /** The loop or scope macro that heads it. */
  readonly macro: string | null;
  /** What it calls, where it is nothing but a call. */
  readonly call: StatementCall | null;
  /** Statements of a loop's body. */
  readonly body: readonly Statement[] | null;
  readonly jumps: readonly Jump[];
  /** Names used, members not counted. */
  readonly names: ReadonlySet<string>;
}

export interface StatementCall {
  readonly name: string;
  /** As written, blanks around them cut. */
  readonly args: readonly string[];
}

/** Where a statement leaves itself: a return, a goto, or a break or continue of a loop around it. */
interface Jump {
  readonly kind: 'return' | 'goto' | 'break' | 'continue' | 'label';
  readonly start: number;
}

/** What a statement is called that is written in another place, or in another way, than it stands. */
const MADE = 'made';

export const isMade = ({ type }: Pick<Statement, 'type'>): boolean => type === MADE;

/** A statement for which nothing is written. */
export const NOTHING: Statement = {
  type: 'end',
  start: 0,
  end: 0,
  from: 0,
  to: 0,
  blankBefore: false,
  lines: '',
  code: '',
  macro: null,
  call: null,
  body: null,
  jumps: [],
  names: new Set(),
};

const LOOPS: ReadonlySet<string> = new Set(['while_statement', 'for_statement', 'do_statement']);

export interface Reading {
  /** The whole file. */
  readonly text: string;
  /** Offset of the parsed slice in the file. */
  readonly base: number;
  nameAt(offset: number): string | undefined;
}

/**
 * The statements between a pair of braces, or why they cannot be taken apart line by line.
 * @param open offset of the `{` in the file
 * @param close offset of the `}`
 */
export function statementsIn(
  reading: Reading,
  block: SyntaxNode,
  open: number,
  close: number,
): readonly Statement[] | string {
  const { text, base } = reading;
  const found: Statement[] = [];
  let after = lineEnd(text, open);
  for (const node of block.namedChildren) {
    if (node.type === 'comment') continue;
    const start = base + node.startIndex;
    const end = base + node.endIndex;
    if (end <= start) continue;
    const first = lineStart(text, start);
    if (found.length === 0 && first <= open) return 'its body does not begin on a line of its own';
    const to = endOfLines(text, end);
    const around = codeOnly(text.slice(first, start) + text.slice(end, to));
    if (first < after || /[^\s;]/.test(around))
      return `something else stands on the line of \`${text.slice(start, lineEnd(text, start)).trim()}\``;
    const { from, blankBefore } = leading(text, after + 1, first);
    const built = build(reading, node, { start, end, from, to, blankBefore });
    if (typeof built === 'string') return built;
    found.push(built);
    after = to;
  }
  const rest = text.slice(after + 1, lineStart(text, close));
  if (/\S/.test(rest)) {
    const { from, blankBefore } = leading(text, after + 1, lineStart(text, close));
    const lines = text.slice(from, lineStart(text, close)).replace(/\s+$/, '');
    found.push(opaque('comment', from, from + lines.length, lines, blankBefore));
  }
  return withConditionals(text, found);
}

function build(
  reading: Reading,
  node: SyntaxNode,
  place: Pick<Statement, 'start' | 'end' | 'from' | 'to' | 'blankBefore'>,
): Statement | string {
  const { text, base } = reading;
  const code = codeOnly(text.slice(place.start, place.end));
  const inner = LOOPS.has(node.type) ? node.childForFieldName('body') : null;
  let body: readonly Statement[] | null = null;
  if (inner?.type === 'compound_statement') {
    const read = statementsIn(reading, inner, base + inner.startIndex, base + inner.endIndex - 1);
    if (typeof read === 'string') return read;
    body = read;
  } else if (inner && inner.endIndex > inner.startIndex) {
    const [start, end] = [base + inner.startIndex, base + inner.endIndex];
    const head = lineEnd(text, place.start);
    // `for_each(…) stmt;` on one line has no lines of its own to take apart
    if (lineStart(text, start) > place.start) {
      const { from } = leading(text, endOfHead(text, place.start, head, start) + 1, lineStart(text, start));
      const single = build(reading, inner, {
        start,
        end,
        from,
        to: endOfLines(text, end),
        blankBefore: false,
      });
      if (typeof single === 'string') return single;
      body = [single];
    }
  }
  return {
    ...place,
    type: node.type,
    lines: text.slice(place.from, place.to),
    code,
    macro: reading.nameAt(node.startIndex) ?? null,
    call: node.type === 'expression_statement' ? callOf(code, text.slice(place.start, place.end)) : null,
    body,
    jumps: jumpsIn(node, base),
    names: namesIn(code),
  };
}

/** End of the line on which a loop's head ends: the last one before its body that is no comment line. */
function endOfHead(text: string, start: number, firstLine: number, body: number): number {
  const open = text.indexOf('(', start);
  if (open < 0 || open > body) return firstLine;
  return lineEnd(text, matchingBracket(text, open));
}

const opaque = (type: string, from: number, to: number, lines: string, blankBefore: boolean): Statement => ({
  type,
  start: from,
  end: to,
  from,
  to,
  blankBefore,
  lines,
  code: codeOnly(lines),
  macro: null,
  call: null,
  body: null,
  jumps: [],
  names: namesIn(lines),
});

/** The end of the line at `end`, a comment that begins on it included to its own end. */
function endOfLines(text: string, end: number): number {
  const line = lineEnd(text, end);
  const comment = text.slice(end, line).indexOf('/*');
  if (comment < 0) return line;
  const close = text.indexOf('*/', end + comment);
  return close < 0 || close < line ? line : lineEnd(text, close);
}

/** Where the comments above a statement begin, and whether a blank line stands above them. */
function leading(
  text: string,
  after: number,
  first: number,
): { readonly from: number; readonly blankBefore: boolean } {
  const blanks = /^(?:[ \t]*\n)*/.exec(text.slice(after, first))?.[0].length ?? 0;
  return { from: Math.min(after + blanks, first), blankBefore: blanks > 0 };
}

function callOf(code: string, written: string): StatementCall | null {
  const head = /^([A-Za-z_]\w*)\s*\(/.exec(code);
  if (!head?.[1]) return null;
  const open = head[0].length - 1;
  const close = matchingBracket(code, open);
  if (!/^\s*;?\s*$/.test(code.slice(close + 1))) return null;
  const args = splitAtCommas(written.slice(open + 1, close)).map(argument =>
    argument.trim().replace(/\s+/g, ' '),
  );
  return { name: head[1], args };
}

/** A statement that is made of a call, `quux_lock();`, and stands nowhere yet; null where the code is none. */
export function madeOf(code: string): Statement | null {
  const call = callOf(code, code);
  return call && { ...NOTHING, type: MADE, code, call, names: namesIn(code) };
}

function jumpsIn(node: SyntaxNode, base: number, inLoop = false, inSwitch = false): Jump[] {
  const at = base + node.startIndex;
  switch (node.type) {
    case 'return_statement':
      return [{ kind: 'return', start: at }];
    case 'goto_statement':
      return [{ kind: 'goto', start: at }];
    case 'break_statement':
      return inLoop || inSwitch ? [] : [{ kind: 'break', start: at }];
    case 'continue_statement':
      return inLoop ? [] : [{ kind: 'continue', start: at }];
    default: {
      const own: Jump[] = node.type === 'labeled_statement' ? [{ kind: 'label', start: at }] : [];
      const loops = inLoop || LOOPS.has(node.type);
      const switches = inSwitch || node.type === 'switch_statement';
      return [...own, ...node.namedChildren.flatMap(child => jumpsIn(child, base, loops, switches))];
    }
  }
}

/** Puts `#if … #endif` and the statements between together: such a group is moved as a whole. */
function withConditionals(text: string, statements: readonly Statement[]): readonly Statement[] | string {
  const grouped: Statement[] = [];
  let group: Statement[] = [];
  let depth = 0;
  for (const statement of statements) {
    const above =
      statement.type === 'comment' ? statement.lines : text.slice(statement.from, statement.start);
    const [opened, closed] = [count(above, /^\s*#\s*if/gm), count(above, /^\s*#\s*endif/gm)];
    if (opened === 0 && closed === 0 && depth === 0) {
      if (/^\s*#/m.test(above)) return 'a preprocessor line stands between its statements';
      grouped.push(statement);
      continue;
    }
    // a #endif that stands above the next statement closes the group before it
    if (depth > 0 && closed > 0) {
      depth -= closed;
      if (depth !== 0 || opened > 0) return 'its #if groups are nested or follow each other too closely';
      const split = endOfEndif(text, statement.from);
      const declared = group.find(isDeclaration);
      if (declared) return `\`${declared.code.split('\n')[0]!.trim()}\` is declared under #if`;
      grouped.push(merged(text, group, split));
      group = [];
      const { from, blankBefore } = leading(
        text,
        split + 1,
        Math.max(split + 1, lineStart(text, statement.start)),
      );
      if (statement.type === 'comment' && from >= statement.to) continue;
      grouped.push({ ...statement, from, blankBefore, lines: text.slice(from, statement.to) });
      continue;
    }
    depth += opened - closed;
    group.push(statement);
  }
  if (depth !== 0) return 'an #if of its body is not closed in it';
  return grouped;
}

const endOfEndif = (text: string, from: number): number => {
  const at = /^\s*#\s*endif/m.exec(text.slice(from));
  return lineEnd(text, from + (at?.index ?? 0) + (at?.[0].length ?? 0));
};

function merged(text: string, group: readonly Statement[], to: number): Statement {
  const [first] = group;
  const from = first!.from;
  return {
    ...opaque('conditional', from, to, text.slice(from, to), first!.blankBefore),
    jumps: group.flatMap(({ jumps }) => jumps),
    names: new Set(group.flatMap(({ names }) => [...names])),
  };
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
