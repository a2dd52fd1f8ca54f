import { expect, test } from 'vitest';
import { analysisOf } from '../support/effects';

async function notesOn(fixture: string): Promise<string[]> {
  const { notes } = await analysisOf(fixture);
  return notes.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

test('a handler that nobody defines is noted where the ops names it', async () => {
  expect(
    await notesOn(`
//- net/quux/quux.c
static struct pernet_operations quux_net_ops = {
	.init = quux_init_net,
	.exit = quux_exit_net,
};
static int quux_init_net(struct net *net)
{
	return 0;
}
`),
  ).toEqual([
    'net/quux/quux.c:3: no definition of `quux_exit_net` (`.exit` of `quux_net_ops`) was found: a macro may make it, or its file is not in the tree',
  ]);
});

test('an ops in a macro is noted once, whoever uses it, and nothing is said of its pasted handlers', async () => {
  const { ops } = await analysisOf(MADE);
  expect(ops.map(({ name, exitPaths }) => [name, exitPaths])).toMatchObject([
    ['name##_net_ops', [{ handler: 'name##_exit', definition: null, effects: [] }]],
  ]);
  expect(await notesOn(MADE)).toEqual([
    'net/quux/quux.c:2: the macro `QUUX_OPS` makes `name##_net_ops`: what its uses make is not analysed',
  ]);
});

const MADE = `
//- net/quux/quux.c
#define QUUX_OPS(name)						\\
	static struct pernet_operations name##_net_ops = {	\\
		.exit = name ## _exit,				\\
	}
static void corge_exit(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
QUUX_OPS(corge);
QUUX_OPS(grault);
`;
