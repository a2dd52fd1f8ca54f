import { expect, test } from 'vitest';
import { plainWorkload } from '../../src/core/simulation/scenario';
import { readScenario } from '../../src/core/simulation/validate';
import { many, perNet, program, scenario } from './scenarios';

const messages = (json: unknown): string[] => {
  const read = readScenario(json);
  return read.kind === 'rejected' ? read.problems.map(({ message }) => message) : [];
};

test('an empty file is the plain workload on a small server', () => {
  const tree = program(...many(2, 'op', perNet('rtnl')));
  expect(readScenario({}, tree)).toMatchObject({
    kind: 'ok',
    value: { workload: plainWorkload, machine: { cpus: 16, hz: 1000 }, program: tree, seed: 1 },
  });
});

test('a scenario survives being written to a file and read again', () => {
  const each = scenario({
    workload: { creators: 3, release: 'together', conditional: 'skipped' },
    machine: { cpus: 4, netMutexCpu: 1e-3 },
    ops: many(3, 'op', perNet('table-walk', { times: 2, buckets: 64, underRtnl: true, conditional: true })),
  });
  expect(readScenario(JSON.parse(JSON.stringify(each)))).toEqual({ kind: 'ok', value: each });
});

test.each([
  [{ machine: { cpus: 0 } }, '`machine.cpus` is 0: give a whole number from 1 to 4096 CPUs'],
  [{ machine: { cpus: 2.5 } }, '`machine.cpus` is 2.5: give a whole number from 1 to 4096 CPUs'],
  [
    { workload: { creationCpu: -1e-3 } },
    '`workload.creationCpu` is -0.001: give a number from 0.000001 to 10 s',
  ],
  [
    { workload: { creationRtnlHold: Number.NaN } },
    '`workload.creationRtnlHold` is NaN: give a number from 0 to 10 s',
  ],
  [
    { workload: { iterations: 1e9 } },
    '`workload.iterations` is 1000000000: give a whole number from 1 to 1000000 namespaces',
  ],
  [
    { workload: { creators: '10' } },
    '`workload.creators` is "10": give a whole number from 1 to 1000 creators',
  ],
  [
    { workload: { creators: 1000, iterations: 1_000_000 } },
    '`workload.iterations` × creators is 1000000000 netns: give at most 10000000 in all',
  ],
  [
    { machine: { prices: { rcuBarrier: Number.POSITIVE_INFINITY } } },
    '`machine.prices.rcuBarrier` is Infinity: give a number from 0 to 10000 jiffies',
  ],
  [{ jitter: -1 }, '`jitter` is -1: give a number from 0 to 2'],
  [{ workload: { release: 'never' } }, '`workload.release` is "never": give one of each, together'],
  [{ workload: [] }, '`workload` is []: give an object'],
  [
    { program: { ops: [{ id: 'a', effects: [{ slot: 'exit', per: 'net' }] }] } },
    '`program.ops[0].effects[0].kind` is missing',
  ],
  [
    { program: { ops: [{ id: 'a' }, { id: 'a' }] } },
    '`program.ops[1].id` is "a", like that of another op: ids are unique',
  ],
  [null, 'the file is null: give an object'],
])('%j is rejected with the name of the field and its range', (json, message) =>
  expect(messages(json)).toEqual([message]),
);

test('a field that nobody knows is named, with those that are known', () =>
  expect(messages({ machine: { cpu: 4 } })).toEqual([
    '`machine.cpu` is not known; known here: cpus, hz, netMutexCpu, prices',
  ]));

test('all problems are reported at once', () =>
  expect(messages({ machine: { cpus: 0, hz: 0 }, seed: -1, workload: { creators: 0 } })).toHaveLength(4));
