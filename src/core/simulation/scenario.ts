/** A scenario: who creates namespaces, on what machine, and what every op pays when they go. */
import { builtInPrices, type Prices } from './prices';
import type { Program } from './program';

export interface Workload {
  /** K, parallel creators (shells that run `unshare -n` one after the other). */
  readonly creators: number;
  /** n, namespaces made by each creator. */
  readonly iterations: number;
  /** z, CPU outside RTNL of one creation, seconds. */
  readonly creationCpu: number;
  /** Time of one creation spent asleep, seconds. */
  readonly creationSleep: number;
  /** RTNL acquisitions of one creation. */
  readonly creationRtnlVisits: number;
  /** RTNL hold of one creation, all visits together, seconds. */
  readonly creationRtnlHold: number;
  /** Devices that each op which unregisters devices finds in a netns. */
  readonly devicesPerNet: number;
  /** Entries that a netns contributes to each global table that is walked. */
  readonly entriesPerNet: number;
  /** Hash buckets of a walked table, unless the effect says otherwise. */
  readonly tableBuckets: number;
  /** `each`: a netns is released as soon as it exists; `together`: all are kept and released at the end. */
  readonly release: 'each' | 'together';
  /** Whether effects under a condition happen. */
  readonly conditional: 'taken' | 'skipped';
}

export interface Machine {
  readonly cpus: number;
  /** CONFIG_HZ: RCU waits come in jiffies. */
  readonly hz: number;
  readonly prices: Prices;
  /**
   * Kernels before 4.17: net_mutex makes creation and dismantle exclude each other; this much CPU of a
   * creation, seconds, and all its RTNL visits happen under it. Left out: no such mutex.
   */
  readonly netMutexCpu?: number;
}

export interface Scenario {
  readonly name: string;
  readonly workload: Workload;
  readonly machine: Machine;
  readonly program: Program;
  /** Coefficient of variation of every single cost; 0 makes the run exact. */
  readonly jitter: number;
  readonly seed: number;
}

/** Namespaces that a workload makes in all. */
export const netsOf = ({ creators, iterations }: Workload): number => creators * iterations;

/** 10 shells × 1,000 `unshare -n true`: the load under which a tree is previewed. Sources: docs/simulation.md §3. */
export const plainWorkload: Workload = {
  creators: 10,
  iterations: 1000,
  creationCpu: 2.4e-3,
  creationSleep: 0,
  creationRtnlVisits: 2,
  creationRtnlHold: 0.2e-3,
  devicesPerNet: 1,
  entriesPerNet: 1,
  tableBuckets: 256,
  release: 'each',
  conditional: 'taken',
};

/** A small server. */
export const defaultMachine: Machine = { cpus: 16, hz: 1000, prices: builtInPrices };
