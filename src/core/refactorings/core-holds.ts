import type { Case } from './case';
import { type Refusal, refusal } from './refactoring';
import type { Split } from './rtnl-draft';

/** What keeps a part from going to the slots around the core's RTNL section; null where nothing does. */
export function coreHolds(
  { ops, exitPath, handler }: Case,
  { before, after, locked, lists }: Split,
): Refusal | null {
  const occupied = (slot: string): boolean => slot !== exitPath.slot && ops.members[slot] !== undefined;
  if (locked.statements.length === 0)
    return refusal(`\`${handler.name}\` does nothing under RTNL that could move`);
  if (before.statements.length > 0 && occupied('pre_exit'))
    return refusal(
      `what stands before RTNL in \`${handler.name}\` belongs into \`.pre_exit\`, which is taken (\`${ops.members.pre_exit}\`): add it there by hand`,
      'the first version of 669966bc94d8 (bonding) lost what came before the lock',
      3,
    );
  if (after.statements.length > 0 && occupied('exit'))
    return refusal(
      `what stands behind the unlock in \`${handler.name}\` belongs into \`.exit\`, which is taken (\`${ops.members.exit}\`): add it there by hand`,
      '92584ddf550a: what needs the devices gone belongs into .exit',
      2,
    );
  for (const list of lists) {
    const other = locked.statements.find(({ code }) =>
      new RegExp(`\\blist_\\w+\\([^)]*&\\s*${list}\\b`).test(code),
    );
    if (other)
      return refusal(
        `\`${handler.name}\` looks at \`${list}\` itself (\`${other.code.split('\n')[0]!.trim()}\`); the core's list also holds the devices of others`,
      );
  }
  return null;
}
