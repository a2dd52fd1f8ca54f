import { indented } from '../../text';
import type { Handler } from '../reading/handler';
import type { Statement } from '../reading/statement';
import { isWritten, type Step } from '../reading/steps';
import { block, headerWith, inChristmasTreeOrder } from './functions';
import { listHabit, localName } from './names';
import { placeDeclarations } from './placement';

export interface BatchRequest {
  readonly handler: Handler;
  readonly steps: readonly Step[];
  readonly name: string;
  /** Lists that devices of all netns are collected on. */
  readonly lists: ReadonlySet<string>;
  /** Whether the loop over some statements gives other tasks a chance between two netns. Default: none does. */
  readonly relaxes?: (statements: readonly Statement[]) => boolean;
  /** Name of the core's list of devices, for `.exit_batch_rtnl`. */
  readonly killList?: string;
  /** Put before the first step: `ASSERT_RTNL();`. */
  readonly assertion?: string;
  /** What the variable of the loop and its list are called; default: as the parameter, and as the file likes it. */
  readonly loopNames?: { readonly net: string; readonly list: string };
  /** Nothing loops over the netns: no variable for one. */
  readonly withoutNet?: boolean;
}

/** Statements of a place, first one without a blank line above it. */
export const linesOf = (statements: readonly Statement[]): string =>
  statements.map(({ lines, blankBefore }, at) => (at > 0 && blankBefore ? `\n${lines}` : lines)).join('\n');

/** A batch handler that does, for all netns of a list, what a handler does for one. */
export function writeBatch({
  handler,
  steps,
  name,
  lists,
  relaxes = () => false,
  killList,
  assertion,
  loopNames,
  withoutNet = false,
}: BatchRequest): {
  header: string;
  text: string;
} {
  const { unit, declarations } = handler;
  const net = loopNames?.net ?? handler.parameters[0]!.name;
  const used = new Set([
    net,
    ...declarations.flatMap(({ declarators }) => declarators.map(({ name: local }) => local)),
    ...handler.statements.flatMap(({ names }) => [...names]),
  ]);
  const list = loopNames?.list ?? localName(listHabit(handler.text), used);
  const collected = declarations.filter(
    ({ declarators, isListHead }) => isListHead && lists.has(declarators[0]!.name),
  );
  const nets = steps.filter(step => step.kind === 'nets');
  const placement = placeDeclarations(
    declarations.filter(declaration => !collected.includes(declaration)),
    nets.map(({ statements }) => statements),
    unit,
  );
  let at = 0;
  const parts = steps
    .filter(step => step.kind === 'nets' || isWritten(step))
    .map(step => {
      if (step.kind !== 'nets') return { text: step.statement.lines, blank: step.statement.blankBefore };
      const loop = netLoop({
        unit,
        net,
        list,
        declarations: [...placement.own[at]!],
        first: placement.assigned[at]!,
        statements: step.statements,
        relaxes: relaxes(step.statements),
      });
      at++;
      return { text: loop, blank: step.statements[0]!.blankBefore };
    });
  const heads = inChristmasTreeOrder([
    ...placement.shared,
    ...(withoutNet ? [] : [`${unit}struct net *${net};`]),
    ...collected.map(({ statement }) => statement.lines),
  ]);
  const parameters = [
    `struct list_head *${list}`,
    ...(killList === undefined ? [] : [`struct list_head *${killList}`]),
  ];
  const header = headerWith(handler, name, parameters);
  const body = parts.map(({ text, blank }, index) => (index > 0 && blank ? `\n${text}` : text)).join('\n');
  const asserted = assertion === undefined ? body : `${unit}${assertion}\n${body}`;
  return { header, text: header + block(heads, asserted) };
}

interface LoopRequest {
  readonly unit: string;
  readonly net: string;
  readonly list: string;
  readonly declarations: readonly string[];
  readonly first: readonly string[];
  readonly statements: readonly Statement[];
  readonly relaxes: boolean;
}

/** The loop over the netns of a list, one level in. */
export function netLoop({ unit, net, list, declarations, first, statements, relaxes }: LoopRequest): string {
  const head = `${unit}list_for_each_entry(${net}, ${list}, exit_list)`;
  const inside = [...first, linesOf(statements), ...(relaxes ? [`${unit}cond_resched();`] : [])];
  const block = [...(declarations.length > 0 ? [...declarations, ''] : []), ...inside].join('\n');
  const alone = !block.includes('\n');
  return alone ? `${head}\n${indented(block, unit)}` : `${head} {\n${indented(block, unit)}\n${unit}}`;
}
