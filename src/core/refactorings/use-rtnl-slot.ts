import type { Case } from './case';
import { FOR_AN_RTNL_SLOT } from './checks';
import { coreHolds } from './core-holds';
import type { Draft } from './draft';
import { type Declaration, isDeclaration } from './reading/declaration';
import { isMade, type Statement } from './reading/statement';
import {
  type BatchStep,
  batchStepsOf,
  listUnregistered,
  type NetLoop,
  type Step,
  stepsOf,
} from './reading/steps';
import { type Refactoring, type Refusal, refusal } from './refactoring';
import { draftRtnl, queuedOn, trailingFrees } from './rtnl-draft';
import { rtnlSlotOf } from './slot-choice';
import { linesOf } from './writing/batch';
import { block, headerWith, inChristmasTreeOrder } from './writing/functions';
import { commentAbove, type PerNet, perNetOf } from './writing/per-net';
import { neededBy } from './writing/placement';

/** The part under RTNL goes to the slot in which the core holds it: docs/refactorings/use-rtnl-slot.md */
export const useRtnlSlot: Refactoring = {
  id: 'use-rtnl-slot',
  summary: "move what runs under RTNL into the core's single RTNL section",
  short: "Move to the core's RTNL section",
  serves: ['exit-takes-rtnl', 'exit-unregisters-per-net', 'batch-takes-rtnl'],
  slots: ['exit', 'pre_exit', 'exit_batch', 'exit_batch_rtnl'],
  checks: FOR_AN_RTNL_SLOT,
  fits: (_, offers) => rtnlSlotOf({ offers }) !== null,
  draft: subject => {
    const slot = rtnlSlotOf(subject.tree);
    if (slot === null) return null;
    switch (subject.exitPath.slot) {
      case 'exit_batch_rtnl':
        return slot === 'exit_rtnl' ? unwrapped(subject) : null;
      case 'exit_batch':
        return fromBatch(subject);
      default:
        return fromOneNet(subject);
    }
  },
};

const SEVERAL =
  'takes RTNL more than once; the core has one RTNL section, so the parts between would lose their place';

function jumpRefusal({ handler }: Case): Refusal | null {
  const jumps = handler.statements.flatMap(({ jumps }) => jumps);
  return jumps.length === 0
    ? null
    : refusal(
        `\`${handler.name}\` has a ${jumps[0]!.kind}: its parts cannot be told apart from the text`,
        '84a7d6797e6a returned between lock and unlock',
        8,
      );
}

/** `.exit` or `.pre_exit`, for one netns. */
function fromOneNet(subject: Case): Draft | Refusal | null {
  const { handler, exitPath, text } = subject;
  const steps = stepsOf(handler, { isShared: lock => lock.isRtnl, waits: false });
  if (typeof steps === 'string') return null;
  const taken = steps.findIndex(({ kind }) => kind === 'lock');
  if (taken < 0) return null;
  const given = steps.findIndex(({ kind }) => kind === 'unlock');
  if (steps.filter(({ kind }) => kind === 'lock').length > 1)
    return refusal(`\`${handler.name}\` ${SEVERAL}`);
  const jumps = jumpRefusal(subject);
  if (jumps) return jumps;
  const of = (from: number, to: number): readonly Statement[] =>
    steps.slice(from, to).flatMap(step => (step.kind === 'nets' ? step.statements : []));
  const locked = steps.slice(taken + 1, given);
  const unregistered = locked.findIndex(({ kind }) => kind === 'unregister');
  if (unregistered >= 0 && locked.slice(unregistered + 1).length > 0) return afterUnregistering(handler.name);
  const all = of(taken + 1, given);
  const frees = exitPath.slot === 'exit' ? trailingFrees(all) : [];
  const after = of(given + 1, steps.length);
  if (exitPath.slot === 'pre_exit' && after.length > 0)
    return refusal(
      `what \`${handler.name}\` does behind the unlock would come before the lock: \`.pre_exit\` runs first`,
      '',
      2,
    );
  const lists = locked.flatMap(step =>
    step.kind === 'unregister' ? [listUnregistered(step.statement)!] : [],
  );
  const declarations = handler.declarations.filter(
    ({ declarators }) => !lists.includes(declarators[0]!.name),
  );
  const part = (statements: readonly Statement[]): PerNet => ({ declarations, statements });
  const comment = aboveLock(steps[taken], text);
  const kept = all.filter(statement => !frees.includes(statement));
  const split = {
    before: part(of(0, taken)),
    locked: part(kept.map((one, at) => (at === 0 ? { ...one, lines: comment + one.lines } : one))),
    after: part([...frees, ...after]),
    lists,
  };
  return coreHolds(subject, split) ?? draftRtnl(subject, split, handler.parameters[0]!.name);
}

