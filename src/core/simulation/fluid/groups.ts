/** Neighbouring segments that visit RTNL alike become one step: the fluid engine cannot tell them apart. */
import { isHeldAfter, joinFree, lockFree, type Segment } from '../segments';

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
    if (last && alike(last.segment, segment)) groups[groups.length - 1] = joined(last, segment, [segment.op]);
    else groups.push({ segment, ops: [segment.op] });
  }
  return groups;
}

/**
 * The groups of a batch where several batches are one step: what comes in which order inside of a batch is then averaged
 * over all of them, so that visits that are alike, and all that needs no lock, become one group each, wherever they stand.
 */
export function mixed(groups: readonly Group[]): Group[] {
  const result: Group[] = [];
  /** Those of `result` outside of RTNL sections that span several groups. */
  const open = new Set<Group>();
  let section = false;
  for (const group of groups.slice(0, -1)) {
    const { segment, ops } = group;
    const free = lockFree(segment);
    const at = section
      ? -1
      : result.findIndex(
          other => open.has(other) && (free ? lockFree(other.segment) : alike(other.segment, segment)),
        );
    const known = result[at];
    const next = known
      ? free
        ? { ...known, segment: joinFree(known.segment, segment) }
        : joined(known, segment, ops)
      : group;
    result[known ? at : result.length] = next;
    section = isHeldAfter(segment, section);
    if (!section && (known || segment.takes === segment.releases)) open.add(next);
  }
  return [...result, ...groups.slice(-1)];
}

const joined = ({ segment, ops }: Group, other: Segment, others: readonly number[]): Group => ({
  segment: { ...segment, turnsPerNet: segment.turnsPerNet + other.turnsPerNet },
  ops: [...ops, ...others],
});

/** Both take RTNL once per netns or more often, for the same work, and walk no table. */
const alike = (a: Segment, b: Segment): boolean =>
  a.turnsPerNet > 0 &&
  b.turnsPerNet > 0 &&
  a.held.walks + a.free.walks + b.held.walks + b.free.walks === 0 &&
  JSON.stringify([a.held, a.free]) === JSON.stringify([b.held, b.free]);
