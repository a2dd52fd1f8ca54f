import { describe, expect, test } from 'vitest';
import { effectsIn } from '../support/effects';

describe('how often', () => {
  test('a call in a per-net slot is paid per net, in a batch slot once', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	rtnl_lock();
	rtnl_unlock();
}
static void quux_exit_batch(struct list_head *list)
{
	synchronize_rcu();
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net, .exit_batch = quux_exit_batch };
`),
    ).toEqual([
      'rtnl per net: quux_exit_net > rtnl_lock',
      'grace-period per batch: quux_exit_batch > synchronize_rcu',
    ]);
  });

  test('the loop over exit_list multiplies by the nets of the batch, loops inside by devices and entries', async () => {
    expect(
      await effectsIn(`
static void quux_exit_batch(struct list_head *net_exit_list)
{
	struct net_device *dev;
	struct quux_entry *e;
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_exit_list, exit_list) {
		rcu_barrier();
		for_each_netdev(net, dev)
			synchronize_net();
		hash_for_each(quux_table, e)
			flush_work(&e->work);
	}
	rtnl_unlock();
}
static struct pernet_operations quux_net_ops = { .exit_batch = quux_exit_batch };
`),
    ).toEqual([
      'rtnl per batch: quux_exit_batch > rtnl_lock',
      'rcu-barrier per net: quux_exit_batch > rcu_barrier',
      'grace-period per device: quux_exit_batch > synchronize_net',
      'work-wait per entry: quux_exit_batch > flush_work',
    ]);
  });

  test('a loop around the call of a helper multiplies what the helper pays', async () => {
    expect(
      await effectsIn(`
static void quux_free(struct quux_entry *e)
{
	synchronize_rcu();
}
static void quux_exit_net(struct net *net)
{
	int i;

	for (i = 0; i < QUUX_HASH_SIZE; i++)
		quux_free(&net->quux.table[i]);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual(['grace-period per entry: quux_exit_net > quux_free > synchronize_rcu']);
  });

  test('a retry loop does not multiply: it waits as often as it takes', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	do {
		synchronize_rcu();
	} while (atomic_read(&net->quux.users));
	while (atomic_read(&net->quux.users))
		msleep(1);
	while ((e = quux_first(net)))
		flush_work(&e->work);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'grace-period per net: quux_exit_net > synchronize_rcu',
      'work-wait per net: quux_exit_net > msleep',
      'work-wait per entry: quux_exit_net > flush_work',
    ]);
  });
});

