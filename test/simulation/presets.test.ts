import { expect, test } from 'vitest';
import { compare } from '../../src/core/simulation/compare';
import { type DismantlePreset, type LookupPreset, PRESETS } from '../../src/core/simulation/presets';
import { readScenario } from '../../src/core/simulation/validate';
import { many, perNet, program } from './scenarios';

const tree = program(...many(3, 'op', perNet('rtnl')));
const preset = (id: string) => PRESETS.find(each => each.id === id) as DismantlePreset;
const compared = (id: string) => {
  const { before, after } = preset(id);
  return compare(before(tree), after!(tree));
};

test('there is one for the tree and one for each founding experiment', () =>
  expect(PRESETS.map(({ id }) => id)).toEqual([
    'tree',
    'unshare10',
    'dummies',
    'conntrack',
    'ipvs',
    'ehash',
  ]));

test.each(PRESETS.filter(each => each.kind === 'dismantle').map(each => [each.id, each] as const))(
  '%s is a valid scenario',
  (_, { before, after }) => {
    for (const make of [before, after ?? before])
      expect(readScenario(JSON.parse(JSON.stringify(make(tree))))).toEqual({ kind: 'ok', value: make(tree) });
  },
);

test('the tree preset runs the program of the caller', () =>
  expect(preset('tree').before(tree).program).toBe(tree));

test('2022: batching RTNL shortens creation several times, and the backlog no longer runs away', () => {
  const { before, after } = compared('unshare10');
  expect(before.growth).toBeGreaterThan(1.2);
  expect(before.creationTime / after.creationTime).toBeGreaterThan(2);
});

test('2009: ten thousand devices one by one take two minutes, at once about a second', () => {
  const { before, after } = compared('dummies');
  expect(before.drainTime).toBeGreaterThan(115);
  expect(before.drainTime).toBeLessThan(125);
  expect(after.drainTime).toBeLessThan(1.2);
});

test('2020: a table per netns costs a gigabyte', () => {
  const { savings } = compared('conntrack');
  expect(savings.peakBytes).toBeCloseTo(1000 * 2 ** 20, -6);
});

test('2019: moving the loop gains nothing, and the verdict says so', () =>
  expect(compared('ipvs').verdict).toMatchObject({ gained: false }));

test('2022: a table per netns keeps lookups as fast as on an idle machine', () => {
  const ehash = PRESETS.find(({ id }) => id === 'ehash') as LookupPreset;
  expect(ehash.perNet.throughput).toBeGreaterThan(1.8 * ehash.shared.at(-1)!.throughput);
});
