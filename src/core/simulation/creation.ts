/** One creation of a namespace, cut into the pieces that a creator goes through. */
import type { Program } from './program';
import type { Scenario } from './scenario';

export interface CreationCost {
  /** RTNL acquisitions. */
  readonly visits: number;
  /** CPU before, between and after the visits, seconds each; visits + 1 of them. */
  readonly cpuPiece: number;
  /** RTNL hold of one visit, seconds. */
  readonly hold: number;
  readonly sleep: number;
  /** CPU under net_mutex besides the RTNL visits, seconds; undefined where there is no such mutex. */
  readonly exclusive?: number;
}

const BYTES_PER_KIB = 1024;

/** Bytes of the tables that `.init` handlers allocate for every netns. */
function tableBytes({ ops }: Program): number {
  let sum = 0;
  for (const { effects } of ops)
    for (const { kind, bytes = 0, times = 1 } of effects) if (kind === 'allocation') sum += bytes * times;
  return sum;
}

/** CPU to allocate and zero those tables, seconds. */
const tableCpu = ({ program, machine }: Pick<Scenario, 'program' | 'machine'>): number =>
  (tableBytes(program) / BYTES_PER_KIB) * machine.prices.allocation;

/** Memory of one idle netns, bytes: its objects and its own tables. */
export const bytesPerNet = ({ program, machine }: Pick<Scenario, 'program' | 'machine'>): number =>
  machine.prices.netBytes + tableBytes(program);

/** Factor on the CPU of a creation: grows with the creators until all CPUs create. */
function crowded({ machine, workload }: Pick<Scenario, 'machine' | 'workload'>): number {
  const others = Math.min(workload.creators, machine.cpus) - 1;
  return others > 0 ? 1 + (machine.prices.crowding * others) / (machine.cpus - 1) : 1;
}

export function creationCost(scenario: Pick<Scenario, 'program' | 'machine' | 'workload'>): CreationCost {
  const { creationCpu, creationRtnlVisits: visits, creationRtnlHold, creationSleep } = scenario.workload;
  const { netMutexCpu } = scenario.machine;
  const outside = creationCpu + tableCpu(scenario) - (netMutexCpu ?? 0);
  const slowness = crowded(scenario);
  return {
    visits,
    cpuPiece: (slowness * Math.max(0, outside)) / (visits + 1),
    hold: visits > 0 ? (slowness * creationRtnlHold) / visits : 0,
    sleep: creationSleep,
    ...(netMutexCpu === undefined ? {} : { exclusive: netMutexCpu }),
  };
}

/** Seconds of one creation when nobody is in the way. */
export const aloneTime = ({ visits, cpuPiece, hold, sleep, exclusive = 0 }: CreationCost): number =>
  (visits + 1) * cpuPiece + visits * hold + sleep + exclusive;

/**
 * Variance of the number of creations per expected one: that of one creation's time over its square.
 * @param jitter coefficient of variation of each of its pieces
 */
export function creationVariance(
  { visits, cpuPiece, hold, sleep, exclusive = 0 }: CreationCost,
  jitter: number,
): number {
  const pieces = [
    ...Array(visits + 1).fill(cpuPiece),
    ...Array(visits).fill(hold),
    sleep,
    exclusive,
  ] as number[];
  const total = pieces.reduce((sum, piece) => sum + piece, 0);
  const squares = pieces.reduce((sum, piece) => sum + piece * piece, 0);
  return total > 0 ? (jitter ** 2 * squares) / total ** 2 : 0;
}
