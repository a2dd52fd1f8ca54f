import { expect, test } from 'vitest';
import { fileFacts } from '../../src/core/facts';
import { maskTables } from '../../src/core/syntax';
import { testParser } from '../support/parser';

async function opsIn(text: string): Promise<string[]> {
  const { ops } = fileFacts(await testParser(), 'net/quux/quux.c', text, maskTables());
  return ops.map(
    ({ name, nameAt, macro, members, registeredBy }) =>
      `${nameAt.line + 1}:${nameAt.column + 1} ${macro ? `${macro} makes ` : ''}${name} ` +
      `{${members.map(m => `${m.member}=${m.value}`).join(' ')}} ${registeredBy}`,
  );
}

test('annotations, const, arrays of one line and awkward spacing do not hide the name', async () => {
  expect(
    await opsIn(`
static struct pernet_operations quux_a_ops = {
	.init = quux_init,
	.exit	    = quux_exit,
	.id   = &quux_net_id,
	.size = sizeof(struct quux_net),
};
static struct pernet_operations quux_b_ops __net_initdata = { .exit = quux_exit };
struct pernet_operations __read_mostly quux_c_ops =
{
	.exit_batch = quux_exit_batch
};
static const struct pernet_operations quux_d_ops = { };
static int __init quux_module_init(void)
{
	unregister_pernet_subsys(&quux_a_ops);
	return register_pernet_subsys(&quux_a_ops) ?: register_pernet_device(&quux_b_ops);
}
static int act(void)
{
	return tcf_register_action(&act_quux_ops, &quux_c_ops);
}
`),
  ).toEqual([
    '2:33 quux_a_ops {init=quux_init exit=quux_exit id=&quux_net_id size=sizeof(struct quux_net)} register_pernet_subsys',
    '8:33 quux_b_ops {exit=quux_exit} register_pernet_device',
    '9:40 quux_c_ops {exit_batch=quux_exit_batch} tcf_register_action',
    '13:39 quux_d_ops {} null',
  ]);
});

test('members under #ifdef count in every variant', async () => {
  expect(
    await opsIn(`
static struct pernet_operations quux_net_ops = {
	.init = quux_init,
#ifdef CONFIG_QUUX
	.exit = quux_exit,
#else
	.exit = quux_exit_small,
#endif
};
`),
  ).toEqual(['2:33 quux_net_ops {init=quux_init exit=quux_exit exit=quux_exit_small} null']);
});

test('pointers, parameters, prototypes and comments are no objects', async () => {
  expect(
    await opsIn(`
extern struct pernet_operations quux_extern_ops;
static struct pernet_operations *quux_pointer = &quux_net_ops;
int quux_register(struct pernet_operations *ops);
/* static struct pernet_operations quux_old_ops = {
	.exit = quux_exit,
}; */
// static struct pernet_operations quux_old_ops = { .exit = quux_exit };
`),
  ).toEqual([]);
});

test('what a macro makes is named as the macro writes it, and by the macro', async () => {
  expect(
    await opsIn(`
#define QUUX_OPS(name, leave)				\\
	static void name##_enter(struct net *net) { }	\\
	static struct pernet_operations name##_net_ops = {	\\
		.init = name##_enter,			\\
		.exit = leave,				\\
		.exit_batch = quux_exit_batch,		\\
	};						\\
	static int name##_start(void)			\\
	{						\\
		return register_pernet_subsys(&name##_net_ops);	\\
	}
#define QUUX_PLAIN_OPS(ops) static struct pernet_operations ops = { .exit = quux_exit }
QUUX_OPS(corge, corge_exit)
static struct pernet_operations quux_ops = { .exit = quux_exit };
`),
  ).toEqual([
    '4:34 QUUX_OPS makes name##_net_ops {init=name##_enter exit=leave exit_batch=quux_exit_batch} register_pernet_subsys',
    '13:61 QUUX_PLAIN_OPS makes ops {exit=quux_exit} null',
    '15:33 quux_ops {exit=quux_exit} null',
  ]);
});
