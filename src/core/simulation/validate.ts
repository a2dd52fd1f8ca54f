/** Scenario files: plain JSON, every field optional, every number in its range, no field unknown. */
import { type Checked, Checker, join } from './checks';
import {
  EFFECT_FIELDS,
  MACHINE_FIELDS,
  MOST_NETS,
  MOST_OPS,
  OP_FIELDS,
  PRICE_FIELDS,
  RUN_FIELDS,
  TIMES_IN_NET_CPU,
  WORKLOAD_FIELDS,
} from './fields';
import { builtInPrices, type Prices } from './prices';
import { EFFECT_KINDS, MULTIPLICITIES, type Op, type OpEffect, type Program, SLOTS } from './program';
import {
  defaultMachine,
  type Machine,
  netsOf,
  plainWorkload,
  type Scenario,
  type Workload,
} from './scenario';

const DEFAULT_RUN = { jitter: 0.3, seed: 1 };

/**
 * Reads a scenario.
 * @param program used when the file brings none: the op program of the open tree
 */
export function readScenario(json: unknown, program: Program = { ops: [] }): Checked<Scenario> {
  const check = new Checker();
  const file = check.fields(json, '', ['name', 'workload', 'machine', 'program', 'jitter', 'seed']);
  return check.done({
    name: check.text(file.name, 'name', 'scenario'),
    workload: readWorkload(check, file.workload),
    machine: readMachine(check, file.machine),
    program: file.program === undefined ? program : readProgram(check, file.program),
    ...check.numbers(file, '', RUN_FIELDS, DEFAULT_RUN),
  });
}

function readWorkload(check: Checker, json: unknown): Workload {
  const values = check.fields(json, 'workload', [...Object.keys(WORKLOAD_FIELDS), 'release', 'conditional']);
  const workload: Workload = {
    ...check.numbers(values, 'workload', WORKLOAD_FIELDS, plainWorkload),
    release: check.choice(values.release, 'workload.release', ['each', 'together'], 'each'),
    conditional: check.choice(values.conditional, 'workload.conditional', ['taken', 'skipped'], 'taken'),
  };
  if (netsOf(workload) > MOST_NETS)
    check.reject(
      'workload.iterations',
      `× creators is ${netsOf(workload)} netns: give at most ${MOST_NETS} in all`,
    );
  return workload;
}

function readMachine(check: Checker, json: unknown): Machine {
  const values = check.fields(json, 'machine', [...Object.keys(MACHINE_FIELDS), 'prices']);
  const { netMutexCpu: range, ...always } = MACHINE_FIELDS;
  const netMutexCpu = check.number(values.netMutexCpu, 'machine.netMutexCpu', range, undefined);
  return {
    ...check.numbers(values, 'machine', always, defaultMachine),
    prices: readPrices(check, values.prices, 'machine.prices'),
    ...(netMutexCpu === undefined ? {} : { netMutexCpu }),
  };
}

const readPrices = (check: Checker, json: unknown, field: string): Prices =>
  check.numbers(
    check.fields(json, field, Object.keys(PRICE_FIELDS)),
    field,
    PRICE_FIELDS,
    builtInPrices,
  ) as Prices;

function readProgram(check: Checker, json: unknown): Program {
  const values = check.fields(json, 'program', ['ops', 'expedited', 'inNetCpu']);
  const ops = check
    .list(values.ops, 'program.ops', MOST_OPS)
    .map((op, index) => readOp(check, op, `program.ops[${index}]`));
  const ids = new Set<string>();
  for (const [index, { id }] of ops.entries()) {
    if (ids.has(id))
      check.reject(`program.ops[${index}].id`, `is "${id}", like that of another op: ids are unique`);
    ids.add(id);
  }
  return {
    ops,
    ...(check.flag(values.expedited, 'program.expedited') ? { expedited: true } : {}),
    ...(values.inNetCpu === undefined ? {} : { inNetCpu: readInNetCpu(check, values.inNetCpu) }),
  };
}

function readInNetCpu(check: Checker, json: unknown): NonNullable<Program['inNetCpu']> {
  const field = 'program.inNetCpu';
  const entries = Object.entries(check.fields(json, field, EFFECT_KINDS)).map(([kind, times]) => [
    kind,
    check.number(times, join(field, kind), TIMES_IN_NET_CPU, 0),
  ]);
  return Object.fromEntries(entries);
}

function readOp(check: Checker, json: unknown, field: string): Op {
  const values = check.fields(json, field, ['id', 'name', 'cpuPerNet', 'effects']);
  const name = check.text(values.name, join(field, 'name'), field);
  const cpuPerNet = check.number(values.cpuPerNet, join(field, 'cpuPerNet'), OP_FIELDS.cpuPerNet, undefined);
  return {
    id: check.text(values.id, join(field, 'id'), name),
    name,
    ...(cpuPerNet === undefined ? {} : { cpuPerNet }),
    effects: check
      .list(values.effects, join(field, 'effects'), MOST_OPS)
      .map((effect, index) => readEffect(check, effect, `${field}.effects[${index}]`)),
  };
}

function readEffect(check: Checker, json: unknown, field: string): OpEffect {
  const values = check.fields(json, field, [
    'kind',
    'slot',
    'per',
    'conditional',
    'underRtnl',
    'expedited',
    'blocks',
    ...Object.keys(EFFECT_FIELDS),
  ]);
  for (const name of ['kind', 'slot', 'per'])
    if (values[name] === undefined) check.reject(join(field, name), 'is missing');
  const optional = Object.entries(EFFECT_FIELDS).flatMap(([name, range]) => {
    const value = check.number(values[name], join(field, name), range, undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    kind: check.choice(values.kind, join(field, 'kind'), EFFECT_KINDS, 'rtnl'),
    slot: check.choice(values.slot, join(field, 'slot'), SLOTS, 'exit'),
    per: check.choice(values.per, join(field, 'per'), MULTIPLICITIES, 'net'),
    ...(check.flag(values.conditional, join(field, 'conditional')) ? { conditional: true } : {}),
    ...(check.flag(values.underRtnl, join(field, 'underRtnl')) ? { underRtnl: true } : {}),
    ...(values.expedited === undefined
      ? {}
      : { expedited: check.flag(values.expedited, join(field, 'expedited')) }),
    ...(check.flag(values.blocks, join(field, 'blocks')) ? { blocks: true } : {}),
    ...(Object.fromEntries(optional) as { times?: number; buckets?: number; bytes?: number }),
  };
}
