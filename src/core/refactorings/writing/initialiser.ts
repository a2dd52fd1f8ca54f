import { matchingBracket } from '../../facts';
import type { SlotName } from '../../kernel';
import type { Ops } from '../../project';
import { codeOnly, lineStart, offsetAt, padding, type TextEdit, width } from '../../text';

/** A `.member = value` of an ops initialiser. Offsets in the file. */
interface Member {
  readonly name: string;
  readonly value: string;
  /** Offset of the dot. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The initialiser of an ops as it stands in the file. */
export interface Initialiser {
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

const MEMBER = /\.\s*([A-Za-z_]\w*)\s*=\s*([^,{}]+?)\s*(?=,|\}|$)/g;

export function readInitialiser(text: string, ops: Ops): Initialiser | null {
  const line = offsetAt(text, { line: ops.line, column: 1 });
  const named = text.indexOf(ops.name, line);
  const equals = text.indexOf('=', named);
  const open = text.indexOf('{', equals);
  if (named < 0 || open < 0) return null;
  const close = matchingBracket(text, open);
  const code = codeOnly(text.slice(open + 1, close));
  const members = [...code.matchAll(MEMBER)].map(match => {
    const start = open + 1 + match.index;
    const valueStart = start + match[0].indexOf(match[2]!, match[0].indexOf('='));
    return { name: match[1]!, value: match[2]!, start, valueStart, valueEnd: valueStart + match[2]!.length };
  });
  return { open, close, members };
}

/** A slot that gets a handler, in the order in which they shall stand. */
export interface NewMember {
  readonly slot: SlotName;
  readonly handler: string;
}

/**
 * Replaces one member by others, in its place and in the initialiser's own layout: one to a line or all on one, `=`
 * aligned where it is.
 */
export function replaceMember(
  text: string,
  initialiser: Initialiser,
  old: string,
  by: readonly NewMember[],
): TextEdit[] {
  const member = initialiser.members.find(({ name }) => name === old);
  if (!member) return [];
  const column = equalsColumn(text, initialiser);
  const indent = text.slice(lineStart(text, member.start), member.start);
  const ownLine = /^\s*$/.test(indent);
  const written = by.map(({ slot, handler }) => {
    if (by.length === 1 && slot === old) return text.slice(member.start, member.valueStart) + handler;
    const head = `.${slot}`;
    const gap = column === null ? '' : padding(width(indent + head), column);
    return `${head}${gap === '' ? ' ' : gap}= ${handler}`;
  });
  return [{ start: member.start, end: member.valueEnd, text: written.join(ownLine ? `,\n${indent}` : ', ') }];
}

/** Column of the `=` where the initialiser aligns them; null where each follows its name after one blank. */
function equalsColumn(text: string, { members }: Initialiser): number | null {
  const columns = members.map(({ start, name, valueStart }) => {
    const equals = text.indexOf('=', start + 1 + name.length);
    const column = width(text.slice(lineStart(text, start), equals));
    const padded = equals - (start + 1 + name.length) > 1 || text[equals - 1] === '\t';
    return { column, padded, sameLine: equals < valueStart };
  });
  const [first] = columns;
  const aligned = columns.length > 1 && columns.every(({ column }) => column === first!.column);
  return aligned && columns.some(({ padded }) => padded) ? first!.column : null;
}
