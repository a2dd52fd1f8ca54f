import { describe, expect, test } from 'vitest';
import { PRICED_AT, priceOf, shareable } from '../../src/core/dismantle';
import type { Effect, ExitPath, Ops } from '../../src/core/project';
import { dismantleOf, effectWords, opsWords, priceWords, secondsPerNet, sumWords } from '../../src/shared';
import { anEffect } from '../support/an-effect';
import { analysisOf } from '../support/effects';

/** The ops of a fixture with one. */
async function opsOf(fixture: string): Promise<Ops> {
  const { ops } = await analysisOf(fixture);
  expect(ops).toHaveLength(1);
  return ops[0]!;
}

const exiting = (body: string, slot = 'exit', parameter = 'struct net *net'): Promise<Ops> =>
  opsOf(`
static void foo_exit(${parameter})
{
${body}
}

static struct pernet_operations foo_net_ops = {
	.${slot} = foo_exit,
};
`);

const handlers = ({ exitPaths }: Ops): readonly ExitPath[] => exitPaths;

describe('an ops on one line', () => {
  test('counts what is paid for every netns, and estimates its time', async () => {
    const ops = await exiting('\trtnl_lock();\n\trtnl_unlock();\n\tsynchronize_rcu();\n\tsynchronize_rcu();');
    expect(opsWords(ops)).toBe('per netns: 1 RTNL, 2 grace periods (estimated 8.01 ms)');
  });

  test('tells what the batch pays apart', async () => {
    const ops = await exiting(
      `	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, list, exit_list)
		cancel_work_sync(&net->work);
	rtnl_unlock();
	rcu_barrier();`,
      'exit_batch',
      'struct list_head *list',
    );
    expect(opsWords(ops)).toBe(
      'per netns: 1 wait for work (estimated 500 ns); per batch: 1 RTNL, 1 RCU barrier',
    );
  });

  test('stays short: three sorts are named, and all are estimated', async () => {
    const four =
      '\trtnl_lock();\n\trtnl_unlock();\n\tsynchronize_rcu();\n\trcu_barrier();\n\tflush_work(&w);';
    const ops = await exiting(four);
    expect(opsWords(ops)).toBe('per netns: 1 RTNL, 1 grace period, 1 RCU barrier, … (estimated 8.01 ms)');
    expect(sumWords(dismantleOf(ops).perNet)).toBe('1 RTNL, 1 grace period, 1 RCU barrier, 1 wait for work');
  });

  test('says so where nothing could be shared', async () => {
    const ops = await exiting('\tremove_proc_entry("foo", net->proc_net);');
    expect(opsWords(ops)).toBe('no RTNL, no wait, no walk');
    expect(priceWords(handlers(ops))).toBeNull();
  });

  test('leaves out what is paid when a netns is made', async () => {
    const ops = await opsOf(`
static int foo_init(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
	return 0;
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init,
};
`);
    expect(opsWords(ops)).toBe('no RTNL, no wait, no walk');
  });
});

describe('a price', () => {
  const { prices, hz } = PRICED_AT.machine;

  test('is the sum of the prices that the simulation takes', async () => {
    const ops = await exiting('\trtnl_lock();\n\trtnl_unlock();\n\tsynchronize_rcu();');
    const { perNet, perBatch } = priceOf(shareable(ops.exitPaths));
    expect(perNet).toEqual({ cpu: prices.rtnlWork, sleep: prices.gracePeriod / hz });
    expect(perBatch).toEqual({ cpu: 0, sleep: 0 });
  });

  test('of devices has their two expedited waits, the barrier after RTNL, and their CPU', async () => {
    const ops = await exiting('\trtnl_lock();\n\tunregister_netdevice(dev);\n\trtnl_unlock();');
    const { perNet } = priceOf(shareable(ops.exitPaths));
    expect(perNet.sleep).toBeCloseTo(2 * prices.expeditedGracePeriod + prices.rcuBarrier / hz, 9);
    expect(perNet.cpu).toBeCloseTo(prices.rtnlWork + prices.unregisterDevice, 9);
  });

  test('of a walk has the entries that are assumed', async () => {
    const ops = await opsOf(`
static HLIST_HEAD(foo_list);

static void foo_exit(struct net *net)
{
	struct foo *foo;

	hlist_for_each_entry(foo, &foo_list, node)
		if (foo->net == net)
			foo_forget(foo);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit,
};
`);
    expect(sumWords(dismantleOf(ops).perNet)).toBe('1 table walk');
    expect(secondsPerNet(dismantleOf(ops).perNet)).toBeGreaterThanOrEqual(
      PRICED_AT.entries * prices.walkEntry,
    );
  });

  test('in words has its unit, and how much of it is spent asleep', async () => {
    const devices = await exiting('\trtnl_lock();\n\tunregister_netdevice(dev);\n\trtnl_unlock();');
    expect(priceWords(handlers(devices))).toBe('Estimated cost: 4.28 ms per netns, 4.2 ms of it asleep');
    const batch = await exiting('\trcu_barrier();', 'exit_batch', 'struct list_head *list');
    expect(priceWords(handlers(batch))).toBe('Estimated cost: 4 ms per batch, asleep');
  });
});

describe('an effect', () => {
  const effect = (kind: Effect['kind'], more: Partial<Effect> = {}): Effect =>
    anEffect(kind, 'any', [], more);
  const exit = (some: Effect) => ({ slot: 'exit', effect: some }) as const;

  test('names the lock, the size and the condition', () => {
    expect(effectWords(effect('global-lock', { lock: 'quux_mutex', conditional: true }))).toBe(
      'quux_mutex once per netns, under a condition',
    );
    expect(effectWords(effect('table-walk', { per: 'entry' }))).toBe('table walk once per table entry');
    expect(effectWords(effect('allocation', { bytes: 65_000 }))).toBe('64 KiB once per netns');
  });

  test('that waits is worth more than a lock, both together more than one', () => {
    const wait = effect('grace-period');
    const rtnl = effect('rtnl');
    expect(secondsPerNet([exit(wait)])).toBeGreaterThan(secondsPerNet([exit(rtnl)]));
    expect(secondsPerNet([exit(wait), exit(rtnl)])).toBeGreaterThan(secondsPerNet([exit(wait)]));
    expect(secondsPerNet([])).toBe(0);
  });

  test('on a doubtful path is not counted: the simulation does not count it either', () => {
    const path: ExitPath = {
      slot: 'exit',
      handler: 'foo_exit',
      range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
      definition: null,
      effects: [effect('rtnl', { confidence: 'low' })],
    };
    expect(opsWords({ exitPaths: [path] })).toBe('no RTNL, no wait, no walk');
  });
});
