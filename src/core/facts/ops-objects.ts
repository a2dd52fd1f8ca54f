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
    const name = /([A-Za-z_]\w*(?:\s*##\s*\w+)*)(?:\s+__\w+|\s*\[[^\]]*\])*[\s\\]*$/.exec(
      between.replace(/\/\*[\s\S]*?\*\//g, blank),
    );
    if (!name?.[1]) continue;
    const nameAt = match.index + whole.indexOf(between) + name.index;
    const open = match.index + whole.length - 1;
    const close = matchingBracket(text, open);
    const macro = macroAround(text, match.index);
    objects.push({
      name: name[1].replace(/\s+/g, ''),
      nameAt: { line: lines.lineAt(nameAt), column: lines.columnAt(nameAt), length: name[1].length },
      ...(macro !== undefined && { macro }),
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
        const pasted = withPasted(slice.text, value.startIndex, value.endIndex);
        const at = start + pasted.start;
        members.set(at, {
          member: slice.text.slice(member.startIndex, member.endIndex).replace(/^\.\s*/, ''),
          value: slice.text
            .slice(pasted.start, pasted.end)
            .replace(/\s+/g, ' ')
            .replace(/ ?## ?/g, '##'),
          valueAt: {
            line: lines.lineAt(at),
            column: lines.columnAt(at),
            length: pasted.end - pasted.start,
          },
        });
      }
    }
  });
  return [...members.entries()].sort(([a], [b]) => a - b).map(([, member]) => member);
}

/** In UTF-16 units. */
const LONGEST_PASTED = 200;

/** A name with what a macro pastes to it: the parser gives only one part of `name##_exit`. */
function withPasted(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const before =
    /(?:\w+[ \t]*##[ \t]*)+$/.exec(text.slice(Math.max(0, start - LONGEST_PASTED), start))?.[0] ?? '';
  const after = /^(?:[ \t]*##[ \t]*\w+)+/.exec(text.slice(end, end + LONGEST_PASTED))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

/** Name of the macro whose definition `at` is in. */
function macroAround(text: string, at: number): string | undefined {
  let line = text.lastIndexOf('\n', at) + 1;
  while (line > 1 && /\\[ \t\r]*$/.test(text.slice(text.lastIndexOf('\n', line - 2) + 1, line - 1)))
    line = text.lastIndexOf('\n', line - 2) + 1;
  return /^[ \t]*#[ \t]*define[ \t]+(\w+)/.exec(text.slice(line, line + 200))?.[1];
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
