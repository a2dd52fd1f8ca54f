import { expect, test } from 'vitest';
import { analysisOf } from '../support/effects';

/** The lines of the paths of all effects, by primitive. */
async function linesIn(fixture: string): Promise<string[]> {
  const { ops } = await analysisOf(fixture);
  return ops.flatMap(({ exitPaths }) =>
    exitPaths.flatMap(({ effects }) =>
      effects.map(({ primitive, path }) => `${primitive}: ${path.map(hop => hop.line).join(' > ')}`),
    ),
  );
}

// FIXME: the value that is passed rules the first call out; the path should lead through line 5. Branches are not judged:
// nf_conntrack's hooks and openvswitch's ports are shown through a branch that they do not take.
test('of equally long ways to a call the first in the text speaks, although a branch rules it out', async () => {
  expect(
    await linesIn(`
static void quux_put(struct net *net, int family)
{
	if (family == QUUX_BRIDGE)
		quux_do_put(net);
	quux_do_put(net);
}
static void quux_do_put(struct net *net)
{
	mutex_lock(&quux_mutex);
}
static void quux_exit_net(struct net *net)
{
	quux_put(net, QUUX_INET);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
  ).toEqual(['mutex_lock: 13 > 4 > 9']);
});
