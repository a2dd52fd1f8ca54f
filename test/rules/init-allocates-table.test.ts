import { describe, test } from 'vitest';
import { check } from '../support/check';

describe('init-allocates-table', () => {
  test('a size from the defines of the file, in a callee', () =>
    check(`
//- net/foo/foo.c
#define FOO_BITS 10
#define FOO_SIZE (1 << FOO_BITS)

static int foo_hash_init(struct foo_net *fn)
{
	fn->hash = kcalloc(FOO_SIZE, sizeof(struct hlist_head), GFP_KERNEL);
	return fn->hash ? 0 : -ENOMEM;
}

static int __net_init foo_init_net(struct net *net)
{
	return foo_hash_init(net_generic(net, foo_net_id));
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init_net,
//              ^^^^^^^^^^^^ init-allocates-table: foo_init_net > foo_hash_init > kcalloc
};
`));

  test('of two unknown sizes the likelier large one speaks', () =>
    check(`
//- net/foo/foo.c
static int __net_init foo_init_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	fn->table = vzalloc(foo_table_size);
	fn->hash = kvcalloc(foo_hash_size, sizeof(*fn->hash), GFP_KERNEL);
	return 0;
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init_net,
//              ^^^^^^^^^^^^ init-allocates-table: foo_init_net > vzalloc
};
`));

  test('less than a page, an unknown size from kcalloc, and a growing table are not reported', () =>
    check(`
//- net/foo/foo.c
#define FOO_SIZE 256

static int __net_init foo_init_net(struct net *net)
{
	struct foo_net *fn = net_generic(net, foo_net_id);

	fn->hash = kcalloc(FOO_SIZE, sizeof(struct hlist_head), GFP_KERNEL);
	fn->slots = kcalloc(foo_slots, sizeof(*fn->slots), GFP_KERNEL);
	return rhashtable_init(&fn->table, &foo_table_params);
}

static struct pernet_operations foo_net_ops = {
	.init = foo_init_net,
};
`));
});
