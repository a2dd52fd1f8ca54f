import { RTNL_SLOTS } from '../../kernel';
import { lockText } from '../batch-draft';
import type { Draft } from '../draft';
import type { Statement } from '../reading/statement';
import { ask, type Check, type Place, PROVED, refuse } from '../refactoring';

export const targetsRtnlSlot = ({ slots }: Draft): boolean => slots.some(slot => RTNL_SLOTS.has(slot));

/** From the first to the last of some statements. */
export const extentOf = (statements: readonly Statement[]): Place => ({
  start: statements[0]?.start ?? 0,
  end: statements.at(-1)?.end ?? 0,
});

/**
 * Row 2. What stands behind the unlock may rely on the devices being gone, since rtnl_unlock() waits for them: it stays
 * behind, in a loop or a slot of its own.
 * Upstream: a7ec2512ad7b (devhash), the geneve fix of 2843a25348f8, 92584ddf550a (vxlan), 23fa5c2caae0 (bonding's proc folder).
 */
export const whatFollowsStaysBehind: Check = {
  row: 2,
  name: 'what follows the unlock stays behind it',
  of: (_, { underLock, afterLock }) =>
    afterLock.some(statement => underLock.includes(statement))
      ? refuse('a statement from behind the unlock would run under the lock', 'a7ec2512ad7b, 92584ddf550a')
      : PROVED,
};

/**
 * Row 3. What stands before the lock stops new users and comes first for all; with several stretches the order between
 * netns changes from "1, 2, 3 for one, then for the next" to "1 for all, 2 for all, 3 for all".
 * Upstream: the first version of 669966bc94d8 (bonding) got it wrong.
 */
export const orderAcrossNetns: Check = {
  row: 3,
  name: 'order across netns',
  of: ({ handler }, { phases, slots, beforeLock, lock, helperParts }) => {
    if (slots.includes('exit_batch')) {
      const parts = phases.length + helperParts;
      if (parts < 2) return PROVED;
      return ask(
        `\`${handler.name}\` now finishes one netns before it begins the next; afterwards each of its ${parts} parts runs for all netns before the next part begins. Does any part of one netns need a later part of another?`,
        'a7ec2512ad7b: the order of loops was what the review asked about',
        extentOf(handler.statements),
      );
    }
    if (beforeLock.length === 0) return PROVED;
    return ask(
      `What stands before ${lockText(lock)} moves to \`.pre_exit\`, which runs for all netns before the first \`.exit\` of any subsystem. May it run that early?`,
      'the first version of 669966bc94d8 (bonding) lost the order; review restored it',
      extentOf(beforeLock),
    );
  },
};

/**
 * Row 5. Within one ops the core runs all `.exit` before `.exit_batch`.
 * Upstream: fib4_semantics_exit had to move to a third loop (2025).
 */
export const exitBeforeBatch: Check = {
  row: 5,
  name: '.exit before .exit_batch',
  of: ({ ops, exitPath }, { slots }) => {
    const remaining = Object.keys(ops.members).filter(member => member !== exitPath.slot);
    const clash = slots.find(slot => remaining.includes(slot));
    if (clash !== undefined)
      return refuse(
        `\`${ops.name}\` already has \`.${clash}\` (\`${ops.members[clash]}\`): merge the two by hand, minding which must come first`,
        'fib4_semantics_exit had to move to a third loop (2025)',
      );
    return PROVED;
  },
};

/**
 * Row 4. An rtnl slot runs before every `.exit` and `.exit_batch` of all subsystems, and before the netns' remaining devices are
 * unregistered. Nobody but the author can say whether that is early enough.
 * Upstream: fib waited until 2026 (759923cf03b0 argues that no route can be added afterwards); ip6mr 2a798e8c71b5.
 */
export const orderBetweenOps: Check = {
  row: 4,
  name: 'order between ops',
  of: ({ ops, exitPath, handler }, draft) => {
    if (!targetsRtnlSlot(draft) || RTNL_SLOTS.has(exitPath.slot)) return PROVED;
    const early = ops.registeredBy === 'register_pernet_subsys';
    const warning = early
      ? ' It is registered as a subsystem, so today it runs after the devices of the netns are gone; afterwards they still exist when it runs.'
      : '';
    return ask(
      `\`${handler.name}\` will run before every \`.exit\` and \`.exit_batch\` of other subsystems.${warning} Can nothing that runs later still use, or add to, what it removes?`,
      'fib stayed behind until 2026 for this (759923cf03b0, 2a798e8c71b5 give the arguments that were needed)',
      extentOf(draft.underLock),
    );
  },
};