const afterUnregistering = (name: string): Refusal =>
  refusal(
    `\`${name}\` goes on under RTNL after it has unregistered its devices; in an rtnl slot the core unregisters them later, behind all of it. Move that part behind the unlock first`,
    'a7ec2512ad7b, 92584ddf550a: what needs the devices gone belongs into .exit',
    2,
  );

/** `.exit_batch` that takes RTNL itself. */
function fromBatch(subject: Case): Draft | Refusal | null {
  const { handler, text } = subject;
  const steps = batchStepsOf(handler);
  if (steps === null) return null;
  const taken = steps.findIndex(step => step.kind === 'lock' && step.lock?.isRtnl === true);
  if (taken < 0) return null;
  const given = steps.findIndex(({ kind }, at) => at > taken && kind === 'unlock');
  const jumps = jumpRefusal(subject);
  if (jumps) return jumps;
  if (steps.some(({ kind }, at) => at !== taken && at !== given && (kind === 'lock' || kind === 'wait')))
    return refusal(
      `\`${handler.name}\` has more than one section that is paid once (a second lock, or a wait): only its RTNL section can move`,
    );
  const loopsIn = (from: number, to: number): readonly NetLoop[] | null => {
    const part = steps.slice(from, to).filter(step => step.kind !== 'unregister');
    return part.every(step => step.kind === 'loop') ? part.map(({ loop }) => loop) : null;
  };
  const [before, locked, after] = [
    loopsIn(0, taken),
    loopsIn(taken + 1, given),
    loopsIn(given + 1, steps.length),
  ];
  if (!before || !after || !locked || locked.length === 0)
    return refusal(
      `\`${handler.name}\` does more than loop over the netns around its RTNL section (\`${onceIn(steps)}\`): only a person can say which slot that belongs to`,
    );
  const { net } = locked[0]!;
  const section = steps.slice(taken + 1, given);
  const unregistered = section.findIndex(({ kind }) => kind === 'unregister');
  if (unregistered >= 0 && unregistered < section.length - 1) return afterUnregistering(handler.name);
  const lists = section.flatMap(step =>
    step.kind === 'unregister' ? [listUnregistered(step.statement)!] : [],
  );
  const inner = {
    ...handler,
    declarations: handler.declarations.filter(({ declarators }) => !lists.includes(declarators[0]!.name)),
  };
  const [first, middle, last] = [
    perNetOf(inner, before, net),
    perNetOf(inner, locked, net),
    perNetOf(inner, after, net),
  ];
  if (!first || !middle || !last)
    return refusal(`\`${handler.name}\` has a declaration of an unusual form in a loop`);
  const frees = locked.length === 1 ? trailingFrees(middle.statements) : [];
  if (locked.length > 1 && rtnlSlotOf(subject.tree) === 'exit_rtnl')
    return refusal(
      `\`${handler.name}\` loops over the netns ${locked.length} times under RTNL; in \`.exit_rtnl\` one netns would go through all of them before the next`,
      'the order of the loops is what default_device_exit_batch relies on',
      3,
    );
  const isInLoop = ({ statement }: Declaration): boolean =>
    !inner.declarations.some(one => one.statement.start === statement.start);
  const inMiddle = middle.declarations.filter(isInLoop);
  const isFree = (start: number): boolean => frees.some(free => free.start === start);
  const split = {
    before: first,
    locked: { ...middle, statements: middle.statements.filter(statement => !frees.includes(statement)) },
    after: {
      declarations: frees.length === 0 ? last.declarations : [...last.declarations, ...inMiddle],
      statements: [...frees, ...last.statements],
    },
    lists,
    locals: [first, middle, last].flatMap(({ declarations }) => declarations.filter(isInLoop)),
    parts: [
      bodiesOf(before),
      bodiesOf(locked).filter(({ start }) => !isFree(start)),
      [...bodiesOf(locked).filter(({ start }) => isFree(start)), ...bodiesOf(after)],
    ].filter(statements => statements.length > 0),
    ...(frees.length === 0 && {
      batchText: (name: string, killList: string) => {
        const kept = steps
          .slice(taken + 1, given)
          .flatMap(step => (step.kind === 'loop' ? [step.loop.statement] : []));
        const comment = aboveLock(steps[taken], text);
        const needed = neededBy(kept, inner.declarations);
        const heads = inner.declarations
          .filter(({ declarators }) => declarators.some(({ name: local }) => needed.has(local)))
          .map(({ statement }) => statement.lines);
        const header = headerWith(handler, name, [
          handler.parameters[0]!.written,
          `struct list_head *${killList}`,
        ]);
        const statements = `${handler.unit}ASSERT_RTNL();\n${comment}${linesOf(kept)}`;
        return {
          name,
          header,
          text: header + queuedOn(block(inChristmasTreeOrder(heads), statements), lists, killList),
        };
      },
    }),
  };
  return coreHolds(subject, split) ?? draftRtnl(subject, split, net);
}

