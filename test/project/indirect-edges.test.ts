import { describe, expect, test } from 'vitest';
import { effectsIn } from '../support/effects';

describe('indirect edges', () => {
  test('a member is followed where it is listed, within the folder', async () => {
    expect(
      await effectsIn(
        `
//- net/quux/quux.c
static void quux_exit_net(struct net *net)
{
	net->quux.port->ops->teardown(net->quux.port);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
//- net/quux/quux_port.c
static void quux_port_teardown(struct quux_port *p)
{
	synchronize_net();
}
static const struct quux_port_ops quux_port_ops = {
	.teardown = quux_port_teardown,
};
`,
        { indirectEdges: [{ member: 'teardown', struct: 'quux_port_ops' }] },
      ),
    ).toEqual(['grace-period per net: quux_exit_net > quux_port_teardown > synchronize_net [indirect]']);
  });

  describe('of several ways to a listed member, one for all objects speaks', () => {
    const PORTS = `
static void quux_detach(struct quux_port *p)
{
	p->ops->teardown(p);
}
static void quux_port_teardown(struct quux_port *p)
{
	synchronize_net();
}
static const struct quux_port_ops quux_port_ops = {
	.teardown = quux_port_teardown,
};
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`;
    const wayBehind = async (body: string, more = ''): Promise<string[]> =>
      (
        await effectsIn(`${more}\nstatic void quux_exit_net(struct net *net)\n{\n${body}\n}\n${PORTS}`, {
          indirectEdges: [{ member: 'teardown', struct: 'quux_port_ops' }],
        })
      ).map(effect => effect.replace(' > synchronize_net [indirect]', ''));

    const DESTROY = `
static void quux_destroy(struct quux *q)
{
	hlist_for_each_entry(p, &q->ports, node)
		quux_detach(p);
}`;
    const CHOSEN = `
	LIST_HEAD(chosen);

	quux_choose(net, &chosen);
	list_for_each_entry_safe(p, next, &chosen, node)
		quux_detach(p);`;
    const FROM_ALL =
      'grace-period per entry: quux_exit_net > quux_destroy > quux_detach > quux_port_teardown';
    const FROM_CHOSEN = 'grace-period per entry: quux_exit_net > quux_detach > quux_port_teardown';

    test('before one for those that a function has put on a list', async () => {
      expect(await wayBehind(`${CHOSEN}\n\tquux_destroy(net->quux);`, DESTROY)).toEqual([FROM_ALL]);
      expect(await wayBehind(`\tquux_destroy(net->quux);${CHOSEN}`, DESTROY)).toEqual([FROM_ALL]);
    });

    test('before one for an object that a constant names', async () => {
      const body = `
	hlist_for_each_entry(q, &net->quuxes, node) {
		quux_detach(quux_port(q, QUUX_LOCAL));
		quux_destroy(q);
	}`;
      expect(await wayBehind(body, DESTROY)).toEqual([FROM_ALL]);
    });

    test('unless it is much longer, or the only one', async () => {
      const further = `${DESTROY}
static void quux_stop(struct quux *q)
{
	quux_destroy(q);
}`;
      expect(await wayBehind(`${CHOSEN}\n\tquux_stop(net->quux);`, further)).toEqual([FROM_CHOSEN]);
      expect(await wayBehind(CHOSEN)).toEqual([FROM_CHOSEN]);
    });
  });
});
