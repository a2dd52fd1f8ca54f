/** Segments: the steps of one dismantle as the cleanup worker runs them. */
import type { SlotWork } from './slot-work';
import { addWork, isIdle, noWork, type Work } from './work';

/** A stretch of the dismantle that belongs to one op. */
export interface Segment {
  /** Index into `Plan.ops`. */
  readonly op: number;
  /** RTNL is taken before `held`, and dropped after it; a section spans several segments. */
  readonly takes: boolean;
  readonly releases: boolean;
  /** Turns per netns of the batch; 0 means `turnsPerBatch` turns for the whole batch. */
  readonly turnsPerNet: number;
  readonly turnsPerBatch: number;
  /** Work of one turn while RTNL is held, and what each netns of the batch adds to it. */
  readonly held: Work;
  readonly heldPerNet: Work;
  /** The same, without RTNL. */
  readonly free: Work;
  readonly freePerNet: Work;
}

export const idle = { held: noWork, heldPerNet: noWork, free: noWork, freePerNet: noWork };

const segment = (op: number, work: Partial<Segment>): Segment => ({
  op,
  takes: false,
  releases: false,
  turnsPerNet: 0,
  turnsPerBatch: 1,
  ...idle,
  ...work,
});

/** Segments of one op in a slot that runs outside cleanup_net()'s RTNL section. */
export function slotSegments(op: number, work: SlotWork): Segment[] {
  const { locksPerNet, locksPerBatch } = work;
  const segments: Segment[] = [];
  if (locksPerNet > 0)
    segments.push(
      segment(op, {
        takes: true,
        releases: true,
        turnsPerNet: locksPerNet,
        held: addWork(noWork, work.heldPerNet, 1 / locksPerNet),
        free: addWork(noWork, work.freePerNet, 1 / locksPerNet),
      }),
    );
  const rest = locksPerNet > 0 ? { ...work, heldPerNet: noWork, freePerNet: noWork } : work;
  if (locksPerBatch > 0)
    segments.push(
      segment(op, {
        takes: true,
        releases: true,
        turnsPerBatch: locksPerBatch,
        held: addWork(noWork, rest.held, 1 / locksPerBatch),
        heldPerNet: addWork(noWork, rest.heldPerNet, 1 / locksPerBatch),
      }),
    );
  const free = locksPerBatch > 0 ? rest.free : addWork(rest.free, rest.held);
  segments.push(segment(op, { free, freePerNet: rest.freePerNet }));
  return segments;
}

/**
 * Segments of the one RTNL section: all exit_rtnl and exit_batch_rtnl, then one unregister_netdevice_many() if devices
 * were handed over.
 */
export function sectionSegments(
  section: readonly { op: number; work: SlotWork }[],
  core: number,
  unregister: SlotWork | undefined,
): Segment[] {
  if (section.length === 0) return [];
  return [
    segment(core, { takes: true }),
    ...section.map(({ op, work }) => segment(op, { held: work.held, heldPerNet: work.heldPerNet })),
    segment(core, {
      releases: true,
      ...(unregister ? { held: unregister.held, free: unregister.free } : {}),
    }),
    ...section.map(({ op, work }) => segment(op, { free: work.free, freePerNet: work.freePerNet })),
  ];
}

/** A turn for the whole batch that takes no lock and walks no table. */
export const lockFree = ({ takes, releases, held, heldPerNet, free, freePerNet }: Segment): boolean =>
  !takes && !releases && isIdle(held) && isIdle(heldPerNet) && free.walks === 0 && freePerNet.walks === 0;

/** Whether RTNL is held behind a segment. @param held whether it was before */
export const isHeldAfter = ({ takes, releases }: Segment, held: boolean): boolean =>
  !releases && (takes || held);

/** One segment for the work of two that are lock-free. */
export const joinFree = (first: Segment, second: Segment): Segment => ({
  ...first,
  free: addWork(first.free, second.free),
  freePerNet: addWork(first.freePerNet, second.freePerNet),
});

/**
 * Neighbouring segments without locks and walks become one: only their sum shows in any result. The last one stays
 * apart: before 4.17 net_mutex is dropped before it.
 */
export function mergeLockFree(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  let section = false;
  for (const next of segments.slice(0, -1)) {
    const last = merged.at(-1);
    if (last && !section && lockFree(last) && lockFree(next))
      merged[merged.length - 1] = joinFree(last, next);
    else merged.push(next);
    section = isHeldAfter(next, section);
  }
  const busy = merged.filter(each => each.takes || each.releases || !isIdle(sumOf(each)));
  return [...busy, ...segments.slice(-1)];
}

const sumOf = ({ held, heldPerNet, free, freePerNet }: Segment): Work =>
  [heldPerNet, free, freePerNet].reduce((sum, work) => addWork(sum, work), held);
