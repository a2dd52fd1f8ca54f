/**
 * The plan of one dismantle: the op program lowered to the sequence of segments that the cleanup worker runs.
 * Order: ops_undo_list() in net/core/net_namespace.c; docs/simulation.md §2.
 */
import { CORE_ID, inRtnlSection, paidEffects, sharesCoreUnregister } from './counts';
import { unregisterWaits } from './effect-work';
import { barrierTime, gracePeriodTime } from './prices';
import type { Op, Slot } from './program';
import type { Scenario, Workload } from './scenario';
import { idle, mergeLockFree, type Segment, sectionSegments, segment, slotSegments } from './segments';
import { lowerSlot, type SlotWork } from './slot-work';
import { addWork, noWork, type Work } from './work';

/** All that an op pays, walks over entries apart: fixed per batch and per netns, with and without RTNL. */
export interface OpWork {
  readonly id: string;
  readonly name: string;
  readonly held: Work;
  readonly heldPerNet: Work;
  readonly free: Work;
  readonly freePerNet: Work;
}

export interface Plan {
  readonly ops: readonly OpWork[];
  readonly segments: readonly Segment[];
}

/** Everything an op pays, whichever segment it lands in. */
function opWork(op: Pick<Op, 'id' | 'name'>, works: readonly SlotWork[]): OpWork {
  const total = (part: 'held' | 'heldPerNet' | 'free' | 'freePerNet') =>
    works.reduce((sum, work) => addWork(sum, work[part]), noWork);
  return {
    id: op.id,
    name: op.name,
    held: total('held'),
    heldPerNet: total('heldPerNet'),
    free: total('free'),
    freePerNet: total('freePerNet'),
  };
}

/** Lowers a program for a workload and a machine. The last entry of `ops` is cleanup_net() itself. */
export function planOf({
  program,
  workload,
  machine,
}: Pick<Scenario, 'program' | 'workload' | 'machine'>): Plan {
  const { prices, hz } = machine;
  const backwards = program.ops.map((op, index) => ({ op, index })).reverse();
  const core = program.ops.length;
  const share = prices.netCpu / Math.max(1, program.ops.length);
  const works = new Map<Op, SlotWork[]>(program.ops.map(op => [op, []]));

  const lower = (op: Op, slot: Slot): SlotWork => {
    const ownCpu = slot === 'exit' ? (op.cpuPerNet ?? share) : 0;
    const work = lowerSlot(op, slot, ownCpu, machine, workload);
    works.get(op)!.push(work);
    return work;
  };
  const inSlot = (...slots: Slot[]) =>
    backwards.flatMap(({ op, index }) => slots.flatMap(slot => slotSegments(index, lower(op, slot))));

  const preExit = inSlot('pre_exit');
  const section = (['exit_rtnl', 'exit_batch_rtnl'] as const).flatMap(slot =>
    backwards
      .filter(({ op }) => usesSlot(op, slot, workload))
      .map(({ op, index }) => ({ op: index, work: lower(op, slot) })),
  );
  const exits = inSlot('exit', 'exit_batch');
  const shared = program.ops.some(op => paidEffects(op, workload).some(sharesCoreUnregister));
  const gracePeriod = { ...noWork, sleep: gracePeriodTime(prices, hz, program.expedited === true) };
  const barrier = { ...noWork, sleep: barrierTime(prices, hz) };
  const coreWork: SlotWork = {
    ...idle,
    locksPerBatch: 0,
    locksPerNet: 0,
    held: shared ? unregisterWaits(machine).held : noWork,
    free: [gracePeriod, barrier, ...(shared ? [unregisterWaits(machine).after] : [])].reduce((a, b) =>
      addWork(a, b),
    ),
    freePerNet: program.ops.length === 0 ? { ...noWork, cpu: prices.netCpu } : noWork,
  };
  return {
    ops: [
      ...program.ops.map(op => opWork(op, works.get(op)!)),
      opWork({ id: CORE_ID, name: CORE_ID }, [coreWork]),
    ],
    segments: mergeLockFree([
      ...preExit,
      segment(core, { free: gracePeriod }),
      ...sectionSegments(section, core, machine, shared),
      ...exits,
      segment(core, { free: barrier, freePerNet: coreWork.freePerNet }),
    ]),
  };
}

const usesSlot = (op: Op, slot: Slot, workload: Workload): boolean =>
  inRtnlSection(slot) && paidEffects(op, workload).some(effect => effect.slot === slot);
