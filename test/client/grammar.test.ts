import { describe, expect, test } from 'vitest';
import { createPrimitives, isSlot, SLOT_CALLS } from '../../src/core/kernel';
import { textOf } from '../support/repository';
import { type Token, tokenise } from './tokenise';

/** Ours: every scope that the injections add. */
const OURS = /\.pernet\.c$/;

/**
 * Every token that an injection gave a scope of its own, as `text scope`, by line. What is not listed must not have
 * one, so a test says as well what is left alone.
 */
const coloured = async (source: string): Promise<readonly string[]> =>
  (await tokenise(source)).flat().flatMap(({ text, scopes }: Token) => {
    const own = scopes.filter(scope => OURS.test(scope) && !scope.startsWith('meta.')).at(-1);
    return own === undefined ? [] : `${text} ${own.replace('.pernet.c', '')}`;
  });

/** The innermost scope of the first token with this text. */
const innermost = async (source: string, wanted: string): Promise<string | undefined> =>
  (await tokenise(source))
    .flat()
    .find(({ text }) => text.trim() === wanted)
    ?.scopes.at(-1);

describe('an ops object', () => {
  test('shows its slots and handlers, and how often each slot is called', async () => {
    expect(
      await coloured(`
static struct pernet_operations __net_initdata foo_net_ops = {
	.init = foo_init_net,
	.pre_exit	= foo_pre_exit_net,
	.exit = foo_exit_net, /* last */
	.exit_batch = foo_exit_batch,
	.exit_rtnl = foo_exit_rtnl,
	.exit_batch_rtnl = foo_exit_batch_rtnl,
	.id = &foo_net_id,
	.size = sizeof(struct foo_net),
};
`),
    ).toEqual([
      'pernet_operations entity.name.type.struct',
      'init entity.other.attribute-name.slot.per-net',
      'foo_init_net entity.name.function.handler',
      'pre_exit entity.other.attribute-name.slot.per-net',
      'foo_pre_exit_net entity.name.function.handler',
      'exit entity.other.attribute-name.slot.per-net',
      'foo_exit_net entity.name.function.handler',
      'exit_batch entity.other.attribute-name.slot.per-batch',
      'foo_exit_batch entity.name.function.handler',
      'exit_rtnl entity.other.attribute-name.slot.per-net',
      'foo_exit_rtnl entity.name.function.handler',
      'exit_batch_rtnl entity.other.attribute-name.slot.per-batch',
      'foo_exit_batch_rtnl entity.name.function.handler',
    ]);
  });

  test('may be written over several lines, and under #ifdef', async () => {
    expect(
      await coloured(`
struct pernet_operations foo_net_ops
	= {
#ifdef CONFIG_FOO
	.exit
		= foo_exit_net,
#endif
};
`),
    ).toEqual(['pernet_operations entity.name.type.struct', 'exit entity.other.attribute-name.slot.per-net']);
  });

  test('ends with its brace: what follows is plain C again', async () => {
    const source = `
static struct pernet_operations foo_net_ops = { .exit = foo_exit_net };
static struct other_ops bar = {
	.exit = bar_exit,
};
static int __init foo_init(void) { return register_pernet_subsys(&foo_net_ops); }
`;
    expect(await coloured(source)).toEqual([
      'pernet_operations entity.name.type.struct',
      'exit entity.other.attribute-name.slot.per-net',
      'foo_exit_net entity.name.function.handler',
    ]);
    expect(await innermost(source, 'return')).toBe('keyword.control.c');
    expect(await innermost(source, 'register_pernet_subsys')).toBe('entity.name.function.c');
  });

  test('is not what a pointer or a parameter is', async () => {
    expect(
      await coloured(`
int register_pernet_subsys(struct pernet_operations *ops);
static void f(struct pernet_operations *ops)
{
	struct other o = { .exit = g };
}
struct pernet_operations {
	void (*exit)(struct net *net);
};
`),
    ).toEqual([]);
  });

  test('has the slots that the analysis knows, each as often as the core calls it', () => {
    const grammar = textOf('syntaxes/pernet-slots.tmLanguage.json');
    const [perNet, perBatch] = [...grammar.matchAll(/\(\\\\\.\)\\\\s\*\(([\w|]+)\)/g)].map(([, slots]) =>
      slots!.split('|'),
    );
    expect([...perNet!, ...perBatch!].filter(isSlot).sort()).toEqual(Object.keys(SLOT_CALLS).sort());
    for (const slot of [...perNet!, ...perBatch!].filter(isSlot))
      expect(SLOT_CALLS[slot], slot).toBe(perNet!.includes(slot) ? 'net' : 'batch');
  });
});

