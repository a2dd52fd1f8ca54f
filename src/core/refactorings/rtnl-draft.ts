import type { SlotName } from '../kernel';
import type { Case } from './case';
import { type Draft, draftOf } from './draft';
import { decidedUnderLock } from './reading/branch';
import type { Declaration } from './reading/declaration';
import type { Lock } from './reading/locks';
import type { Statement } from './reading/statement';
import { rtnlSlotOf } from './slot-choice';
import { writeBatch } from './writing/batch';
import { handlerName, localName } from './writing/names';
import { type PerNet, writePerNet } from './writing/per-net';
import { type NewFunction, replaceHandler } from './writing/replace-handler';

/** A handler's work dealt out around the core's RTNL section. */
export interface Split {
  readonly before: PerNet;
  readonly locked: PerNet;
  readonly after: PerNet;
  /** Lists whose devices go to the core's list instead. */
  readonly lists: readonly string[];
  /** The parts as the handler has them, where they are not the statements of `before`, `locked` and `after`. */
  readonly parts?: readonly (readonly Statement[])[];
  /** Declared in loops of the handler. */
  readonly locals?: readonly Declaration[];
  /** The batch form of the locked part, where the handler has one that can stay as it is. */
  readonly batchText?: (name: string, killList: string) => NewFunction;
}

/** The rtnl slot that a tree had before the given one. */
const slotBefore = (slot: SlotName): SlotName | null => (slot === 'exit_rtnl' ? 'exit_batch_rtnl' : null);

const RTNL: Lock = { name: 'rtnl', isRtnl: true, takes: 'rtnl_lock()' };

/** The draft that gives the locked part to the tree's rtnl slot, the rest to `.pre_exit` and `.exit`. */
export function draftRtnl(subject: Case, split: Split, net: string): Draft {
  const { handler, text, tree, exitPath } = subject;
  const slot = rtnlSlotOf(tree)!;
  const freed = [handler.name];
  const functions: NewFunction[] = [];
  const members: { slot: SlotName; handler: string }[] = [];
  const add = (member: SlotName, written: NewFunction): void => {
    functions.push(written);
    members.push({ slot: member, handler: written.name });
  };
  const perNet = (member: 'pre_exit' | 'exit', part: PerNet): void =>
    add(
      member,
      writePerNet({
        handler,
        name: handlerName(text, handler.name, member, freed),
        parameters: [`struct net *${net}`],
        assertion: null,
        ...part,
      }),
    );

  if (split.before.statements.length > 0) perNet('pre_exit', split.before);
  const name = handlerName(text, handler.name, slot, freed);
  const killList = killListName(subject);
  const rewritten = (body: string): string => queuedOn(body, split.lists, killList);
  if (slot === 'exit_rtnl') {
    const parameters = [`struct net *${net}`, `struct list_head *${killList}`];
    const assertion = tree.assertsRtnlNet ? `ASSERT_RTNL_NET(${net});` : 'ASSERT_RTNL();';
    add(slot, writePerNet({ handler, name, parameters, assertion, rewritten, ...split.locked }));
  } else if (split.batchText) add(slot, split.batchText(name, killList));
  else {
    const written = writeBatch({
      handler: { ...handler, declarations: split.locked.declarations },
      steps: [{ kind: 'nets', statements: split.locked.statements }],
      name,
      lists: new Set(),
      killList,
      assertion: 'ASSERT_RTNL();',
      ...(exitPath.slot === 'exit_batch' && { loopNames: { net, list: handler.parameters[0]!.name } }),
    });
    add(slot, { name, header: written.header, text: rewritten(written.text) });
  }
  if (split.after.statements.length > 0) perNet('exit', split.after);
  return draftOf({
    short: `Move to .${slot}`,
    title: `Let the core ${exitPath.slot === slotBefore(slot) ? 'loop over the netns' : 'hold RTNL'}: \`${handler.name}\` becomes ${members.map(member => `\`.${member.slot}\``).join(' + ')}`,
    edits: [replaceHandler(subject, functions, members, name)],
    slots: members.filter(member => member.slot !== exitPath.slot).map(member => member.slot),
    phases:
      split.parts ??
      [split.before, split.locked, split.after]
        .map(({ statements }) => statements)
        .filter(statements => statements.length > 0),
    locals: split.locals ?? [],
    lock: RTNL,
    underLock: split.locked.statements,
    newlyLocked: decidedUnderLock(split.locked.statements),
    beforeLock: exitPath.slot === 'pre_exit' ? [] : split.before.statements,
    afterLock: split.after.statements,
    list: split.lists[0] ?? null,
    movedUp: [...(exitPath.slot === 'pre_exit' ? [] : split.before.statements), ...split.locked.statements],
  });
}

function killListName({ handler, text, exitPath }: Case): string {
  const own = exitPath.slot === 'exit_batch_rtnl' ? handler.parameters[1]?.name : undefined;
  if (own !== undefined) return own;
  const used = new Set(handler.statements.flatMap(({ names }) => [...names]));
  const habit = /struct list_head \*(dev_to_kill|dev_kill_list)\b/.exec(text)?.[1];
  return localName([...(habit ? [habit] : []), 'dev_kill_list', 'dev_to_kill'], used);
}

/** `&list` becomes the core's list. */
export const queuedOn = (body: string, lists: readonly string[], killList: string): string =>
  lists.reduce((text, list) => text.replace(new RegExp(`&\\s*${list}\\b`, 'g'), killList), body);

const FREES =
  /^(?:kv?z?free(?:_sensitive)?|vfree|free_percpu|kfree_rcu|kvfree_rcu|kmem_cache_free|idr_destroy|ida_destroy|mutex_destroy|bitmap_free)$/;

/**
 * Statements at the end that only free. They need no lock, and in an rtnl slot they would come before the netns' devices
 * are gone, which may still look at what is freed.
 */
export function trailingFrees(statements: readonly Statement[]): readonly Statement[] {
  let first = statements.length;
  while (first > 0 && FREES.test(statements[first - 1]!.call?.name ?? '')) first--;
  return first === 0 ? [] : statements.slice(first);
}
