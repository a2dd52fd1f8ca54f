/** `simulate --after` with what refactorings really write, and with a file that somebody has changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { scan } from '../../src/host/scan';
import type { SimulationReport } from '../../src/report/simulation';
import { folderWith } from '../host/folder';
import { run } from './run';

const QUUX = `#include <net/net_namespace.h>

static void quux_flush(struct net *net)
{
	struct quux_net *qn = net_generic(net, quux_net_id);

	qn->count = 0;
}

static void __net_exit quux_exit_net(struct net *net)
{
	rtnl_lock();
	quux_flush(net);
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;
/** Nothing can be hoisted: the lock is taken after a return. */
const CORGE = `#include <net/net_namespace.h>

static void __net_exit corge_exit_net(struct net *net)
{
	if (corge_is_gone(net))
		return;
	rtnl_lock();
	corge_flush(net);
	rtnl_unlock();
	kfree(net->corge);
}

static struct pernet_operations corge_net_ops = {
	.exit = corge_exit_net,
};
`;

let folder: string;
beforeEach(() => {
  folder = folderWith({
    '.pernet-lens.json': '{ "slots": ["init", "pre_exit", "exit", "exit_batch"] }',
    'net/quux.c': QUUX,
    'net/corge.c': CORGE,
    'small.json': JSON.stringify({ workload: { creators: 2, iterations: 50 } }),
  });
});

const simulate = (...argv: string[]) =>
  run([...'simulate net --scenario small.json --use used --no-cache --replications 0'.split(' '), ...argv], {
    cwd: folder,
    answer: scan,
  });
async function reported(...argv: string[]): Promise<SimulationReport> {
  const { stdout, stderr } = await simulate('--format', 'json', ...argv);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('the edit that a refactoring offers', () => {
  test('is applied in memory, analysed, and simulated; the file stays as it is', async () => {
    const { question, tally } = await reported('--ops', 'quux_net_ops', '--after', 'wrap-and-hoist');
    expect(question.title).toBe('quux_net_ops: .exit → .exit_batch');
    expect(question.change[0]).toMatch(/^After: as the refactorings write it \(wrap-and-hoist\)/);
    expect(tally.subject).toMatchObject({ before: { rtnl: 64 }, after: { rtnl: 1 } });
    const again = await reported('--ops', 'quux_net_ops');
    expect(again.question.before).toEqual(question.before);
  });

  test('is said in the text and in the Markdown', async () => {
    const argv = ['--ops', 'quux_net_ops', '--after', 'offered'];
    for (const format of ['text', 'markdown'])
      expect((await simulate(...argv, '--format', format)).stdout).toContain('as the refactorings write it');
  });

  test('is refused for one ops: the change is assumed, and the reason told', async () => {
    const { question, tally } = await reported('--ops', 'corge_net_ops', '--after', 'best');
    expect(question.change).toEqual([
      expect.stringMatching(/^Assumed, not written: moved by hand; no refactoring is offered for it: .{20}/),
    ]);
    expect(tally.subject).toMatchObject({ before: { rtnl: 64 }, after: { rtnl: 1 } });
  });

  test('all at once: what is offered, and beside it what is assumed', async () => {
    const { question, tally } = await reported('--after', 'best');
    expect(question.changed).toHaveLength(2);
    expect(question.change.map(words => words.split(/[:,]/)[0])).toEqual(['After', 'Assumed']);
    expect(tally.whole).toMatchObject({ before: { rtnl: 128 }, after: { rtnl: 2 } });
    const offered = await reported('--after', 'offered');
    expect(offered.question.changed).toEqual(['net/quux.c:quux_net_ops']);
    expect(offered.tally.whole).toMatchObject({ before: { rtnl: 128 }, after: { rtnl: 65 } });
  });
});

describe('a changed file', () => {
  const changed = QUUX.replace('\trtnl_lock();\n', '').replace('\trtnl_unlock();\n', '');

  test('stands for the file of its name', async () => {
    writeFileSync(join(folder, 'quux.c'), changed);
    const { question, tally } = await reported('--after', 'quux.c');
    expect(question.title).toBe('net against net/quux.c as in quux.c');
    expect(question.changed).toEqual(['net/quux.c:quux_net_ops']);
    expect(tally.whole).toMatchObject({ before: { rtnl: 128 }, after: { rtnl: 64 } });
  });

  test('that could stand for none, or is not there, is refused', async () => {
    writeFileSync(join(folder, 'grault.c'), changed);
    expect((await simulate('--after', 'grault.c')).stderr).toContain(
      '--after grault.c: there is no such file with ops among those scanned',
    );
    expect((await simulate('--after', 'elsewhere/quux.c')).stderr).toContain('cannot be read');
  });
});
