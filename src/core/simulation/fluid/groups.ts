/** Neighbouring segments that visit RTNL alike become one step: the fluid engine cannot tell them apart. */
import type { Segment } from '../segments';

export interface Group {
  /** All visits of the group together. */
  readonly segment: Segment;
  /** The ops that share it evenly. */
  readonly ops: readonly number[];
}

export function groupsOf(segments: readonly Segment[]): Group[] {
  const groups: Group[] = [];
  for (const segment of segments) {
    const last = groups.at(-1);
    if (last && alike(last.segment, segment))
      groups[groups.length - 1] = {
        segment: { ...last.segment, turnsPerNet: last.segment.turnsPerNet + segment.turnsPerNet },
        ops: [...last.ops, segment.op],
      };
    else groups.push({ segment, ops: [segment.op] });
  }
  return groups;
}

/** Both take RTNL once per netns or more often, for the same work, and walk no table. */
const alike = (a: Segment, b: Segment): boolean =>
  a.turnsPerNet > 0 &&
  b.turnsPerNet > 0 &&
  a.held.walks + a.free.walks + b.held.walks + b.free.walks === 0 &&
  JSON.stringify([a.held, a.free]) === JSON.stringify([b.held, b.free]);
