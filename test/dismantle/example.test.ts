import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programsOf, treeProgram } from '../../src/core/dismantle';
import { countBatch, plainWorkload } from '../../src/core/simulation';
import { analysisOf } from '../support/effects';
import { REPOSITORY } from '../support/repository';

const EXAMPLE = join(REPOSITORY, 'examples/lantern');

async function lantern() {
  const sources = readdirSync(EXAMPLE).filter(name => /\.[ch]$/.test(name));
  const fixture = sources.map(
    name => `//- net/lantern/${name}\n${readFileSync(join(EXAMPLE, name), 'utf8')}`,
  );
  const { ops } = await analysisOf(fixture.join('\n'));
  const slots = ['init', 'pre_exit', 'exit_rtnl', 'exit', 'exit_batch'] as const;
  return treeProgram(ops, { label: 'lantern', slots });
}

test('the example module: what a batch of 64 pays, and what refactoring would leave', async () => {
  const tree = await lantern();
  expect(tree.ops).toHaveLength(11);
  const of = (target: 'best' | 'exit_batch') => {
    const { before, after, changed } = programsOf(tree, { loaded: 'all', use: 'used', subject: [], target });
    return {
      before: countBatch(before, 64, plainWorkload),
      after: countBatch(after!, 64, plainWorkload),
      changed: changed.map(id => id.replace(/.*:/, '')),
    };
  };
  const best = of('best');
  // dev and main take RTNL per netns, qos once per batch, and the core for mcast, which hands its devices over
  expect(best.before).toMatchObject({ rtnl: 130, walks: 64, unregisterCalls: 65 });
  expect(best.after).toMatchObject({ rtnl: 2, walks: 1, unregisterCalls: 1 });
  expect(best.changed).toEqual([
    'lantern_dev_net_ops',
    'lantern_flow_net_ops',
    'lantern_key_net_ops',
    'lantern_net_ops',
    'lantern_peer_net_ops',
  ]);
  expect(of('exit_batch').after).toMatchObject({ rtnl: 4, walks: 1, unregisterCalls: 2 });
});
