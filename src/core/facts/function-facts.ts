import { type KernelParser, type MaskTables, type Slice, saysLoop, saysScope, withSlice } from '../syntax';
import type { Definition } from './definitions';
import { argumentsOf } from './expressions';
import type { Call, Calling, FunctionFacts, Guard, Loop } from './facts';
import { createGuards } from './guards';
import { type Interval, intervalsOf } from './intervals';
import { comparesNet, tableOf, turnsOfLoop, turnsOfMacro, walksOwnList } from './loops';
import { createNesting, headOf, type Standing as Nested } from './nesting';
import { ownership, parametersOf } from './ownership';
import { type LockingCall, rtnlHeld } from './rtnl-held';
import { LineCounter, matchingBracket } from './scanning';
import { deviceVariables, localNames, ownLists } from './variables';
import { readWrittenCall, type WrittenCall } from './written-calls';

type Standing = Nested & { readonly guards?: readonly Guard[] };

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
  const parameters = parametersOf(insideParens(parameterText), slice.slice(body - start));
  const head = { line: line + 1, nameLine: lines.lineAt(nameAt) - line, parameters };
  // without a parenthesis nothing is called, and nothing loops
  if (!slice.includes('(', body - start)) return { ...head, calls: [], loops: [] };
  return withSlice(parser, slice, kind, tables, parsed => ({
    ...head,
    ...readBody(parsed, kind, parameters, body - start),
  }));
}

const insideParens = (text: string): string => {
  const open = text.indexOf('(');
  return open < 0 ? '' : text.slice(open + 1, matchingBracket(text, open));
};

/** @param body offset of the body in the slice */
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
  const locals = localNames(declarations);
  const parameterNames = new Set(parameters.map(({ name }) => name));
  const devices = deviceVariables(text);
  const lists = ownLists(text.slice(body));
  const nesting = createNesting(text, intervals);
  const guardsAt = createGuards(
    text,
    intervals,
    new Set(parameters.flatMap(({ name, keepsValue }) => (keepsValue ? [name] : []))),
  );
  const loops: Loop[] = [];
  const calls: Call[] = [];
  const spans: LockingCall[] = [];
  const loopStarts: number[] = [];

  intervals.forEach((interval, at) => {
    const guards = guardsAt(at);
    const standing = { ...nesting.enter(at), ...(guards.length > 0 && { guards }) };
    if (interval.type === 'call_expression') {
      const written = readWrittenCall(text.slice(interval.start, interval.end));
      if (written === undefined) return;
      if (kind === 'macro' && saysLoop(written.callee)) {
        loopStarts.push(interval.start);
        loops.push(bodilessLoop(written, interval.start, standing));
      } else noteCall(written, interval, standing);
    } else if (/^(?:while|for|do)_statement$/.test(interval.type)) {
      const macro = slice.nameAt(interval.start);
      if (macro !== undefined && saysScope(macro)) {
        const guard = guardOf(macro, interval);
        if (guard) noteCall(guard, interval, standing);
        return;
      }
      nesting.becomesLoop(at, loops.length);
      loopStarts.push(interval.start);
      loops.push(macro === undefined ? plainLoop(interval, standing) : macroLoop(macro, interval, standing));
    }
  });
  const isHeld = rtnlHeld(text, spans);
  const marked = <T extends Call | Loop>(one: T, start: number): T =>
    isHeld(start) ? { ...one, underRtnl: true } : one;
  return {
    calls: calls.map((call, at) => marked(call, spans[at]!.start)),
    loops: loops.map((loop, at) => marked(loop, loopStarts[at]!)),
  };

  function noteCall(written: WrittenCall, { start, end, type }: Interval, standing: Standing): void {
    const { callee, form } = written;
    calls.push(callOf(written, start, standing));
    if (form !== 'guard') spans.push({ callee, start, end });
    else if (type === 'call_expression') spans.push({ callee, guards: null, start, end });
    // a scope begins with its head: what is inside stands behind it
    else spans.push({ callee, guards: end, start, end: start + 1 });
  }

  function place(offset: number): { readonly line: number; readonly column: number } {
    return { line: lines.lineAt(offset), column: lines.columnAt(offset) };
  }

  function callOf({ callee, form, at, args }: WrittenCall, start: number, standing: Standing): Call {
    const calling: Calling =
      form !== 'name'
        ? form
        : parameterNames.has(callee)
          ? 'parameter'
          : locals.has(callee)
            ? 'pointer'
            : 'name';
    const owner = args[0] === undefined ? 'unknown' : ownerOf(args[0]);
    return { callee, calling, args, owner, ...place(start + at), ...standing };
  }

  /** What `scoped_guard(class, lock)` takes for the statement behind it; nothing for other scopes. */
  function guardOf(macro: string, interval: Interval): WrittenCall | undefined {
    const [guardClass, ...args] = argumentsIn(interval);
    if (!macro.includes('guard') || guardClass === undefined) return undefined;
    return { callee: guardClass, form: 'guard', at: 0, args };
  }

  function argumentsIn(interval: Interval): string[] {
    const { open, end } = headOf(text, interval) ?? { open: interval.start, end: interval.start };
    return argumentsOf(text.slice(open + 1, end - 1));
  }

  function plainLoop(interval: Interval, { loop, ...standing }: Standing): Loop {
    const { type, start } = interval;
    const keyword = type === 'for_statement' ? 'for' : type === 'do_statement' ? 'do' : 'while';
    const { head, inside } = partsOf(interval);
    const turns = turnsOfLoop(keyword, head, inside);
    return {
      macro: keyword,
      ...place(start),
      parent: loop,
      ...standing,
      turns,
      table: null,
      comparesNet: false,
    };
  }

  function macroLoop(macro: string, interval: Interval, { loop, ...standing }: Standing): Loop {
    const args = argumentsIn(interval);
    const { inside } = partsOf(interval);
    const isDevice = args.slice(0, 2).some(argument => devices.has(argument));
    return {
      macro,
      ...place(interval.start),
      parent: loop,
      ...standing,
      turns: turnsOfMacro(macro, args, isDevice, inside),
      table: tableOf(macro, args, ownerOf),
      ...(walksOwnList(macro, args, lists) && { overOwnList: true }),
      comparesNet: comparesNet(inside),
    };
  }

  /** A loop macro that ends another one: `#define for_each_quux(q) list_for_each_entry(q, &quux_list, node)`. */
  function bodilessLoop({ callee, args }: WrittenCall, start: number, { loop, ...standing }: Standing): Loop {
    return {
      macro: callee,
      ...place(start),
      parent: loop,
      ...standing,
      turns: turnsOfMacro(callee, args, false, ''),
      table: tableOf(callee, args, ownerOf),
      comparesNet: false,
    };
  }

  /** What stands between a loop's parentheses, and its body. */
  function partsOf(interval: Interval): { readonly head: string; readonly inside: string } {
    const { type, start, end } = interval;
    const { open, end: headEnd } = headOf(text, interval) ?? { open: start, end: start };
    return {
      head: text.slice(open + 1, headEnd - 1),
      inside: type === 'do_statement' ? text.slice(start, open) : text.slice(headEnd, end),
    };
  }
}
