import { matchingBracket } from './scanning';

/** A call in a body, as far as locks are concerned. */
export interface LockingCall {
  readonly callee: string;
  /** Where what a guard holds is dropped; null: at the end of the block. Undefined for calls. */
  readonly guards?: number | null;
  readonly start: number;
  readonly end: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const TAKES = /^_*rtnl_(?:net_|nets_)?(?:try)?lock(?:_killable|_interruptible)?$/;
const DROPS = /^_*rtnl_(?:net_|nets_)?unlock$/;
/** Says that a caller holds it. */
const ASSERTS = /^ASSERT_RTNL(?:_NET)?$/;
const GUARD = /^rtnl/;

/**
 * Where in a body RTNL is held, by what the text shows: from a call that takes it to the one that drops it. A branch that
 * drops it and leaves does not end that for what follows the branch.
 * @param body text of a function; offsets of the calls are in it
 * @returns whether RTNL is held at an offset
 */
export function rtnlHeld(body: string, calls: readonly LockingCall[]): (at: number) => boolean {
  const begins = calls.filter(({ callee, guards }) =>
    guards !== undefined ? GUARD.test(callee) : TAKES.test(callee) || ASSERTS.test(callee),
  );
  if (begins.length === 0) return () => false;
  const drops = calls.filter(({ callee }) => DROPS.test(callee));
  const blocks = blocksOf(body);
  const inside = (offset: number): Stretch =>
    blocks.findLast(({ from, to }) => from < offset && offset < to) ?? { from: 0, to: body.length };
  /** What follows a drop in its block leaves the function, the loop or the block. */
  const leaves = ({ end }: LockingCall, { to }: Stretch): boolean =>
    /\b(?:return|goto|break|continue)\b/.test(body.slice(end, to));

  const held: Stretch[] = [];
  const notHeld: Stretch[] = [];
  for (const { start, end, guards } of begins) {
    const block = inside(start);
    if (guards !== undefined) {
      held.push({ from: end, to: guards ?? block.to });
      continue;
    }
    let to = body.length;
    for (const drop of drops.filter(other => other.start >= end)) {
      const own = inside(drop.start);
      const isBranch = own.from > block.from && own.to <= block.to;
      if (isBranch && leaves(drop, own)) notHeld.push({ from: drop.start, to: own.to });
      else {
        to = drop.start;
        break;
      }
    }
    held.push({ from: end, to });
  }
  const within = (stretches: readonly Stretch[], at: number): boolean =>
    stretches.some(({ from, to }) => from <= at && at < to);
  return at => within(held, at) && !within(notHeld, at);
}

/** Blocks in braces, outer before inner. */
function blocksOf(body: string): readonly Stretch[] {
  const blocks: Stretch[] = [];
  for (let at = body.indexOf('{'); at >= 0; at = body.indexOf('{', at + 1))
    blocks.push({ from: at, to: matchingBracket(body, at) });
  return blocks;
}
