/**
 * Published measurements of creating and dismantling network namespaces, as their authors report them, described in
 * our own words. Data only. Figures of different rows come from different machines: never compare across rows.
 */

export interface Figure {
  readonly quantity: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'MB' | 'netns' | 'objects' | 'Gbit/s' | 'share';
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** `founding`: one of the measurements this model is built to reproduce; `held out`: others. */
  readonly role: 'founding' | 'held out';
  readonly source: string;
  readonly machine?: string;
  readonly load: string;
  readonly figures: readonly Figure[];
  readonly remark?: string;
}

const s = (quantity: string, value: number): Figure => ({ quantity, value, unit: 's' });
const objects = (quantity: string, value: number): Figure => ({ quantity, value, unit: 'objects' });

export const EXPERIMENTS = {
  unshare10: {
    id: 'unshare10',
    title: '2022 unshare10: eight RTNL-per-netns exit handlers batched',
    role: 'founding',
    source:
      'E. Dumazet, [PATCH net-next 00/11] net: speedup netns dismantles, 7 Feb 2022, 20220207171756.1304544-1-eric.dumazet@gmail.com',
    machine: '24 cores, 48 threads, net-next of February 2022',
    load: '10 shells, each 10,000 times `unshare -n` with lo brought up; then ten samples of slabinfo, one a second',
    figures: [
      s('before, real', 417.766),
      s('before, user', 217.277),
      s('before, sys', 2404.826),
      objects('before, net_namespace at +1 to +9 s', 82_634),
      objects('before, net_namespace at +10 s', 37_214),
      s('after, real', 103.876),
      s('after, user', 219.728),
      s('after, sys', 456.342),
      objects('after, net_namespace at +1 s', 9945),
      objects('after, net_namespace at +2 s', 4087),
      objects('after, net_namespace at +3 s', 4082),
      objects('after, net_namespace at +4 s', 234),
    ],
    remark: 'real includes the ten seconds of sampling; active slab objects include per-CPU caches',
  },
  dummies: {
    id: 'dummies',
    title: '2009 dummies: unregister many devices with one set of grace periods',
    role: 'founding',
    source: 'E. Dumazet, [net-next-2.6 PATCH 0/6] net: Speedup netdevice unregisters, 27 Oct 2009',
    machine: '2 × 4 CPUs, HZ=1000, preemptible',
    load: '10,000 dummy devices, all down; rmmod dummy',
    figures: [
      s('before, real', 120.303),
      s('before, sys', 0.117),
      s('after, real', 1.111),
      s('after, sys', 0.922),
    ],
    remark: 'three grace periods per device before',
  },
  vlans: {
    id: 'vlans',
    title: '2009 vlans: the same for devices that are up',
    role: 'founding',
    source: 'as 2009 dummies',
    machine: 'as 2009 dummies',
    load: '1,000 vlan devices, up, without addresses, on one dummy; rmmod dummy',
    figures: [
      s('before, real', 40.41),
      s('before, sys', 0.022),
      s('after three patches, real', 20.99),
      s('after three patches, sys', 0.011),
      s('after the fourth, real', 4.392),
      s('after the fourth, sys', 0.067),
    ],
    remark: 'the fourth patch leaves one grace period per device, in dev_deactivate()',
  },
  conntrack: {
    id: 'conntrack',
    title: '2020 conntrack: one hash table for all netns instead of one each',
    role: 'founding',
    source:
      'K. Khorenko, [PATCH rh7 00/19] netfilter/conntrack: use a single hashtable for all namespaces, 22 May 2020',
    machine: 'virtual machine with 8 GB, rh7 kernel (3.10)',
    load: '`ip netns add`, 1,000 times, one after the other',
    figures: [
      s('before, real', 32.014),
      s('before, sys', 30.453),
      { quantity: 'before, memory used', value: 1140.536, unit: 'MB' },
      s('after, real', 3.589),
      s('after, sys', 3.157),
      { quantity: 'after, memory used', value: 358.724, unit: 'MB' },
    ],
    remark: 'two tables of 65,536 slots per netns; the series also merges slab caches',
  },
  ipvs: {
    id: 'ipvs',
    title: '2019 ipvs: the exit handlers moved to exit_batch',
    role: 'founding',
    source:
      'H. Yan, [net-next 0/2] ipvs: speedup ipvs netns dismantle, July 2019, with the benchmark of 18 July',
    load: '100 shells, each 40 times `unshare -n ipvsadm`',
    figures: [
      s('before, real', 8.086),
      s('before, sys', 36.956),
      s('after, real', 7.623),
      s('after, sys', 32.935),
    ],
    remark: 'one run each; in the thread J. Anastasov asks what moving the loop gains',
  },
  ehash: {
    id: 'ehash',
    title: '2022 ehash: lookup throughput against the length of the hash chains',
    role: 'founding',
    source:
      'K. Iwashima, [PATCH v1 net-next 00/13] tcp/udp: Introduce optional per-netns hash table, 25 Aug 2022, 20220826000445.46552-1-kuniyu@amazon.com',
    machine: 'EC2 c5.24xlarge',
    load: 'iperf3 in one netns while idle sockets fill the table of the root netns; 131,072 buckets unless said',
    figures: [
      { quantity: 'L=1', value: 50.7, unit: 'Gbit/s' },
      { quantity: 'L=8', value: 49.9, unit: 'Gbit/s' },
      { quantity: 'L=16', value: 48.9, unit: 'Gbit/s' },
      { quantity: 'L=32', value: 47.3, unit: 'Gbit/s' },
      { quantity: 'L=64', value: 44.6, unit: 'Gbit/s' },
      { quantity: 'L=128', value: 40.6, unit: 'Gbit/s' },
      { quantity: 'L=192', value: 36.3, unit: 'Gbit/s' },
      { quantity: 'L=256', value: 32.5, unit: 'Gbit/s' },
      { quantity: 'L=320', value: 27, unit: 'Gbit/s' },
      { quantity: 'L=384', value: 25, unit: 'Gbit/s' },
      { quantity: '524,288 buckets, L=48', value: 45.1, unit: 'Gbit/s' },
    ],
  },
  tunnels: {
    id: 'tunnels',
    title: '2017 tunnels: IPv6, then IPv4 tunnel devices batched',
    role: 'held out',
    source: 'commits bb401caefe9d and 64bc17811b72',
    load: '40 shells, each 100 times `unshare -n true`',
    figures: [
      s('all per netns, real', 205.292),
      s('IPv6 batched, real', 98.965),
      s('all batched, real', 22.117),
    ],
  },
  netMutex: {
    id: 'netMutex',
    title: '2018 net_mutex: creation and dismantle no longer exclude each other',
    role: 'held out',
    source: 'merge 885842d89a9b',
    machine: 'laptop with 8 CPUs, preemptible RCU',
    load: '`unshare -n`, 10,000 times, one after the other',
    figures: [
      s('before, real', 100.377),
      s('before, sys', 19.928),
      s('after, real', 17.007),
      s('after, sys', 11.779),
    ],
    remark: 'user time halves too, so the clock of the CPU differed',
  },
  batchDestruction: {
    id: 'batchDestruction',
    title: '2009 batch destruction of 4,096 namespaces',
    role: 'held out',
    source: 'commit 2b035b399707 (E. Biederman)',
    load: '4,096 namespaces released together',
    figures: [s('after, real', 44), { quantity: 'after, CPU', value: 0.6, unit: 'share' }],
    remark: 'most of the CPU is inet_twsk_purge()',
  },
  preExit: {
    id: 'preExit',
    title: '2019 pre_exit: a thousand namespaces in turn',
    role: 'held out',
    source: 'commit d7d99872c144',
    load: '`unshare -n false`, 1,000 times, one after the other',
    figures: [s('real', 2.612), s('user', 0.171), s('sys', 2.216)],
    remark: 'the built-in creation cost comes from here, so it is no test',
  },
} as const satisfies Record<string, Experiment>;

export type ExperimentId = keyof typeof EXPERIMENTS;

/** A published figure, by its name in the row. */
export function reported(id: ExperimentId, quantity: string): number {
  const figures: readonly Figure[] = EXPERIMENTS[id].figures;
  const figure = figures.find(each => each.quantity === quantity);
  if (!figure) throw new Error(`experiment ${id} reports no "${quantity}"`);
  return figure.value;
}
