/** What one op pays in one slot: locks, work under RTNL and work outside it, per batch and per netns. */
import { inRtnlSection, occurrences, sharesCoreUnregister } from './counts';
import { effectWork } from './effect-work';
import type { OpEffect, Slot } from './program';
import type { Machine, Workload } from './scenario';
import { addWork, noWork, type Work } from './work';

export interface SlotWork {
  /** RTNL acquisitions of its own; none in a slot that runs inside cleanup_net()'s section. */
  readonly locksPerBatch: number;
  readonly locksPerNet: number;
  readonly held: Work;
  readonly heldPerNet: Work;
  readonly free: Work;
  readonly freePerNet: Work;
}

const sum = (works: readonly Work[]): Work => works.reduce((total, work) => addWork(total, work), noWork);

/**
 * @param paid effects of the op that are paid under this workload, of all slots
 * @param ownCpu CPU of the op per netns that no effect accounts for, seconds
 */
export function lowerSlot(
  paid: readonly OpEffect[],
  slot: Slot,
  ownCpu: number,
  machine: Machine,
  workload: Workload,
): SlotWork {
  const effects = paid.filter(effect => effect.slot === slot);
  const section = inRtnlSection(slot);
  const locks = section ? [] : effects.filter(({ kind }) => kind === 'rtnl');
  const locked = section || locks.length > 0;
  const perBatch = effects.filter(({ per }) => per === 'batch');
  const perNet = effects.filter(({ per }) => per !== 'batch');
  const locksPerBatch = count(
    locks.filter(({ per }) => per === 'batch'),
    workload,
  );
  const locksPerNet = count(
    locks.filter(({ per }) => per !== 'batch'),
    workload,
  );

  const works = (some: readonly OpEffect[]) =>
    some.map(effect => {
      const underRtnl =
        locked && (section || effect.underRtnl === true || effect.kind === 'device-unregister');
      const one = sharesCoreUnregister(effect)
        ? { held: noWork, after: noWork }
        : effectWork(effect, underRtnl, machine, workload);
      const times = occurrences(effect, 1, workload);
      return { held: addWork(noWork, one.held, times), free: addWork(noWork, one.after, times) };
    });
  const [batchWorks, netWorks] = [works(perBatch), works(perNet)];
  const lockWork =
    machine.prices.rtnlWork * (section && effects.length > 0 ? 1 : locksPerNet + locksPerBatch);
  const work = {
    locksPerBatch,
    locksPerNet,
    held: sum(batchWorks.map(({ held }) => held)),
    heldPerNet: sum([
      ...netWorks.map(({ held }) => held),
      { ...noWork, cpu: lockWork + deviceCpu(effects, machine, workload) },
    ]),
    free: sum(batchWorks.map(({ free }) => free)),
    freePerNet: sum([...netWorks.map(({ free }) => free), { ...noWork, cpu: ownCpu }]),
  };
  return locked ? work : withoutLock(work);
}

const count = (effects: readonly OpEffect[], workload: Workload): number =>
  effects.reduce((total, effect) => total + occurrences(effect, 1, workload), 0);

/** CPU to unregister the devices of one netns, however many calls that takes, seconds. */
const deviceCpu = (effects: readonly OpEffect[], { prices }: Machine, { devicesPerNet }: Workload): number =>
  effects.some(({ kind }) => kind === 'device-unregister') ? devicesPerNet * prices.unregisterDevice : 0;

/** The caller says the work is done under RTNL, but nothing in this slot takes it: a caller of the caller holds it. */
const withoutLock = (work: SlotWork): SlotWork => ({
  ...work,
  held: noWork,
  heldPerNet: noWork,
  free: addWork(work.free, work.held),
  freePerNet: addWork(work.freePerNet, work.heldPerNet),
});
