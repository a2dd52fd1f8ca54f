import { beforeAll, expect, inject, test } from 'vitest';
import { DiskTree } from '../refactorings/tree/disk';
import { type Surveyed, survey, verdictOf } from '../refactorings/tree/survey';
import { REPOSITORY } from '../support/repository';

const { root } = inject('kernelTree');

let surveyed: readonly Surveyed[];
beforeAll(async () => {
  const tree = await DiskTree.open(root, REPOSITORY);
  surveyed = await survey(tree, { slots: tree.slots, verifies: true });
});

test('no crash and no invalid edit; every edit removes a finding it is for and brings no new cost', () => {
  expect(surveyed.flatMap(({ name, problems }) => problems.map(problem => `${name}: ${problem}`))).toEqual(
    [],
  );
});

test('every handler with a warning gets an edit, an edit with questions, or a reason', () => {
  const silent = surveyed.filter(({ group, outcomes }) => group === 'warning' && outcomes.length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('what is offered, by group', () => {
  const counts: Record<string, number> = {};
  for (const { group, outcomes } of surveyed) {
    const key = `${group}: ${verdictOf(outcomes)}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  console.log(counts);
  expect(counts['nothing shared: gainless']).toBeGreaterThan(80);
  expect(counts['warning: asked'] ?? 0).toBeGreaterThan(3);
  expect(counts['batch takes RTNL: asked'] ?? 0).toBeGreaterThan(15);
});

/** Ops that maintainers moved to an rtnl slot between 6.1 and 6.12: docs/refactorings/upstream.md */
const MOVED_UPSTREAM: Readonly<Record<string, readonly string[]>> = {
  bareudp_net_ops: ['exit_batch_rtnl'],
  bond_net_ops: ['pre_exit', 'exit_batch_rtnl', 'exit'],
  br_net_ops: ['exit_batch_rtnl'],
  geneve_net_ops: ['exit_batch_rtnl', 'exit'],
  ip6_tnl_net_ops: ['exit_batch_rtnl'],
  ip6gre_net_ops: ['exit_batch_rtnl'],
  nexthop_net_ops: ['exit_batch_rtnl', 'exit'],
  sit_net_ops: ['exit_batch_rtnl'],
  vti6_net_ops: ['exit_batch_rtnl'],
  xfrmi_net_ops: ['exit_batch_rtnl'],
};

test.each(Object.entries(MOVED_UPSTREAM))('%s goes where maintainers put it', (name, slots) => {
  const found = surveyed.find(one => one.name === name && one.slot === 'exit_batch');
  // in later trees they have moved already
  if (!found) return;
  const [best] = found.outcomes;
  expect(best?.kind === 'edit' && best.title.match(/`\.(\w+)`/g)).toEqual(slots.map(slot => `\`.${slot}\``));
});
