import { type KernelParser, type MaskTables, withSlice } from '../syntax';
import type { OpsMember, OpsObject } from './file-facts';
import { LineCounter, matchingBracket } from './scanning';

/** `struct pernet_operations` up to the `=` of an initialiser; a parameter, pointer or prototype does not get there. */
const INITIALISED = /\bstruct\s+pernet_operations\b([^;{}()=*]*)=\s*\{/g;

/** Every `struct pernet_operations` object that a file initialises, in the order of the file. */
export function opsObjects(parser: KernelParser, text: string, tables: MaskTables): readonly OpsObject[] {
  const lines = new LineCounter(text);
  const objects: OpsObject[] = [];
  for (const match of text.matchAll(INITIALISED)) {
    const [whole, between = ''] = match;
    if (isCommentedOut(text, match.index)) continue;
    const name = /([A-Za-z_]\w*)(?:\s+__\w+|\s*\[[^\]]*\])*\s*$/.exec(
      between.replace(/\/\*[\s\S]*?\*\//g, blank),
    );
    if (!name?.[1]) continue;
    const nameAt = match.index + whole.indexOf(between) + name.index;
    const open = match.index + whole.length - 1;
    const close = matchingBracket(text, open);
    objects.push({
      name: name[1],
      nameAt: { line: lines.lineAt(nameAt), column: lines.columnAt(nameAt), length: name[1].length },
      members: membersOf(parser, text, match.index, close + 1, tables, lines),
      registeredBy: registration(text, name[1]),
    });
  }
  return objects;
}

function membersOf(
  parser: KernelParser,
  text: string,
  start: number,
  end: number,
  tables: MaskTables,
  lines: LineCounter,
): OpsMember[] {
  const members = new Map<number, OpsMember>();
  withSlice(parser, text.slice(start, end), 'initialiser', tables, slice => {
    for (const root of slice.roots) {
      for (const pair of root.descendantsOfType('initializer_pair')) {
        const value = pair.childForFieldName('value');
        const member = pair.childForFieldName('designator');
        if (!value || !member || pair.parent?.parent?.type === 'initializer_pair') continue;
        const at = start + value.startIndex;
        members.set(at, {
          member: slice.text.slice(member.startIndex, member.endIndex).replace(/^\.\s*/, ''),
          value: slice.text.slice(value.startIndex, value.endIndex).replace(/\s+/g, ' '),
          valueAt: {
            line: lines.lineAt(at),
            column: lines.columnAt(at),
            length: value.endIndex - value.startIndex,
          },
        });
      }
    }
  });
  return [...members.entries()].sort(([a], [b]) => a - b).map(([, member]) => member);
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const isCommentedOut = (text: string, at: number): boolean =>
  text.lastIndexOf('/*', at) > text.lastIndexOf('*/', at) ||
  text.slice(text.lastIndexOf('\n', at) + 1, at).includes('//');

/** The function that an ops is handed to for registration: `register_pernet_subsys(&quux_net_ops)`. */
function registration(text: string, ops: string): string | null {
  for (const { index } of text.matchAll(new RegExp(`&\\s*${ops}\\b`, 'g'))) {
    const callee = calleeAround(text, index);
    if (callee !== undefined && /register/.test(callee) && !/^_*unregister/.test(callee)) return callee;
  }
  return null;
}

/** Name of the function among whose arguments `at` is. */
function calleeAround(text: string, at: number): string | undefined {
  let depth = 0;
  for (let open = at - 1; open >= 0 && text[open] !== ';'; open--) {
    if (text[open] === ')') depth++;
    else if (text[open] === '(' && --depth < 0)
      return /(\w+)\s*$/.exec(text.slice(Math.max(0, open - 80), open))?.[1];
  }
  return undefined;
}