/** The comment above the lock, which speaks of what is done under it. */
const aboveLock = (lock: Step | BatchStep | undefined, text: string): string =>
  lock?.kind === 'lock' && !isMade(lock.statement) ? commentAbove(lock.statement, text) : '';

const bodiesOf = (loops: readonly NetLoop[]): readonly Statement[] =>
  loops.flatMap(({ body }) => body.filter(statement => !isDeclaration(statement)));

const onceIn = (steps: NonNullable<ReturnType<typeof batchStepsOf>>): string => {
  const once = steps.find(step => step.kind === 'once');
  return once && once.kind !== 'loop' ? once.statement.code.split('\n')[0]!.trim() : '';
};

/** `.exit_batch_rtnl` that is nothing but a loop becomes `.exit_rtnl`. */
function unwrapped(subject: Case): Draft | Refusal | null {
  const { handler, tree } = subject;
  const steps = batchStepsOf(handler);
  if (steps === null) return null;
  const asserts = (step: (typeof steps)[number]): boolean =>
    step.kind === 'once' && /^ASSERT_RTNL/.test(step.statement.code);
  const rest = steps.filter(step => !asserts(step));
  const [only] = rest;
  if (rest.length !== 1 || only?.kind !== 'loop')
    return refusal(
      `\`${handler.name}\` is more than one loop over the netns: what it does once for the batch has no place in \`.exit_rtnl\``,
    );
  const left = only.loop.body.flatMap(({ jumps }) => jumps)[0];
  if (left)
    return refusal(
      `the loop of \`${handler.name}\` has a ${left.kind}, which would mean something else in a function for one netns`,
      '',
      8,
    );
  const part = perNetOf(handler, [only.loop], only.loop.net);
  if (!part) return refusal(`\`${handler.name}\` has a declaration of an unusual form in its loop`);
  const empty = { ...part, statements: [] };
  const { net } = only.loop;
  const dereferenced: PerNet = tree.assertsRtnlNet ? withNetDereference(part, net) : part;
  return draftRtnl(subject, { before: empty, locked: dereferenced, after: empty, lists: [] }, net);
}

/** `rtnl_dereference(x)` says which netns' RTNL is meant where the tree can check that. */
function withNetDereference({ declarations, statements }: PerNet, net: string): PerNet {
  const named = (lines: string): string =>
    lines.replace(/\brtnl_dereference\(/g, `rtnl_net_dereference(${net}, `);
  return {
    declarations: declarations.map(declaration => ({
      ...declaration,
      statement: { ...declaration.statement, lines: named(declaration.statement.lines) },
    })),
    statements: statements.map(statement => ({ ...statement, lines: named(statement.lines) })),
  };
}