describe('on which path', () => {
  test('a branch, and what follows an early return, is conditional', async () => {
    expect(
      await effectsIn(`
static void quux_exit_net(struct net *net)
{
	synchronize_net();
	if (net == &init_net)
		rtnl_lock();
	if (!net->quux)
		return;
	rcu_barrier();
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'grace-period per net: quux_exit_net > synchronize_net',
      'rtnl per net: quux_exit_net > rtnl_lock [conditional]',
      'rcu-barrier per net: quux_exit_net > rcu_barrier [conditional]',
    ]);
  });

  test('all #ifdef variants of a helper count, and a stub in a header does not hide the function behind it', async () => {
    expect(
      await effectsIn(`
//- include/net/quux.h
#ifdef CONFIG_QUUX_CACHE
void quux_cache_fini(struct net *net);
#else
static inline void quux_cache_fini(struct net *net) { }
#endif
//- net/quux/quux_main.c
#include <net/quux.h>
#ifdef CONFIG_QUUX_FAST
static void quux_stop(struct net *net)
{
	synchronize_net();
}
#else
static void quux_stop(struct net *net)
{
	rcu_barrier();
}
#endif
static void quux_exit_net(struct net *net)
{
	quux_stop(net);
	quux_cache_fini(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
//- net/quux/quux_cache.c
#include <net/quux.h>
void quux_cache_fini(struct net *net)
{
	rtnl_lock();
}
`),
    ).toEqual([
      'grace-period per net: quux_exit_net > quux_stop > synchronize_net',
      'rcu-barrier per net: quux_exit_net > quux_stop > rcu_barrier',
      'rtnl per net: quux_exit_net > quux_cache_fini > rtnl_lock',
    ]);
  });

  test('in a module outside any tree, helpers are found in all its folders', async () => {
    expect(
      await effectsIn(`
//- src/main/quux.c
static void quux_exit_net(struct net *net)
{
	quux_flush(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
//- src/flush/flush.c
void quux_flush(struct net *net)
{
	rtnl_lock();
}
`),
    ).toEqual(['rtnl per net: quux_exit_net > quux_flush > rtnl_lock']);
  });

  test('a static function of another file is not meant; of two global ones the nearer is', async () => {
    expect(
      await effectsIn(`
//- net/quux/quux.c
static void quux_exit_net(struct net *net)
{
	stop_all(net);
	free_all(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
//- net/quux/quux_stop.c
void stop_all(struct net *net)
{
	rcu_barrier();
}
//- drivers/net/other/other.c
void stop_all(struct net *net)
{
	rtnl_lock();
}
static void free_all(struct net *net)
{
	synchronize_rcu();
}
`),
    ).toEqual(['rcu-barrier per net: quux_exit_net > stop_all > rcu_barrier']);
  });

  test('a function-like macro is followed like a function', async () => {
    expect(
      await effectsIn(`
#define quux_lock() \\
	do { \\
		mutex_lock(&quux_mutex); \\
	} while (0)
static void quux_exit_net(struct net *net)
{
	quux_lock();
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual(['global-lock per net: quux_exit_net > quux_lock > mutex_lock [quux_mutex (global)]']);
  });

  test('recursion ends, and the depth limit cuts', async () => {
    const fixture = `
static void quux_walk(struct quux_node *n)
{
	quux_walk(n->left);
	quux_leaf(n);
}
static void quux_leaf(struct quux_node *n)
{
	synchronize_rcu();
}
static void quux_exit_net(struct net *net)
{
	quux_walk(net->quux.root);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`;
    expect(await effectsIn(fixture)).toEqual([
      'grace-period per net: quux_exit_net > quux_walk > quux_leaf > synchronize_rcu',
    ]);
    expect(await effectsIn(fixture, { depth: 2 })).toEqual([]);
  });
});

describe('functions passed as arguments', () => {
  test('are called by whoever calls the parameter, as often as that does', async () => {
    expect(
      await effectsIn(`
static void table_for_each(struct table *t, void (*fn)(struct entry *), void *arg)
{
	struct entry *e;

	list_for_each_entry(e, &t->list, node)
		fn(e);
}
static void table_free(struct table *t, void (*free_fn)(struct entry *))
{
	table_for_each(t, free_fn, NULL);
}
static void quux_free(struct entry *e)
{
	synchronize_rcu();
}
static void quux_exit_net(struct net *net)
{
	table_free(&net->quux.table, quux_free);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([
      'grace-period per entry: quux_exit_net > table_free > table_for_each > quux_free > synchronize_rcu [callback]',
    ]);
  });

  test('are not called when they are only stored: work items, timers, RCU callbacks', async () => {
    expect(
      await effectsIn(`
static void later(struct quux_work *w, void (*fn)(struct quux_work *))
{
	w->fn = fn;
}
static void quux_work_fn(struct quux_work *w)
{
	rtnl_lock();
}
static void quux_exit_net(struct net *net)
{
	later(&net->quux.work, quux_work_fn);
	call_rcu(&net->quux.rcu, quux_work_fn);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([]);
  });

  test('a local function pointer is not the global function of the same name', async () => {
    expect(
      await effectsIn(`
void stop(struct net *net)
{
	rtnl_lock();
}
static void quux_exit_net(struct net *net)
{
	void (*stop)(struct net *net) = net->quux.stop;

	stop(net);
}
static struct pernet_operations quux_net_ops = { .exit = quux_exit_net };
`),
    ).toEqual([]);
  });
});
