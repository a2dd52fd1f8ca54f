import { type KernelParser, type MaskTables, type Slice, saysScope, withSlice } from '../syntax';
import type { Definition } from './definitions';
import { argumentsOf, declaredName, splitAtCommas } from './expressions';
import type { Call, FunctionFacts, Loop, Owner } from './facts';
import { type Interval, intervalsOf } from './intervals';
import { comparesNet, isLoopMacro, tableOf, turnsOfLoop, turnsOfMacro } from './loops';
import { ownership, parametersOf } from './ownership';
import { LineCounter, matchingBracket } from './scanning';

/**
 * The facts of one function or function-like macro of a file. Bad C gives fewer facts, never an exception.
 * @param lines counts the lines of `text`; one counter serves all functions of a file
 */
export function functionFacts(
  parser: KernelParser,
  text: string,
  definition: Definition,
  tables: MaskTables,
  lines = new LineCounter(text),
): FunctionFacts {
  const { start, end, nameAt, body, kind } = definition;
  const slice = text.slice(start, end);
  const line = lines.lineAt(start);
  const parameterText = slice.slice(nameAt - start + definition.name.length, body - start);
  const parameters = parametersOf(insideParens(parameterText));
  return withSlice(parser, slice, kind, tables, parsed => ({
    line: line + 1,
    nameLine: lines.lineAt(nameAt) - line,
    parameters,
    ...readBody(parsed, kind, parameters, body - start),
  }));
}

const insideParens = (text: string): string => {
  const open = text.indexOf('(');
  return open < 0 ? '' : text.slice(open + 1, matchingBracket(text, open));
};

