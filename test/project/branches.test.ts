import { describe, expect, test } from 'vitest';
import { analysisOf } from '../support/effects';

/**
 * The mutexes that the exit handler takes, in order.
 * @param helper takes a parameter `family` and is called with `argument`
 */
async function locksBehind(argument: string, helper: string): Promise<string[]> {
  const { ops } = await analysisOf(`
${helper}
static void quux_exit_net(struct net *net)
{
	quux_put(net, ${argument});
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`);
  return ops.flatMap(({ exitPaths }) =>
    exitPaths.flatMap(({ effects }) => effects.map(({ lock }) => lock ?? '')),
  );
}

describe('a constant argument', () => {
  const COMPARED = `static void quux_put(struct net *net, int family)
{
	if (family == QUUX_INET)
		mutex_lock(&inet_mutex);
	else
		mutex_lock(&other_mutex);
	if (family != QUUX_INET) {
		mutex_lock(&not_inet_mutex);
	}
	if (family == QUUX_BRIDGE && net)
		mutex_lock(&unread_mutex);
}`;
  test('rules out the branches of a comparison that it does not take', async () => {
    expect(await locksBehind('QUUX_INET', COMPARED)).toEqual(['inet_mutex', 'unread_mutex']);
    expect(await locksBehind('QUUX_BRIDGE', COMPARED)).toEqual([
      'other_mutex',
      'not_inet_mutex',
      'unread_mutex',
    ]);
  });

  test('rules out nothing where it may be an alias, or is no constant', async () => {
    expect(await locksBehind('PF_QUUX', COMPARED)).toHaveLength(4);
    expect(await locksBehind('net->family', COMPARED)).toHaveLength(4);
    expect(await locksBehind('family', COMPARED)).toHaveLength(4);
  });

  const SWITCHED = `static void quux_put(struct net *net, int family)
{
	switch (family) {
	case QUUX_BRIDGE:
		mutex_lock(&bridge_mutex);
		fallthrough;
	case QUUX_INET:
	case QUUX_INET6:
		mutex_lock(&inet_mutex);
		break;
	case QUUX_XFRM:
		mutex_lock(&xfrm_mutex);
		return;
	default:
		mutex_lock(&other_mutex);
	}
}`;
  test('picks the cases of a switch, falling through', async () => {
    expect(await locksBehind('QUUX_BRIDGE', SWITCHED)).toEqual(['bridge_mutex', 'inet_mutex']);
    expect(await locksBehind('QUUX_INET', SWITCHED)).toEqual(['inet_mutex']);
    expect(await locksBehind('QUUX_INET6', SWITCHED)).toEqual(['inet_mutex']);
    expect(await locksBehind('QUUX_XFRM', SWITCHED)).toEqual(['xfrm_mutex']);
    expect(await locksBehind('QUUX_ARP', SWITCHED)).toEqual(['other_mutex']);
  });

  const FLAGGED = `static void quux_put(struct net *net, bool family)
{
	if (!family)
		mutex_lock(&off_mutex);
	if (family)
		mutex_lock(&on_mutex);
}`;
  test('answers a flag', async () => {
    expect(await locksBehind('true', FLAGGED)).toEqual(['on_mutex']);
    expect(await locksBehind('false', FLAGGED)).toEqual(['off_mutex']);
    expect(await locksBehind('NULL', FLAGGED)).toEqual(['off_mutex']);
    expect(await locksBehind('QUUX_FLAG', FLAGGED)).toEqual(['off_mutex', 'on_mutex']);
  });

  test('is handed on from function to function', async () => {
    const helper = `static void quux_do_put(struct net *net, int reason, int kind)
{
	if (kind == QUUX_BRIDGE)
		mutex_lock(&bridge_mutex);
	mutex_lock(&any_mutex);
}
static void quux_put(struct net *net, int family)
{
	quux_do_put(net, 0, family);
}`;
    expect(await locksBehind('QUUX_INET', helper)).toEqual(['any_mutex']);
    expect(await locksBehind('QUUX_BRIDGE', helper)).toEqual(['bridge_mutex', 'any_mutex']);
  });

  test('counts for each call by itself', async () => {
    const helper = `static void quux_do_put(struct net *net, int kind)
{
	if (kind == QUUX_BRIDGE)
		mutex_lock(&bridge_mutex);
}
static void quux_put(struct net *net, int family)
{
	quux_do_put(net, QUUX_INET);
	quux_do_put(net, QUUX_BRIDGE);
}`;
    expect(await locksBehind('0', helper)).toEqual(['bridge_mutex']);
  });

  test.each([
    ['is assigned another value', 'family = net->family;'],
    ['is changed', 'family++;'],
    ['may be changed through its address', 'quux_fix(&family);'],
  ])('says nothing where the parameter %s', async (_, change) => {
    const helper = `static void quux_put(struct net *net, int family)
{
	${change}
	if (family == QUUX_BRIDGE)
		mutex_lock(&bridge_mutex);
}`;
    expect(await locksBehind('QUUX_INET', helper)).toEqual(['bridge_mutex']);
  });

  test('says nothing where a label leads into the branch', async () => {
    const helper = `static void quux_put(struct net *net, int family)
{
	if (!net->up)
		goto unlock;
	if (family == QUUX_BRIDGE) {
unlock:
		mutex_lock(&bridge_mutex);
	}
}`;
    expect(await locksBehind('QUUX_INET', helper)).toEqual(['bridge_mutex']);
  });
});

/** The lines of the paths of all effects, by primitive. */
async function linesIn(fixture: string): Promise<string[]> {
  const { ops } = await analysisOf(fixture);
  return ops.flatMap(({ exitPaths }) =>
    exitPaths.flatMap(({ effects }) =>
      effects.map(({ primitive, path }) => `${primitive}: ${path.map(hop => hop.line).join(' > ')}`),
    ),
  );
}

test('of equally long ways to a call the one with the fewest branches speaks', async () => {
  expect(
    await linesIn(`
static void quux_exit_net(struct net *net)
{
	if (net->quux)
		quux_flush(net);
	quux_put(net);
}
static void quux_flush(struct net *net)
{
	quux_lock(net);
}
static void quux_put(struct net *net)
{
	quux_lock(net);
}
static void quux_lock(struct net *net)
{
	mutex_lock(&quux_mutex);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
  ).toEqual(['mutex_lock: 5 > 13 > 17']);
});

// FIXME: nothing is paid here. What the fields of an object say about a branch is not followed, only what is passed for
// parameters.
test('a branch that a field decides is not judged', async () => {
  expect(
    await linesIn(`
static void quux_drop(struct quux *q)
{
	if (q->kind == QUUX_TUNNEL)
		rtnl_lock();
}
static void quux_exit_net(struct net *net)
{
	struct quux *q = quux_pernet(net);

	q->kind = QUUX_PORT;
	quux_drop(q);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
  ).toEqual(['rtnl_lock: 11 > 4']);
});
