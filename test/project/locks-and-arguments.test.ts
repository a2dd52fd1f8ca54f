import { describe, expect, test } from 'vitest';
import { effectsIn } from '../support/effects';

describe('whose lock', () => {
  test('file-level objects are global, what comes from net belongs to it, the rest is unknown', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	struct quux_net *qn = net_generic(net, quux_net_id);
	struct quux_dev *qd = quux_find(3);

	mutex_lock(&quux_mutex);
	mutex_lock(&quux_state.lock);
	mutex_lock(&qn->lock);
	down_write(&net->quux.sem);
	mutex_lock(&qd->lock);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'global-lock per net: quux_exit_net > mutex_lock [quux_mutex (global)]',
      'global-lock per net: quux_exit_net > mutex_lock [quux_state.lock (global)]',
      'global-lock per net: quux_exit_net > mutex_lock [qn->lock (net)]',
      'global-lock per net: quux_exit_net > down_write [net->quux.sem (net)]',
      'global-lock per net: quux_exit_net > mutex_lock [qd->lock (unknown)]',
    ]);
  });

  test('guards are locks too; those of spinlocks and RCU cost nothing', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	guard(mutex)(&quux_mutex);
	guard(rcu)();
	scoped_guard(rwsem_write, &quux_sem) {
		synchronize_rcu();
	}
	scoped_guard(spinlock, &quux_lock)
		quux_drop(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'global-lock per net: quux_exit_net > guard(mutex) [quux_mutex (global)]',
      'global-lock per net: quux_exit_net > guard(rwsem_write) [quux_sem (global)]',
      'grace-period per net: quux_exit_net > synchronize_rcu',
    ]);
  });

  test('a lock function of the user is a global lock by its own name', async () => {
    expect(
      await effectsIn(
        `
static void quux_exit_net(struct net *net)
{
	quux_cfg_lock();
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`,
        { locks: [{ lock: 'quux_cfg_lock', unlock: 'quux_cfg_unlock', name: 'quux_cfg' }] },
      ),
    ).toEqual(['global-lock per net: quux_exit_net > quux_cfg_lock [quux_cfg (global)]']);
  });
});

describe('what the arguments decide', () => {
  test('unregister_netdevice_queue() and ->dellink() only wait when there is no list', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	unregister_netdevice_queue(net->quux.a, &list);
	unregister_netdevice_queue(net->quux.b, NULL);
	net->quux.c->rtnl_link_ops->dellink(net->quux.c, &list);
	net->quux.d->rtnl_link_ops->dellink(net->quux.d, NULL);
	kfree_rcu(qn, rcu);
	kfree_rcu(qn);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'device-unregister per net: quux_exit_net > unregister_netdevice_queue',
      'device-unregister per net: quux_exit_net > dellink',
      'grace-period per net: quux_exit_net > kfree_rcu',
    ]);
  });

  test('the size of a table in .init is folded from constants', async () => {
    expect(
      await effectsIn(`
#define QUUX_BITS 10
#define QUUX_SIZE (1 << QUUX_BITS)
static int quux_init_net(struct net *net)
{
	net->quux.table = kvcalloc(QUUX_SIZE, sizeof(struct hlist_head), GFP_KERNEL);
	net->quux.other = vzalloc(quux_size());
	return 0;
}
static struct pernet_operations quux_net_ops = { .init = quux_init_net };
`),
    ).toEqual([
      'allocation per net: quux_init_net > kvcalloc [8192 bytes]',
      'allocation per net: quux_init_net > vzalloc',
    ]);
  });

  test('a walk over a file-level table that compares the netns is one effect, however the table is nested', async () => {
    expect(
      await effectsIn(`
static LIST_HEAD(quux_list);
static void quux_exit_net(struct net *net)
{
	struct quux_dev *qd, *tmp;
	int i;

	list_for_each_entry_safe(qd, tmp, &quux_list, node)
		if (net_eq(qd->net, net))
			quux_drop(qd);
	for (i = 0; i < QUUX_SIZE; i++)
		hlist_for_each_entry(qd, &quux_hash[i], hnode)
			if (dev_net(qd->dev) == net)
				quux_drop(qd);
	list_for_each_entry(qd, &quux_list, node)
		quux_count(qd);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'table-walk per net: quux_exit_net > list_for_each_entry_safe [quux_list (global)]',
      'table-walk per net: quux_exit_net > hlist_for_each_entry [quux_hash (global)]',
    ]);
  });

  test('the table behind a loop macro is found in the macro', async () => {
    expect(
      await effectsIn(`
//- net/quux/core.h
extern struct list_head quux_list;
#define for_each_quux(q) \\
	list_for_each_entry(q, &quux_list, node)
//- net/quux/core.c
#include "core.h"
static void quux_exit_net(struct net *net)
{
	struct quux_dev *qd;

	for_each_quux(qd) {
		if (net_eq(quux_net(qd), net))
			quux_drop(qd);
	}
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual(['table-walk per net: quux_exit_net > for_each_quux [quux_list (global)]']);
  });
});
