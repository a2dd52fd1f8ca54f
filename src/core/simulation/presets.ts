/** Ready-made scenarios: the caller's own tree, and the five founding experiments. */
import { reported } from './experiments';
import { type LookupCost, type LookupPoint, lookupThroughput } from './lookup';
import { builtInPrices } from './prices';
import type { Per, Program } from './program';
import { ipvsScenario } from './reproduction/ipvs';
import { ehashCost } from './reproduction/tables';
import { unshare10Scenario } from './reproduction/unshare10';
import { ACCEPTED_SETS } from './reproduction/unshare10-sets';
import { defaultMachine, plainWorkload, type Scenario } from './scenario';

interface PresetHead {
  readonly id: string;
  readonly title: string;
}

/** A load whose dismantle is simulated; with `after`, a founding experiment as published before and after. */
export interface DismantlePreset extends PresetHead {
  readonly kind: 'dismantle';
  /** @param tree the op program of the open tree; founding experiments bring their own */
  readonly before: (tree: Program) => Scenario;
  readonly after?: (tree: Program) => Scenario;
}

/** Lookup throughput against chain length: nothing is dismantled. */
export interface LookupPreset extends PresetHead {
  readonly kind: 'lookup';
  readonly cost: LookupCost;
  /** Shared by all namespaces: chains grow with everybody's sockets. */
  readonly shared: readonly LookupPoint[];
  /** One per netns: the chain length of an idle netns, whatever the others do. */
  readonly perNet: LookupPoint;
}

export type Preset = DismantlePreset | LookupPreset;

const base = (name: string): Omit<Scenario, 'program'> => ({
  name,
  workload: plainWorkload,
  machine: defaultMachine,
  jitter: 0.3,
  seed: 1,
});

const tree: DismantlePreset = {
  kind: 'dismantle',
  id: 'tree',
  title: 'My tree: 10 shells, each 1,000 times `unshare -n true`',
  before: program => ({ ...base('my tree'), program }),
};

const typicalSet = ACCEPTED_SETS[Math.floor(ACCEPTED_SETS.length / 2)]!;

const unshare10: DismantlePreset = {
  kind: 'dismantle',
  id: 'unshare10',
  title: '2022: eight RTNL-per-netns exit handlers batched, 10 × 10,000 `unshare -n`',
  before: () => unshare10Scenario(typicalSet.set, false, typicalSet.seed),
  after: () => unshare10Scenario(typicalSet.set, true, typicalSet.seed),
};

const DUMMIES = 10_000;

/** In 2009 all waits were normal grace periods of four jiffies, two of them and a barrier per call. */
const dummiesScenario = (per: Per): Scenario => ({
  ...base(`2009 dummies, unregistered once per ${per}`),
  workload: { ...plainWorkload, creators: 1, iterations: 1, devicesPerNet: DUMMIES },
  machine: {
    cpus: 8,
    hz: 1000,
    prices: {
      ...builtInPrices,
      expeditedGracePeriod: 4e-3,
      unregisterDevice: reported('dummies', 'after, sys') / DUMMIES,
    },
  },
  program: {
    ops: [
      {
        id: 'dummy',
        name: 'dummy',
        effects: [{ kind: 'device-unregister', slot: per === 'batch' ? 'exit_batch' : 'exit', per }],
      },
    ],
  },
  jitter: 0,
});

const dummies: DismantlePreset = {
  kind: 'dismantle',
  id: 'dummies',
  title: '2009: 10,000 devices unregistered one by one, or all at once',
  before: () => dummiesScenario('device'),
  after: () => dummiesScenario('batch'),
};

const TABLES_BYTES = 2 * 65_536 * 8;

const conntrackScenario = (own: boolean): Scenario => ({
  ...base(`2020 conntrack, table ${own ? 'per netns' : 'shared'}`),
  workload: {
    ...plainWorkload,
    creators: 1,
    iterations: 1000,
    creationCpu: reported('conntrack', 'after, real') / 1000 - plainWorkload.creationRtnlHold,
    release: 'together',
  },
  machine: {
    cpus: 4,
    hz: 1000,
    prices: { ...builtInPrices, netBytes: reported('conntrack', 'after, memory used') * 1000 },
  },
  program: {
    ops: [
      {
        id: 'nf_conntrack',
        name: 'nf_conntrack',
        effects: own ? [{ kind: 'allocation', slot: 'init', per: 'net', bytes: TABLES_BYTES }] : [],
      },
    ],
  },
});

const conntrack: DismantlePreset = {
  kind: 'dismantle',
  id: 'conntrack',
  title: '2020: 1,000 namespaces with a conntrack table each, or one shared',
  before: () => conntrackScenario(true),
  after: () => conntrackScenario(false),
};

/** RTNL hold of a creation that meets the published time before; docs/simulation.md §6. Seconds. */
const IPVS_HOLD = 1.92e-3;

const ipvs: DismantlePreset = {
  kind: 'dismantle',
  id: 'ipvs',
  title: '2019: ipvs exit handlers moved to exit_batch, 100 × 40 `unshare -n ipvsadm`',
  before: () => ipvsScenario(false, IPVS_HOLD),
  after: () => ipvsScenario(true, IPVS_HOLD),
};

const CHAINS = [1, 8, 16, 32, 64, 128, 192, 256, 320, 384];
const lookupPoint = (chain: number): LookupPoint => ({
  chain,
  throughput: lookupThroughput(chain, ehashCost()),
});

const ehash: LookupPreset = {
  kind: 'lookup',
  id: 'ehash',
  title: '2022: socket lookup with a shared hash table, or one per netns',
  cost: ehashCost(),
  shared: CHAINS.map(lookupPoint),
  perNet: lookupPoint(1),
};

export const PRESETS: readonly Preset[] = [tree, unshare10, dummies, conntrack, ipvs, ehash];
