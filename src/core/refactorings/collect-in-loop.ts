import { indexDefinitions, matchingBracket } from '../facts';
import { type SyntaxNode, withSlice } from '../syntax';
import {
  codeOnly,
  inOrder,
  lineEnd,
  lineOf,
  lineStart,
  namesIn,
  offsetAt,
  plain,
  type TextEdit,
} from '../text';
import { editOf } from './edit';
import type { LoopRequest, Outcome, Question } from './refactoring';
import { localName } from './writing/names';

const ID = 'collect-devices';
const SHORT = 'Unregister devices behind the loop';

/**
 * A loop that unregisters one device at a time becomes one that queues them, with one unregistration behind it.
 * General form of docs/refactorings/collect-devices.md, for functions of any kind.
 */
export function collectInLoop({ loop, texts, parser, tables }: LoopRequest): Outcome {
  const title = `Queue the devices in \`${loop.function}\` and unregister them once behind the loop`;
  const refused = (reason: string, evidence = ''): Outcome => ({
    kind: 'refused',
    refactoring: ID,
    title,
    shortTitle: SHORT,
    row: null,
    reason,
    evidence,
  });
  const original = texts.read(loop.file);
  if (original === null) return refused(`${loop.file} cannot be read`);
  const { text, restored } = plain(original);
  const at = offsetAt(text, loop.range.start);
  const definition = indexDefinitions(text).definitions.find(({ body, end }) => body < at && at < end);
  if (definition?.kind !== 'function')
    return refused(`\`${loop.function}\` is better changed by hand: a macro makes it`);
  const { start, end } = definition;
  const found = withSlice(parser, text.slice(start, end), 'function', tables, slice => {
    if (slice.roots.length !== 1 || slice.hasErrors) return 'the parser could not read all of it';
    return findLoop(slice.roots[0]!, at - start, offset => slice.nameAt(offset));
  });
  if (typeof found === 'string') return refused(`\`${loop.function}\` is better changed by hand: ${found}`);
  const outer = { start: start + found.start, end: start + found.end };
  const statementEnd = start + found.statementEnd;
  const inside = codeOnly(text.slice(outer.start, outer.end));
  if (/\b(?:__)?rtnl_(?:net_)?lock\s*\(|\bguard\s*\(\s*rtnl\w*\s*\)|\bscoped_guard\s*\(\s*rtnl/.test(inside))
    return refused(
      `\`${loop.function}\` takes RTNL in each turn of the loop: take it once around the loop first`,
    );
  const left = /\b(?:return|goto)\b/.exec(inside);
  if (left)
    return refused(`the loop has a ${left[0]}: devices that are queued by then would not be unregistered`);
  const behind = codeOnly(text.slice(statementEnd, outer.end)).replace(
    /[{}\s;]|\b(?:break|continue)\b|while\s*\([^;]*$/g,
    '',
  );
  if (/\bk[vz]*free\w*\(|\bfree_netdev\(/.test(behind))
    return refused(
      'something is freed in the same turn behind the unregistration, which the queued device may still use',
      'a7ec2512ad7b: devhash was freed while devices still used it',
    );

  const list = localName(['list', 'kill_list', 'dev_kill_list'], namesIn(text.slice(start, end)));
  const call = queueing(text, at, list);
  if (call === null) return refused(`\`${loop.effect.primitive}\` takes no list to queue devices on`);
  const indent = text.slice(lineStart(text, outer.start), outer.start);
  const edits: TextEdit[] = [
    declarationOf(text, start + found.blockStart, start + found.declarationsEnd, list),
    call,
    {
      start: lineEnd(text, outer.end),
      end: lineEnd(text, outer.end),
      text: `\n${indent}unregister_netdevice_many(&${list});`,
    },
  ];
  const questions: Question[] =
    behind === '' ? [] : [questionAbout(loop.file, text, statementEnd, outer.end)];
  return editOf({
    refactoring: ID,
    title,
    shortTitle: SHORT,
    edits: [{ file: loop.file, edits: restored(inOrder(edits)) }],
    functions: [loop.function],
    questions,
    gainless: false,
  });
}

interface Found {
  /** The outermost loop. */
  readonly start: number;
  readonly end: number;
  readonly statementEnd: number;
  readonly blockStart: number;
  /** End of the last declaration of the function, or -1. */
  readonly declarationsEnd: number;
}

const LOOPS = new Set(['while_statement', 'for_statement', 'do_statement']);

/** The call's statement, and the outermost loop around it, or why it cannot be changed. */
function findLoop(
  root: SyntaxNode,
  at: number,
  nameAt: (offset: number) => string | undefined,
): Found | string {
  let node = root.descendantForIndex(at);
  let statement: SyntaxNode | null = null;
  let loop: SyntaxNode | null = null;
  let top: SyntaxNode | null = null;
  while (node) {
    if (node.type === 'expression_statement' && !statement) statement = node;
    if (LOOPS.has(node.type)) {
      const name = nameAt(node.startIndex);
      // `while (!list_empty(…))` ends only because unregistering takes the device off the list
      if (name === undefined && node.type !== 'for_statement')
        return 'its loop goes on until the devices are gone, so they must go in each turn';
      loop = node;
    }
    if (node.type === 'compound_statement') top = node;
    node = node.parent;
  }
  if (!statement || !loop || !top) return 'the call is not a statement in a loop';
  if (loop.parent?.type !== 'compound_statement') return 'its loop is the only statement of a branch';
  const declarations = top.namedChildren.filter(({ type }) => type === 'declaration');
  return {
    start: loop.startIndex,
    end: loop.endIndex,
    statementEnd: statement.endIndex,
    blockStart: top.startIndex,
    declarationsEnd: declarations.at(-1)?.endIndex ?? -1,
  };
}

/** The call with a list to queue on. */
function queueing(text: string, at: number, list: string): TextEdit | null {
  const name = /^\w+/.exec(text.slice(at))?.[0] ?? '';
  const open = text.indexOf('(', at);
  const close = matchingBracket(text, open);
  const args = text.slice(open + 1, close);
  if (name === 'unregister_netdevice')
    return { start: at, end: close, text: `unregister_netdevice_queue(${args}, &${list}` };
  const nothing = /\bNULL\s*$/.exec(args);
  if (!nothing || !/^(?:unregister_netdevice_queue|dellink)$/.test(name)) return null;
  return { start: open + 1 + nothing.index, end: close, text: `&${list}` };
}

function declarationOf(text: string, block: number, last: number, list: string): TextEdit {
  const written = `\tLIST_HEAD(${list});`;
  if (last > block) return { start: lineEnd(text, last), end: lineEnd(text, last), text: `\n${written}` };
  return { start: lineEnd(text, block), end: lineEnd(text, block), text: `\n${written}\n` };
}

function questionAbout(file: string, text: string, from: number, to: number): Question {
  const start = text.slice(from, to).search(/[A-Za-z_]/) + from;
  const column = (offset: number): number => offset - lineStart(text, offset) + 1;
  return {
    row: 2,
    text: 'What stands behind the unregistration in the loop would run before it. May it?',
    evidence: 'a7ec2512ad7b, 92584ddf550a: what needs the device gone came before it was',
    file,
    range: {
      start: { line: lineOf(text, start), column: column(start) },
      end: { line: lineOf(text, to), column: column(to) },
    },
  };
}
