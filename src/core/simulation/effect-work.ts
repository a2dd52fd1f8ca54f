/** What one occurrence of an effect costs the cleanup worker, from the prices of the machine. */
import { BARRIERS_PER_UNREGISTER, GRACE_PERIODS_PER_UNREGISTER } from './counts';
import { barrierTime, gracePeriodTime } from './prices';
import type { OpEffect } from './program';
import type { Machine, Workload } from './scenario';
import { noWork, type Work } from './work';

/** Work while RTNL is held (if it is) and after rtnl_unlock(). */
export interface EffectWork {
  readonly held: Work;
  readonly after: Work;
}

/** The waits of one unregister_netdevice_many(), whatever the number of devices; their CPU apart. */
export const unregisterWaits = ({ prices, hz }: Machine): EffectWork => ({
  held: { ...noWork, sleep: GRACE_PERIODS_PER_UNREGISTER * gracePeriodTime(prices, hz, true) },
  after: { ...noWork, sleep: BARRIERS_PER_UNREGISTER * barrierTime(prices, hz) },
});

/** One occurrence of `effect`; taking RTNL itself, the CPU of devices and allocations are charged elsewhere. */
export function effectWork(
  effect: OpEffect,
  underRtnl: boolean,
  machine: Machine,
  workload: Workload,
): EffectWork {
  const { prices, hz } = machine;
  const only = (work: Partial<Work>): EffectWork => {
    const full = { ...noWork, ...work };
    return underRtnl ? { held: full, after: noWork } : { held: noWork, after: full };
  };
  switch (effect.kind) {
    case 'rtnl':
    case 'allocation':
      return only({});
    case 'grace-period':
      return only({ sleep: gracePeriodTime(prices, hz, effect.expedited ?? underRtnl) });
    case 'rcu-barrier':
      return only({ sleep: barrierTime(prices, hz) });
    case 'work-wait':
      return only(effect.blocks ? { sleep: prices.threadWait } : { cpu: prices.workWait });
    case 'global-lock':
      return only({ cpu: prices.globalLock });
    case 'proc-teardown':
      return only({ cpu: prices.procTeardown });
    case 'table-walk':
      return only({ walks: 1, buckets: (effect.buckets ?? workload.tableBuckets) * prices.walkBucket });
    case 'device-unregister':
      return unregisterWaits(machine);
  }
}