function readBody(
  slice: Slice,
  kind: Definition['kind'],
  parameters: FunctionFacts['parameters'],
  body: number,
): Pick<FunctionFacts, 'calls' | 'loops'> {
  const { text } = slice;
  const intervals = intervalsOf(slice);
  const lines = new LineCounter(text);
  const declarations = intervals
    .filter(({ type, start }) => type === 'declaration' && start > body)
    .map(({ start, end }) => text.slice(start, end));
  const ownerOf = ownership(parameters, declarations, text.slice(body));
  const pointers = functionPointers(declarations);
  const parameterNames = new Set(parameters.map(({ name }) => name));
  const devices = deviceVariables(text);
  const loops: Loop[] = [];
  const calls: Call[] = [];
  /** Per interval: the innermost loop whose body it is in, and whether it is in a branch. */
  const loopAt: number[] = [];
  const branchAt: boolean[] = [];
  let leftEarly = false;

  intervals.forEach((interval, at) => {
    const { type, start, parent } = interval;
    const outer = parent < 0 ? undefined : intervals[parent];
    const head = outer && headOf(text, outer);
    const inHead = head !== undefined && start < head.end;
    const outerLoop = parent < 0 ? -1 : loopAt[parent]!;
    const outerBranch = parent >= 0 && branchAt[parent]!;
    const branch = outerBranch || (outer !== undefined && isBranch(outer) && !inHead);
    // a for or while head is evaluated with the turns of its body, except for where a for starts
    loopAt[at] = outerLoop;
    branchAt[at] = branch;
    if (type === 'return_statement' && branch && outerLoop < 0) leftEarly = true;
    if (type === 'call_expression') {
      const call = readCall(interval, outerLoop, branch || leftEarly);
      if (call && kind === 'macro' && isLoopMacro(call.callee)) loops.push(bodilessLoop(call));
      else if (call) calls.push(call);
    }
    const macro = slice.nameAt(start);
    if (type === 'while_statement' || type === 'for_statement' || type === 'do_statement') {
      if (macro !== undefined && saysScope(macro)) {
        const call = guardCall(macro, argumentsIn(interval), interval, outerLoop, branch || leftEarly);
        if (call) calls.push(call);
        return;
      }
      loopAt[at] = loops.length;
      loops.push(readLoop(interval, macro, outerLoop, branch || leftEarly));
    }
  });
  return { calls, loops };

  /** A loop macro that ends another one: `#define for_each_quux(q) list_for_each_entry(q, &quux_list, node)`. */
  function bodilessLoop({ callee, args, line, column, loop, conditional }: Call): Loop {
    return {
      macro: callee,
      line,
      column,
      parent: loop,
      turns: turnsOfMacro(callee, args, false, ''),
      table: tableOf(callee, args, ownerOf),
      comparesNet: false,
      conditional,
    };
  }

  function argumentsIn(interval: Interval): string[] {
    const { open, end } = headOf(text, interval) ?? { open: interval.start, end: interval.start };
    return argumentsOf(text.slice(open + 1, end - 1));
  }

  function readCall({ start, end }: Interval, loop: number, conditional: boolean): Call | undefined {
    const written = text.slice(start, end);
    const guard = /^guard\s*\(\s*(\w+)\s*\)\s*\(/.exec(written);
    const place = { line: lines.lineAt(start), column: lines.columnAt(start), loop, conditional };
    if (guard?.[1])
      return { callee: guard[1], calling: 'guard', ...withArguments(written, guard[0].length - 1), ...place };
    const named = /^([A-Za-z_]\w*)\s*\(/.exec(written);
    if (named?.[1]) {
      const callee = named[1];
      const calling = parameterNames.has(callee) ? 'parameter' : pointers.has(callee) ? 'pointer' : 'name';
      return { callee, calling, ...withArguments(written, named[0].length - 1), ...place };
    }
    const open = lastGroup(written);
    const member = open < 0 ? undefined : /(?:->|\.)\s*([A-Za-z_]\w*)\s*\)?\s*$/.exec(written.slice(0, open));
    if (!member?.[1]) return undefined;
    const at = start + member.index + member[0].indexOf(member[1]);
    return {
      callee: member[1],
      calling: 'member',
      ...withArguments(written, open),
      ...place,
      line: lines.lineAt(at),
      column: lines.columnAt(at),
    };
  }

  function withArguments(written: string, open: number): { args: readonly string[]; owner: Owner } {
    const args = argumentsOf(written.slice(open + 1, matchingBracket(written, open)));
    return { args, owner: args[0] === undefined ? 'unknown' : ownerOf(args[0]) };
  }

  function guardCall(
    macro: string,
    [guardClass, ...args]: readonly string[],
    { start }: Interval,
    loop: number,
    conditional: boolean,
  ): Call | undefined {
    if (!macro.includes('guard') || guardClass === undefined) return undefined;
    const owner = args[0] === undefined ? 'unknown' : ownerOf(args[0]);
    const place = { line: lines.lineAt(start), column: lines.columnAt(start) };
    return { callee: guardClass, calling: 'guard', args, owner, loop, conditional, ...place };
  }

  function readLoop(
    interval: Interval,
    macro: string | undefined,
    parent: number,
    conditional: boolean,
  ): Loop {
    const { type, start, end } = interval;
    const head = headOf(text, interval) ?? { open: start, end: start };
    const inside = type === 'do_statement' ? text.slice(start, head.open) : text.slice(head.end, end);
    const place = { line: lines.lineAt(start), column: lines.columnAt(start), parent, conditional };
    if (macro === undefined) {
      const keyword = type === 'for_statement' ? 'for' : type === 'do_statement' ? 'do' : 'while';
      const turns = turnsOfLoop(keyword, text.slice(head.open + 1, head.end - 1), inside);
      return { macro: keyword, ...place, turns, table: null, comparesNet: false };
    }
    const args = argumentsIn(interval);
    const isDevice = args.slice(0, 2).some(argument => devices.has(argument));
    return {
      macro,
      ...place,
      turns: turnsOfMacro(macro, args, isDevice, inside),
      table: tableOf(macro, args, ownerOf),
      comparesNet: comparesNet(inside),
    };
  }
}

const isBranch = ({ type }: Interval): boolean =>
  type === 'if_statement' || type === 'switch_statement' || type === 'conditional_expression';

/** The parentheses behind a statement's keyword (before them for `do`); for `a ? b : c` what stands before the `?`. */
function headOf(text: string, { type, start, end }: Interval): { open: number; end: number } | undefined {
  if (type === 'conditional_expression') {
    const mark = text.indexOf('?', start);
    return { open: start, end: mark < 0 || mark > end ? end : mark };
  }
  if (type === 'call_expression' || type === 'declaration' || type === 'return_statement') return undefined;
  const open =
    type === 'do_statement' ? text.indexOf('(', text.lastIndexOf('while', end)) : text.indexOf('(', start);
  return open < 0 || open >= end ? undefined : { open, end: matchingBracket(text, open) + 1 };
}

/** Offset of the parenthesis that opens the last group of a call such as `x->ops->destroy(x)`; -1 when there is none. */
function lastGroup(written: string): number {
  let depth = 0;
  for (let at = written.length - 1; at >= 0; at--) {
    if (written[at] === ')') depth++;
    else if (written[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

/** Locals that hold a function: `void (*fn)(struct net *)`, and locals that are called cannot be told apart by name. */
function functionPointers(declarations: readonly string[]): ReadonlySet<string> {
  const names = declarations.flatMap(declaration =>
    splitAtCommas(declaration.replace(/;\s*$/, '')).map(declarator => declaredName(declarator)),
  );
  return new Set(names.filter(name => name !== undefined));
}

/** Variables and parameters of type `struct net_device *`. */
function deviceVariables(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, list] of text.matchAll(/\bstruct\s+net_device\s*\*([^;(){}=]*)/g)) {
    for (const declarator of (list ?? '').split(',')) {
      const name = /([A-Za-z_]\w*)\s*$/.exec(declarator)?.[1];
      if (name) names.add(name);
    }
  }
  return names;
}
