/** Work of the cleanup worker: an amount of CPU, of sleep and of table walks. Adds and scales. */
export interface Work {
  /** CPU, seconds. */
  readonly cpu: number;
  /** Waits for readers, callbacks or work items, seconds off the CPU. */
  readonly sleep: number;
  /** CPU for the buckets of walked tables, seconds; independent of how full they are. */
  readonly buckets: number;
  /** Walks over all entries of a global table; their CPU depends on how many namespaces are alive. */
  readonly walks: number;
}

export const noWork: Work = { cpu: 0, sleep: 0, buckets: 0, walks: 0 };

/** a + times · b */
export const addWork = (a: Work, b: Work, times = 1): Work => ({
  cpu: a.cpu + times * b.cpu,
  sleep: a.sleep + times * b.sleep,
  buckets: a.buckets + times * b.buckets,
  walks: a.walks + times * b.walks,
});

export const isIdle = ({ cpu, sleep, buckets, walks }: Work): boolean =>
  cpu === 0 && sleep === 0 && buckets === 0 && walks === 0;

/** CPU that does not depend on the fill of any table, seconds. */
export const steadyCpu = ({ cpu, buckets }: Work): number => cpu + buckets;
