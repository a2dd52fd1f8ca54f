/**
 * The plan of one dismantle: the op program lowered to the sequence of segments that the cleanup worker runs.
 * Order: ops_undo_list() in net/core/net_namespace.c; docs/simulation.md §2.
 */
import { CORE_ID, paidEffects, sharesCoreUnregister } from './counts';
import { unregisterWaits } from './effect-work';
import { barrierTime, gracePeriodTime } from './prices';
import type { EffectKind, Op, Program, Slot } from './program';
import type { Machine, Scenario } from './scenario';
import { idle, mergeLockFree, type Segment, sectionSegments, slotSegments } from './segments';
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

/** An op with what it pays in each slot it uses. */
interface LoweredOp {
  readonly op: Pick<Op, 'id' | 'name'>;
  readonly index: number;
  readonly slots: ReadonlyMap<Slot, SlotWork>;
}

/** Lowers a program for a workload and a machine. The last entry of `ops` is cleanup_net() itself. */
export function planOf({
  program,
  workload,
  machine,
}: Pick<Scenario, 'program' | 'workload' | 'machine'>): Plan {
  const share = otherNetCpu(program, machine) / Math.max(1, program.ops.length);
  let shared = false;
  const ops = program.ops.map((op, index): LoweredOp => {
    const paid = paidEffects(op, workload);
    if (paid.some(sharesCoreUnregister)) shared = true;
    const own = lowerSlot(paid, 'exit', op.cpuPerNet ?? share, machine, workload);
    const slots = new Map<Slot, SlotWork>([['exit', own]]);
    for (const { slot } of paid)
      if (!slots.has(slot)) slots.set(slot, lowerSlot(paid, slot, 0, machine, workload));
    return { op, index, slots };
  });
  const core = ops.length;
  const work = coreWork({ program, machine }, shared);

  const backwards = [...ops].reverse();
  const inSlots = (...wanted: Slot[]) => {
    const found: { op: number; work: SlotWork }[] = [];
    for (const { index, slots } of backwards)
      for (const slot of wanted) {
        const own = slots.get(slot);
        if (own) found.push({ op: index, work: own });
      }
    return found;
  };
  const alone = (...wanted: Slot[]) => inSlots(...wanted).flatMap(({ op, work }) => slotSegments(op, work));
  const section = [...inSlots('exit_rtnl'), ...inSlots('exit_batch_rtnl')];
  return {
    ops: [
      ...ops.map(({ op, slots }) => opWork(op, [...slots.values()])),
      opWork({ id: CORE_ID, name: CORE_ID }, [work.gracePeriod, work.unregister, work.barrier]),
    ],
    segments: mergeLockFree([
      ...alone('pre_exit'),
      ...slotSegments(core, work.gracePeriod),
      ...sectionSegments(section, core, shared ? work.unregister : undefined),
      ...alone('exit', 'exit_batch'),
      ...slotSegments(core, work.barrier),
    ]),
  };
}

/** Worker CPU per netns that no effect accounts for: `netCpu` without the effects that are in it, seconds. */
function otherNetCpu({ inNetCpu = {} }: Program, { prices }: Machine): number {
  const priced: Partial<Record<EffectKind, number>> = {
    rtnl: prices.rtnlWork,
    'global-lock': prices.globalLock,
    'device-unregister': prices.unregisterDevice,
    'work-wait': prices.workWait,
    'proc-teardown': prices.procTeardown,
  };
  const counted = Object.entries(inNetCpu) as [EffectKind, number][];
  return Math.max(
    0,
    counted.reduce((rest, [kind, times]) => rest - times * (priced[kind] ?? 0), prices.netCpu),
  );
}

/** What cleanup_net() itself pays, in the order in which it does; `unregister` if ops hand it devices. */
function coreWork({ program, machine }: Pick<Scenario, 'program' | 'machine'>, shared: boolean) {
  const { prices, hz } = machine;
  const waits = unregisterWaits(machine);
  const free = (sleep: number, freePerNet = noWork): SlotWork => ({
    ...idle,
    locksPerBatch: 0,
    locksPerNet: 0,
    free: { ...noWork, sleep },
    freePerNet,
  });
  return {
    gracePeriod: free(gracePeriodTime(prices, hz, program.expedited === true)),
    unregister: shared ? { ...free(waits.after.sleep), held: waits.held } : free(0),
    /** Without any op, the work per netns is nobody else's. */
    barrier: free(
      barrierTime(prices, hz),
      program.ops.length === 0 ? { ...noWork, cpu: otherNetCpu(program, machine) } : noWork,
    ),
  };
}

/** Everything an op pays, whichever segment it lands in. */
function opWork({ id, name }: Pick<Op, 'id' | 'name'>, works: readonly SlotWork[]): OpWork {
  const total = (part: 'held' | 'heldPerNet' | 'free' | 'freePerNet') =>
    works.reduce((sum, work) => addWork(sum, work[part]), noWork);
  return {
    id,
    name,
    held: total('held'),
    heldPerNet: total('heldPerNet'),
    free: total('free'),
    freePerNet: total('freePerNet'),
  };
}
