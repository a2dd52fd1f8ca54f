/** 2017 tunnels and 2018 net_mutex: kernels in which creation and dismantle excluded each other. */
import { reported } from '../experiments';
import { builtInPrices } from '../prices';
import type { Op } from '../program';
import { defaultMachine, plainWorkload, type Scenario } from '../scenario';
import { runOf } from '../simulate';
import { type Row, rowsOf } from './row';
import { solve } from './solve';

const HZ = 1000;
/** Fallback devices that each had an ops with an rcu_barrier: ip6_tunnel, ip6_vti, ip6_gre, sit; five of IPv4. */
const TUNNELS = { ipv6: 4, ipv4: 5 };
/** A creation of 2017, assumed: CPU, part of it under net_mutex, RTNL visits and hold; seconds. */
const CREATION_2017 = { creationCpu: 2.5e-3, creationRtnlVisits: 9, creationRtnlHold: 0.5e-3 };
const EXCLUSIVE_2017 = 1.5e-3;
const CPUS_2017 = 16;

interface Batched {
  readonly ipv6: boolean;
  readonly ipv4: boolean;
}

const tunnels = (family: keyof Batched, batched: boolean): Op[] =>
  Array.from({ length: TUNNELS[family] }, (_, index) => ({
    id: `${family}-${index}`,
    name: `${family} tunnel ${index}`,
    effects: [
      batched
        ? { kind: 'rcu-barrier', slot: 'exit_batch', per: 'batch' }
        : { kind: 'rcu-barrier', slot: 'exit', per: 'net' },
    ],
  }));

/** @param barrier rcu_barrier(), seconds @param netCpu worker CPU per netns, seconds */
const tunnelScenario = (batched: Batched, barrier: number, netCpu: number): Scenario => ({
  name: '2017 tunnels',
  workload: { ...plainWorkload, ...CREATION_2017, creators: 40, iterations: 100 },
  machine: {
    cpus: CPUS_2017,
    hz: HZ,
    netMutexCpu: EXCLUSIVE_2017,
    prices: { ...builtInPrices, rcuBarrier: barrier * HZ, netCpu },
  },
  program: { ops: [...tunnels('ipv4', batched.ipv4), ...tunnels('ipv6', batched.ipv6)] },
  jitter: 0,
  seed: 1,
});

const creationTime = (scenario: Scenario) => runOf(scenario).creationTime;
/** The two parameters barely depend on each other: few rounds settle them. */
const ROUNDS = 3;

export function tunnelRows(): Row[] {
  const [first, middle, last] = ['all per netns, real', 'IPv6 batched, real', 'all batched, real'] as const;
  const time = (ipv6: boolean, ipv4: boolean, barrier: number, netCpu: number) =>
    creationTime(tunnelScenario({ ipv6, ipv4 }, barrier, netCpu));
  let [barrier, netCpu] = [5e-3, 1e-3];
  for (let round = 0; round < ROUNDS; round += 1) {
    barrier = solve(reported('tunnels', first), 1e-3, 2e-2, each => time(false, false, each, netCpu));
    netCpu = solve(reported('tunnels', last), 1e-5, 8e-3, each => time(true, true, barrier, each));
  }
  const row = (quantity: typeof first | typeof middle | typeof last, simulated: number) => ({
    quantity,
    unit: 's',
    reported: reported('tunnels', quantity),
    simulated,
  });
  return rowsOf('tunnels', [
    {
      ...row(first, time(false, false, barrier, netCpu)),
      role: 'calibrated',
      remark: `rcu_barrier ${(1000 * barrier).toFixed(2)} ms`,
    },
    { ...row(middle, time(true, false, barrier, netCpu)), role: 'predicted' },
    {
      ...row(last, time(true, true, barrier, netCpu)),
      role: 'calibrated',
      remark: `worker CPU per netns ${(1000 * netCpu).toFixed(2)} ms`,
    },
  ]);
}

/** The 2018 load is one shell: a fifth of its namespaces takes a fifth of the time. */
const NETS_2018 = 10_000;
const SIMULATED_2018 = 2000;
const RTNL_HOLD_2018 = 0.1e-3;
const EXCLUSIVE_2018 = 0.5e-3;

export function netMutexRows(): Row[] {
  const iteration = reported('netMutex', 'after, real') / NETS_2018;
  const scenario = (mutex: boolean): Scenario => ({
    name: '2018 net_mutex',
    workload: {
      ...plainWorkload,
      creators: 1,
      iterations: SIMULATED_2018,
      creationCpu: iteration - RTNL_HOLD_2018,
      creationRtnlHold: RTNL_HOLD_2018,
    },
    machine: { ...defaultMachine, cpus: 8, ...(mutex ? { netMutexCpu: EXCLUSIVE_2018 } : {}) },
    program: {
      ops: [
        {
          id: 'default_device',
          name: 'default_device',
          effects: [{ kind: 'device-unregister', slot: 'exit_batch', per: 'batch' }],
        },
      ],
    },
    jitter: 0,
    seed: 1,
  });
  const time = (mutex: boolean) => (creationTime(scenario(mutex)) * NETS_2018) / SIMULATED_2018;
  return rowsOf('netMutex', [
    {
      quantity: 'after, real',
      unit: 's',
      role: 'calibrated',
      reported: reported('netMutex', 'after, real'),
      simulated: time(false),
      remark: 'sets the creation of one netns',
    },
    {
      quantity: 'before, real',
      unit: 's',
      role: 'predicted',
      reported: reported('netMutex', 'before, real'),
      simulated: time(true),
      remark:
        'hold-ups of 20 to 30 s that the commits mention are not modelled; the clock of the CPU differed',
    },
  ]);
}
