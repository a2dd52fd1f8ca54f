/**
 * Unregistering devices, the founding cost of 2009: N devices one by one, per netns, or all at once. One caller, no
 * contention: T = calls · waits + N · u. Source: unregister_netdevice_many() in net/core/dev.c; docs/simulation.md §5.
 */

export interface DeviceTeardown {
  readonly devices: number;
  /** Calls among which the devices are divided: N one by one, the number of netns per netns, 1 batched. */
  readonly calls: number;
  /** Grace periods that each call waits for, whatever the number of its devices. */
  readonly gracePeriodsPerCall: number;
  /** Grace periods that every device waits for in any form (2009: dev_deactivate() of a device that is up). */
  readonly gracePeriodsPerDevice: number;
  /** Seconds. */
  readonly gracePeriod: number;
  /** u, CPU per device, seconds. */
  readonly cpuPerDevice: number;
}

export interface DeviceTeardownCost {
  readonly gracePeriods: number;
  /** Seconds of CPU, of waiting, and together. */
  readonly cpu: number;
  readonly waits: number;
  readonly time: number;
}

export function deviceTeardown(teardown: DeviceTeardown): DeviceTeardownCost {
  const { devices, calls, gracePeriodsPerCall, gracePeriodsPerDevice, gracePeriod, cpuPerDevice } = teardown;
  const gracePeriods = calls * gracePeriodsPerCall + devices * gracePeriodsPerDevice;
  const cpu = devices * cpuPerDevice;
  const waits = gracePeriods * gracePeriod;
  return { gracePeriods, cpu, waits, time: cpu + waits };
}
