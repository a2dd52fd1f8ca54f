import { type Check, PROVED, refuse } from '../refactoring';

/**
 * Row 8. A return or goto would leave the loop over the netns, a break would end it.
 * Upstream: conntrack keeps the body as a function; 84a7d6797e6a returned between lock and unlock.
 */
export const nothingLeavesTheBody: Check = {
  row: 8,
  name: 'nothing leaves the body',
  of: ({ handler }) => {
    const jump = handler.statements.flatMap(({ jumps }) => jumps)[0];
    if (!jump) return PROVED;
    return refuse(
      `\`${handler.name}\` has a ${jump.kind}, which would leave the loop over the netns: keep its body as a function of its own`,
      'conntrack keeps its body whole; 84a7d6797e6a returned between lock and unlock',
    );
  },
};

/**
 * Row 16. list_for_each_entry() over `exit_list` is right as long as no handler touches that list.
 * Upstream: every conversion.
 */
export const exitListIsLeftAlone: Check = {
  row: 16,
  name: 'exit_list is left alone',
  of: ({ handler }) =>
    handler.statements.some(({ code }) => /\bexit_list\b/.test(code)) &&
    handler.parameters[0]?.written.includes('struct net ')
      ? refuse(
          `\`${handler.name}\` uses \`exit_list\`, by which the core links the netns of a batch`,
          'every conversion relies on it',
        )
      : PROVED,
};

/**
 * Row 17. No new name hides one that the body uses, and no new function has a name that the file uses.
 * Upstream: openvswitch (`dnet`, and a local `net`).
 */
export const namesAreFree: Check = {
  row: 17,
  name: 'names are free',
  of: ({ handler }) => {
    const [net] = handler.parameters;
    const hidden =
      net &&
      handler.declarations.some(({ declarators }) => declarators.some(({ name }) => name === net.name));
    return hidden
      ? refuse(
          `\`${net.name}\` is declared twice in \`${handler.name}\``,
          'openvswitch: `dnet` beside a local `net`',
        )
      : PROVED;
  },
};

/**
 * Row 18. `__net_exit` and whatever else stands in the header is kept word for word.
 * Upstream: f0cc3777b2db: an ops in freed init memory.
 */
export const annotationsAreKept: Check = { row: 18, name: 'annotations are kept', of: () => PROVED };

/**
 * Row 22. The slot exists in this tree, and its core calls it.
 * Upstream: Debian's 6.1 has exit_batch_rtnl, its 6.12 both rtnl slots, 6.16 only exit_rtnl.
 */
export const slotExists: Check = {
  row: 22,
  name: 'the slot exists',
  of: ({ tree }, { slots }) => {
    const missing = slots.find(slot => !tree.offers(slot));
    return missing
      ? refuse(
          `this tree has no \`.${missing}\``,
          'exit_batch_rtnl went into stable series and was removed in 6.16 (c57a9c503543)',
        )
      : PROVED;
  },
};