describe('calls', () => {
  test('of RTNL and of waits for RCU stand out from other calls', async () => {
    expect(
      await coloured(`
static void foo_exit_net(struct net *net)
{
	rtnl_lock();
	foo_flush(net);
	rtnl_unlock();
	synchronize_net();
	if (x)
		rcu_barrier ();
	rtnl_lock_other();
	my_rtnl_lock();
	p = rtnl_lock;
}
`),
    ).toEqual([
      'rtnl_lock keyword.other.rtnl',
      'rtnl_unlock keyword.other.rtnl',
      'synchronize_net keyword.other.grace-period',
      'rcu_barrier keyword.other.grace-period',
    ]);
  });

  test('do not swallow their arguments', async () => {
    const source = `
void f(void)
{
	synchronize_srcu(&foo_srcu);
	return;
}
`;
    expect(await coloured(source)).toEqual(['synchronize_srcu keyword.other.grace-period']);
    expect(await innermost(source, 'return')).toBe('keyword.control.c');
  });

  test('in comments and strings are text', async () => {
    expect(
      await coloured(`
/* rtnl_lock() is held: .exit = foo */
// synchronize_rcu()
static const char *s = "rtnl_lock()";
`),
    ).toEqual([]);
  });

  test('are those that the analysis charges for', () => {
    const { of } = createPrimitives();
    const grammar = textOf('syntaxes/pernet.tmLanguage.json');
    const [rtnl, waits] = [...grammar.matchAll(/\(\?:([\w|]{80,})\)/g)].map(([, names]) => names!.split('|'));
    expect(rtnl!.filter(name => !/unlock/.test(name) && of(name)?.kind !== 'rtnl')).toEqual([]);
    expect(waits!.filter(name => !/^(?:grace-period|rcu-barrier)$/.test(of(name)?.kind ?? ''))).toEqual([]);

    const table = textOf('src/core/kernel/primitives.ts');
    const charged = [...table.matchAll(/\b(?:__)?(?:rtnl_\w*lock|synchronize_\w+|\w*rcu_barrier\w*)\b/g)]
      .map(([name]) => name)
      .filter(name => /^(?:rtnl|grace-period|rcu-barrier)$/.test(of(name)?.kind ?? ''));
    expect(charged.length).toBeGreaterThan(15);
    expect(charged.filter(name => ![...rtnl!, ...waits!].includes(name))).toEqual([]);
  });
});

describe('a suppression comment', () => {
  test('shows the mark and the codes', async () => {
    expect(
      await coloured(`
/* pernet-lens-ignore exit-takes-rtnl: held for the notifier */
int a; // pernet-lens-ignore exit-takes-rtnl, exit-waits-grace-period: both needed
/*
 * pernet-lens-ignore unregister-one-by-one: module exit
 */
`),
    ).toEqual([
      'pernet-lens-ignore keyword.other.suppression',
      'exit-takes-rtnl entity.name.tag.rule',
      ': punctuation.separator.key-value',
      'pernet-lens-ignore keyword.other.suppression',
      'exit-takes-rtnl, exit-waits-grace-period entity.name.tag.rule',
      ': punctuation.separator.key-value',
      'pernet-lens-ignore keyword.other.suppression',
      'unregister-one-by-one entity.name.tag.rule',
      ': punctuation.separator.key-value',
    ]);
  });

  test('begins a line of a comment; in prose or in code the words mean nothing', async () => {
    expect(
      await coloured(`
/* write pernet-lens-ignore exit-takes-rtnl: why */
/* pernet-lens-ignored: no */
static const char *s = "pernet-lens-ignore exit-takes-rtnl";
`),
    ).toEqual([]);
  });
});
