/** Short ways to write the scenarios and ops that the tests are about. */
import { builtInPrices, type Prices } from '../../src/core/simulation/prices';
import type { Op, OpEffect, Program } from '../../src/core/simulation/program';
import {
  type Machine,
  plainWorkload,
  type Scenario,
  type Workload,
} from '../../src/core/simulation/scenario';

export const op = (name: string, ...effects: OpEffect[]): Op => ({ id: name, name, effects });

export const perNet = (kind: OpEffect['kind'], rest: Partial<OpEffect> = {}): OpEffect => ({
  kind,
  slot: 'exit',
  per: 'net',
  ...rest,
});

export const perBatch = (kind: OpEffect['kind'], rest: Partial<OpEffect> = {}): OpEffect => ({
  kind,
  slot: 'exit_batch',
  per: 'batch',
  ...rest,
});

export const program = (...ops: Op[]): Program => ({ ops });

/** `count` ops named after `effects`, e.g. eight that take RTNL per netns. */
export const many = (count: number, name: string, ...effects: OpEffect[]): Op[] =>
  Array.from({ length: count }, (_, index) => op(`${name}${index}`, ...effects));

export interface Changes {
  readonly workload?: Partial<Workload>;
  readonly machine?: Partial<Omit<Machine, 'prices'>>;
  readonly prices?: Partial<Prices>;
  readonly ops?: readonly Op[];
  readonly jitter?: number;
  readonly seed?: number;
}

export const scenario = ({
  workload,
  machine,
  prices,
  ops = [],
  jitter = 0.3,
  seed = 1,
}: Changes = {}): Scenario => ({
  name: 'test',
  workload: { ...plainWorkload, ...workload },
  machine: { cpus: 16, hz: 1000, ...machine, prices: { ...builtInPrices, ...prices } },
  program: { ops },
  jitter,
  seed,
});
