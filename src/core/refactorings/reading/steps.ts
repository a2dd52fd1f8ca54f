import { lockAroundBranch } from './branch';
import type { Handler } from './handler';
import { gives, type Lock, lockOf } from './locks';
import { unscoped } from './scoped';
import { NOTHING, type Statement } from './statement';

/**
 * What a handler does, as a batch would do it: stretches that every netns needs for itself, and between them what one
 * call does for all: take a lock, give it back, wait for readers, unregister what was collected.
 */
export type Step = { readonly kind: 'nets'; readonly statements: readonly Statement[] } | OnceStep;

export interface OnceStep {
  readonly kind: 'lock' | 'unlock' | 'wait' | 'unregister' | 'once';
  readonly statement: Statement;
  readonly lock: Lock | null;
}

export type NetsStep = Extract<Step, { kind: 'nets' }>;

/** What can be paid once for all. */
export interface Shared {
  isShared(lock: Lock, statement: Statement): boolean;
  readonly waits: boolean;
}

const WAIT = /^(?:synchronize_(?:rcu|net)(?:_expedited)?|rcu_barrier)$/;
const UNREGISTER = /^unregister_netdevice_many$/;

const isWait = ({ call }: Statement): boolean => call !== null && WAIT.test(call.name);

/** The list that a statement unregisters all devices of: `unregister_netdevice_many(&list)` → list. */
export const listUnregistered = ({ call }: Statement): string | undefined =>
  call && UNREGISTER.test(call.name) ? /^&\s*(\w+)$/.exec(call.args[0] ?? '')?.[1] : undefined;

/**
 * The steps of a handler for one netns, or why there are none.
 * Inside a shared lock nothing but the collected devices is shared: inner locks and waits stay where they are.
 */
export function stepsOf(handler: Handler, { isShared, waits }: Shared): readonly Step[] | string {
  const lists = new Set(
    handler.declarations
      .filter(({ isListHead }) => isListHead)
      .map(({ declarators }) => declarators[0]!.name),
  );
  const steps: Step[] = [];
  let held: Lock | null = null;
  let inner: Lock | null = null;
  const open = [...handler.statements];
  for (let statement = open.shift(); statement; statement = open.shift()) {
    const parts =
      held || inner
        ? null
        : (unscoped(statement, handler, isShared) ?? lockAroundBranch(statement, handler, isShared));
    if (parts) {
      open.unshift(...parts);
      continue;
    }
    const { call } = statement;
    const list = listUnregistered(statement);
    const taken = lockOf(statement);
    if (taken?.guarded && (held || inner || !isShared(taken, statement)))
      return `${taken.takes} holds to the end of the body what is not one lock around the rest of it`;
    if (call && held && !held.guarded && !inner && gives(call, held)) {
      steps.push({ kind: 'unlock', statement, lock: held });
      held = null;
    } else if (!held && !inner && taken && isShared(taken, statement)) {
      steps.push({ kind: 'lock', statement, lock: taken });
      held = taken;
    } else if (list !== undefined && lists.has(list) && !inner) {
      steps.push({ kind: 'unregister', statement, lock: null });
    } else if (waits && !held && !inner && isWait(statement)) {
      steps.push({ kind: 'wait', statement, lock: null });
    } else {
      if (taken && !inner) inner = taken;
      else if (inner && call && gives(call, inner)) inner = null;
      addToNets(steps, statement);
    }
  }
  if (held && !held.guarded) return `${held.takes} is not given back by a statement of the body itself`;
  return held ? [...steps, endOfBlock(held)] : steps;
}

/** What gives a guard's lock back: nothing that is written. */
const endOfBlock = (lock: Lock): OnceStep => ({ kind: 'unlock', statement: NOTHING, lock });

/** Whether a step is the end of the block, for which nothing is written. */
export const isWritten = ({ statement }: OnceStep): boolean => statement !== NOTHING;

function addToNets(steps: Step[], statement: Statement): void {
  const last = steps.at(-1);
  if (last?.kind === 'nets')
    steps[steps.length - 1] = { kind: 'nets', statements: [...last.statements, statement] };
  else steps.push({ kind: 'nets', statements: [statement] });
}

/** A loop over the batch in a batch handler. */
export interface NetLoop {
  readonly statement: Statement;
  /** The loop's variable. */
  readonly net: string;
  readonly body: readonly Statement[];
}

/** The loop over the list parameter of a batch handler that a statement is. */
function netLoop({ macro, code, body, ...rest }: Statement, list: string): NetLoop | null {
  if (macro !== 'list_for_each_entry' || !body) return null;
  const head = /^list_for_each_entry\s*\(\s*(\w+)\s*,\s*(\w+)\s*,\s*exit_list\s*\)/.exec(code);
  if (!head?.[1] || head[2] !== list) return null;
  return { statement: { macro, code, body, ...rest }, net: head[1], body };
}

/** What a batch handler does: its loops and what stands between them. */
export type BatchStep = { readonly kind: 'loop'; readonly loop: NetLoop } | OnceStep;

/** The steps of a handler that is given the list of netns; null where it has no such form. */
export function batchStepsOf(handler: Handler): readonly BatchStep[] | null {
  const list = handler.parameters[0]?.name;
  if (list === undefined) return null;
  const steps: BatchStep[] = [];
  let held: Lock | null = null;
  for (const statement of handler.statements) {
    const { call } = statement;
    const loop = netLoop(statement, list);
    const taken = lockOf(statement);
    if (taken?.guarded && held) return null;
    if (loop) steps.push({ kind: 'loop', loop });
    else if (call && held && !held.guarded && gives(call, held)) {
      steps.push({ kind: 'unlock', statement, lock: held });
      held = null;
    } else if (taken && !held) {
      steps.push({ kind: 'lock', statement, lock: taken });
      held = taken;
    } else if (listUnregistered(statement) !== undefined)
      steps.push({ kind: 'unregister', statement, lock: null });
    else if (isWait(statement)) steps.push({ kind: 'wait', statement, lock: null });
    else steps.push({ kind: 'once', statement, lock: null });
  }
  if (held && !held.guarded) return null;
  return held ? [...steps, endOfBlock(held)] : steps;
}
