/** The simulated figures of a run, in the order in which they are read. The one list: text, Markdown, CSV and page. */
import type { Band, Bands, Counts, Run } from '../../core/simulation';
import { bytes, count, digits, seconds } from './numbers';

export type Unit = 'seconds' | 'netns' | 'bytes' | 'ratio';

interface Figure {
  readonly name: string;
  readonly label: string;
  readonly unit: Unit;
  readonly of: (run: Run) => number;
  readonly band?: (bands: Bands) => Band;
}

export const FIGURES: readonly Figure[] = [
  {
    name: 'drainTime',
    label: 'all netns freed after',
    unit: 'seconds',
    of: run => run.drainTime,
    band: bands => bands.drainTime,
  },
  {
    name: 'creationTime',
    label: 'all netns created after',
    unit: 'seconds',
    of: run => run.creationTime,
    band: bands => bands.creationTime,
  },
  {
    name: 'peakAlive',
    label: 'peak backlog',
    unit: 'netns',
    of: run => run.peak.alive,
    band: bands => bands.peakAlive,
  },
  {
    name: 'peakBytes',
    label: 'peak memory',
    unit: 'bytes',
    of: run => run.memory.peakBytes,
    band: bands => bands.peakBytes,
  },
  {
    name: 'longestHold',
    label: 'longest RTNL hold by cleanup',
    unit: 'seconds',
    of: run => run.rtnl.longestHold.seconds,
    band: bands => bands.longestHold,
  },
  {
    name: 'creatorWait95',
    label: 'RTNL wait of a creator, 95 %',
    unit: 'seconds',
    of: run => run.rtnl.creatorWait.p95,
  },
  {
    name: 'creationLatency50',
    label: 'one creation, 50 %',
    unit: 'seconds',
    of: run => run.creationLatency.p50,
  },
  {
    name: 'creationLatency95',
    label: 'one creation, 95 %',
    unit: 'seconds',
    of: run => run.creationLatency.p95,
  },
  {
    name: 'creationLatencyMax',
    label: 'one creation, longest',
    unit: 'seconds',
    of: run => run.creationLatency.max,
  },
  {
    name: 'growth',
    label: 'growth factor g',
    unit: 'ratio',
    of: run => run.growth,
    band: bands => bands.growth,
  },
];

const FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  seconds,
  bytes,
  netns: count,
  ratio: digits,
};

export const shown = (unit: Unit, value: number): string => FORMATS[unit](value);

/** `8.9 s – 11.2 s` */
export const shownBand = (unit: Unit, { p5, p95 }: Band): string =>
  `${shown(unit, p5)} – ${shown(unit, p95)}`;

/** Every count with its words, the dear ones first. */
export const COUNT_LABELS: Readonly<Record<keyof Counts, string>> = {
  rtnl: 'RTNL acquisitions',
  gracePeriods: 'grace periods',
  barriers: 'RCU barriers',
  unregisterCalls: 'unregister calls',
  walks: 'table walks',
  globalLocks: 'global locks',
  workWaits: 'waits for work',
};

export const COUNT_KEYS = Object.keys(COUNT_LABELS) as readonly (keyof Counts)[];
