/**
 * The prices: what one lock, one wait or one unit of work costs. One table; nothing else in the simulation
 * holds a price. `low` and `high` bound what was seen; replications that vary prices draw from that range.
 */

/** Where a price comes from: published by somebody, measured by this project, or neither. */
type Origin = 'reported' | 'measured' | 'assumed';

export type PriceUnit = 'jiffies' | 's' | 's/KiB' | 'bytes' | 'ratio';

export interface Price {
  readonly label: string;
  readonly unit: PriceUnit;
  readonly builtIn: number;
  readonly low: number;
  readonly high: number;
  readonly origin: Origin;
  readonly source: string;
}

const price = (
  label: string,
  unit: PriceUnit,
  [low, builtIn, high]: readonly [number, number, number],
  origin: Origin,
  source: string,
): Price => ({ label, unit, low, builtIn, high, origin, source });

export const PRICES = {
  gracePeriod: price(
    'normal RCU grace period (synchronize_rcu, synchronize_net without RTNL)',
    'jiffies',
    [3, 4, 30],
    'reported',
    'Dumazet 2009: 12 ms per device over 3 calls at HZ=1000; 3 to 30 ms seen elsewhere',
  ),
  expeditedGracePeriod: price(
    'synchronize_net() while RTNL is held',
    's',
    [20e-6, 100e-6, 600e-6],
    'measured',
    'Linux 6.18, 2 CPUs: 0.02 to 0.6 ms',
  ),
  rcuBarrier: price('rcu_barrier()', 'jiffies', [3, 4, 30], 'measured', 'Linux 6.18, HZ=250: 14 to 16 ms'),
  netCpu: price(
    'worker CPU per netns, all handlers together, nothing contended',
    's',
    [160e-6, 190e-6, 220e-6],
    'measured',
    'Linux 6.18, 2 CPUs: slope of dismantle time against batch size (calibrate.sh); lo, locks and entries of an idle netns are in it',
  ),
  rtnlWork: price(
    'work one op does under RTNL for one netns, devices and walks apart',
    's',
    [1e-6, 5e-6, 50e-6],
    'assumed',
    'a list walk or a table flush; the 2022 experiment allows 1 to 24 µs',
  ),
  unregisterDevice: price(
    'CPU to unregister one device, waits apart',
    's',
    [48e-6, 73e-6, 92e-6],
    'measured',
    'Linux 6.18: 48 µs a down veth, 73 µs an up one; 92 µs from the sys time of the 2009 dummies',
  ),
  lockHandOff: price(
    'from mutex_unlock() to the next sleeper running',
    's',
    [0, 5e-6, 100e-6],
    'assumed',
    'a scheduler wake-up is 5 to 100 µs; 0 if the waiter spins',
  ),
  globalLock: price(
    'a file-level mutex taken and released, uncontended',
    's',
    [50e-9, 200e-9, 10e-6],
    'assumed',
    'two atomic operations on a cold line, up to a short critical section',
  ),
  walkEntry: price(
    'one entry of a global table visited',
    's',
    [5e-9, 30e-9, 120e-9],
    'assumed',
    'range of memory latency; the 2022 experiment allows 5 to 49 ns',
  ),
  walkBucket: price(
    'one empty hash bucket visited',
    's',
    [1e-9, 3e-9, 8e-9],
    'measured',
    'Linux 6.18, 2 CPUs',
  ),
  workWait: price(
    'flush_work(), cancel_work_sync() or timer_delete_sync() of something idle',
    's',
    [50e-9, 0.5e-6, 5e-6],
    'assumed',
    'nothing to wait for: a pool lock and a look for a worker that is busy with it; flush_workqueue() looks at every pool',
  ),
  threadWait: price(
    'kthread_stop(), destroy_workqueue() or a completion: another thread has to run',
    's',
    [5e-6, 30e-6, 200e-6],
    'assumed',
    'one or two scheduler wake-ups',
  ),
  procTeardown: price(
    'one /proc or sysctl entry removed',
    's',
    [0.1e-6, 0.5e-6, 2e-6],
    'assumed',
    'bounded by netCpu: an idle netns of the core stack removes some 95 of them in 190 µs, beside all else',
  ),
  allocation: price(
    'a large table allocated and zeroed',
    's/KiB',
    [0.1e-6, 0.235e-6, 0.5e-6],
    'measured',
    'Linux 6.18: creation time against tcp_child_ehash_entries',
  ),
  netBytes: price(
    'memory of one idle netns, struct net and everything hanging on it',
    'bytes',
    [150e3, 300e3, 400e3],
    'reported',
    'Vagin 2016: 300 MB for 1000 netns; Khorenko 2020: 359 kB each with shared tables',
  ),
  crowding: price(
    'extra CPU of a creation while every CPU creates, as a share',
    'ratio',
    [0, 0, 1],
    'assumed',
    'locks and caches that creations share; 0 unless measured. 0.47 with 2 creators on 2 CPUs, Linux 6.18',
  ),
  interference: price(
    'extra worker CPU while creators run, as a share',
    'ratio',
    [0, 0, 2],
    'assumed',
    'shared caches and memory bus; 0 unless measured. The 2022 experiment allows 0.2 to 1.9',
  ),
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;
export type Prices = Readonly<Record<PriceName, number>>;

export const PRICE_NAMES = Object.keys(PRICES) as readonly PriceName[];

/** The built-in profile, each price in the unit of its row. */
export const builtInPrices: Prices = Object.fromEntries(
  PRICE_NAMES.map(name => [name, PRICES[name].builtIn]),
) as Record<PriceName, number>;

/** A grace period, seconds; synchronize_net() under RTNL is expedited. */
export const gracePeriodTime = (prices: Prices, hz: number, expedited: boolean): number =>
  expedited ? prices.expeditedGracePeriod : prices.gracePeriod / hz;

/** rcu_barrier(), seconds. */
export const barrierTime = (prices: Prices, hz: number): number => prices.rcuBarrier / hz;
