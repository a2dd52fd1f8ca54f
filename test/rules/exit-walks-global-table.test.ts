import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('exit-walks-global-table', () => {
  test('a hash of all netns, filtered by netns', () =>
    check(`
//- net/foo/foo.c
static DEFINE_HASHTABLE(foo_hash, 8);

static void foo_flush(struct net *net)
{
	struct foo_ent *ent;
	struct hlist_node *tmp;
	int bucket;

	hash_for_each_safe(foo_hash, bucket, tmp, ent, node) {
		if (!net_eq(read_pnet(&ent->net), net))
			continue;
		hash_del(&ent->node);
		kfree(ent);
	}
}

static void __net_exit foo_exit_net(struct net *net)
{
	foo_flush(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-walks-global-table: foo_exit_net > foo_flush > hash_for_each_safe
};
`));

  test('a list of the netns, and a global list that nobody filters, are not reported', () =>
    check(`
//- net/foo/foo.c
static LIST_HEAD(foo_types);

static void __net_exit foo_exit_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);
	struct foo_ent *ent, *tmp;
	struct foo_type *type;

	list_for_each_entry_safe(ent, tmp, &fn->ents, node)
		kfree(ent);
	list_for_each_entry(type, &foo_types, node)
		type->fini(net);
}

static struct pernet_operations foo_net_ops = {
	.exit = foo_exit_net,
//              ^^^^^^^^^^^^ exit-without-batch
};
`));
});
