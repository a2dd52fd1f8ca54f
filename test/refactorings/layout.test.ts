import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RTNL_SLOTS, type SlotName } from '../../src/core/kernel';
import { fixesFor, REFACTORINGS, refactor } from '../../src/core/refactorings';
import {
  analysed,
  applied,
  changed,
  findingsOf,
  MAIN,
  oneFile,
  outcomeOf,
  requestFor,
  type Tree,
  wrongWith,
} from './bench';
import { EXIT } from './handlers';

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.c`), 'utf8');

/** Every before-fixture with the slot it is about. */
const BEFORE: readonly { readonly shape: string; readonly slot: SlotName }[] = [
  ...['A', 'B', 'C', 'D', 'E', 'G', 'H', 'I', 'J', 'L', 'M'].map(shape => ({ shape, slot: 'exit' as const })),
  { shape: 'U', slot: 'exit_batch_rtnl' },
];

/** Trees as they were before 6.9, between, and after 6.16. */
const TREES: readonly Omit<Tree, 'files'>[] = [
  {},
  { slots: ['exit_batch_rtnl'] },
  { slots: ['exit_rtnl', 'exit_batch_rtnl'], assertsRtnlNet: true },
];

const CASES = BEFORE.flatMap(before => TREES.map((tree, age) => ({ ...before, tree, age })));

const allOutcomes = async (tree: Tree, slot: SlotName) => {
  const { ops } = await analysed(tree);
  return refactor(await requestFor(tree, ops[0]!, ops, slot));
};

describe.each(CASES)('shape $shape in a tree of age $age', ({ shape, slot, tree: parts }) => {
  const tree = oneFile(fixture(`${shape}-before`), parts);

  test('each edit keeps what it must, removes its finding, and brings none that was not there in another slot', async () => {
    const before = await findingsOf(tree);
    for (const outcome of await allOutcomes(tree, slot)) {
      if (outcome.kind !== 'edit') continue;
      const after = { ...tree, files: applied(tree.files, outcome.edits) };
      expect(await wrongWith(tree, outcome)).toEqual([]);
      const findings = await findingsOf(after);
      const served = before.filter(({ code }) => fixesFor(code).includes(outcome.refactoring));
      const codes = findings.map(({ code }) => code);
      expect(codes.filter(code => served.some(finding => finding.code === code))).toEqual([]);
      const primitives = before.map(({ primitive }) => primitive);
      const fresh = findings.filter(
        ({ code, primitive }) => code !== 'exit-without-batch' && !primitives.includes(primitive),
      );
      expect(fresh).toEqual([]);
    }
  });

  test('applied once, no refactoring offers itself again', async () => {
    for (const outcome of await allOutcomes(tree, slot)) {
      if (outcome.kind !== 'edit') continue;
      const after = { ...tree, files: applied(tree.files, outcome.edits) };
      const { ops } = await analysed(after);
      for (const { slot: next } of ops[0]!.exitPaths) {
        // from one rtnl slot to the other is a step of its own
        if (RTNL_SLOTS.has(next)) continue;
        const again = await outcomeOf(after, outcome.refactoring, next);
        expect(again?.kind ?? 'not offered').not.toBe('edit');
      }
    }
  });

  test('line endings of DOS survive', async () => {
    const dos = { ...tree, files: new Map([[MAIN, tree.files.get(MAIN)!.replace(/\n/g, '\r\n')]]) };
    const [plain, carriage] = [await allOutcomes(tree, slot), await allOutcomes(dos, slot)];
    expect(carriage.map(({ refactoring, kind }) => `${refactoring} ${kind}`)).toEqual(
      plain.map(({ refactoring, kind }) => `${refactoring} ${kind}`),
    );
    plain.forEach((outcome, at) => {
      const other = carriage[at]!;
      if (outcome.kind !== 'edit' || other.kind !== 'edit') return;
      const [text, dosText] = [applied(tree.files, outcome.edits), applied(dos.files, other.edits)];
      expect(dosText.get(MAIN)).toBe(text.get(MAIN)!.replace(/\n/g, '\r\n'));
    });
  });
});

test('blanks for indentation survive', async () => {
  const text = fixture('C-before').replace(/\t/g, '    ');
  expect(await changed(oneFile(text), 'split-phases')).toBe(fixture('C-after').replace(/\t/g, '    '));
});

test('what stands around is left alone, whatever it is', async () => {
  const line = fc.constantFrom(
    '/* quux_exit is not quux_exit_net2 */',
    'static int quux_ready;',
    '#ifdef CONFIG_QUUX\n#define QUUX 1\n#endif',
    'int quux_open(struct quux *q)\n{\n\treturn q->open;\n}',
    '',
  );
  const around = fc.tuple(fc.array(line, { maxLength: 4 }), fc.array(line, { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(around, async ([above, below]) => {
      const [head, foot] = [
        above.map(text => `${text}\n`).join(''),
        below.map(text => `\n${text}\n`).join(''),
      ];
      const result = await changed(oneFile(head + fixture('D-before') + foot), 'collect-devices');
      expect(result).toBe(head + fixture('D-after') + foot);
    }),
    { numRuns: 15 },
  );
});

const body = `static void __net_exit quux_exit_net(struct net *net)
{
	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}
`;

test('the initialiser keeps its alignment, forward declarations and comments follow the new name', async () => {
  const before = `static void __net_exit quux_exit_net(struct net *net);

/* registered in quux_main(), gone in quux_exit_net() */
static struct pernet_operations quux_net_ops = {
	.init		= quux_init_net,
	.exit		= quux_exit_net, /* the last */
	.id		= &quux_net_id,
};

${body}`;
  expect(
    await changed(oneFile(before), 'wrap-and-hoist'),
  ).toBe(`static void __net_exit quux_exit_batch(struct list_head *net_exit_list);

/* registered in quux_main(), gone in quux_exit_batch() */
static struct pernet_operations quux_net_ops = {
	.init		= quux_init_net,
	.exit_batch	= quux_exit_batch, /* the last */
	.id		= &quux_net_id,
};

static void __net_exit quux_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	mutex_lock(&quux_mutex);
	list_for_each_entry(net, net_exit_list, exit_list)
		quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}
`);
});

test('what the header says besides is kept word for word', async () => {
  const before = `static __net_exit void __cold
quux_exit_net(struct net *net)
{
	mutex_lock(&quux_mutex);
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}

static struct pernet_operations __net_initdata quux_net_ops = {
	.exit = quux_exit_net,
};
`;
  const after = await changed(oneFile(before), 'wrap-and-hoist');
  expect(after).toContain(
    'static __net_exit void __cold\nquux_exit_batch(struct list_head *net_exit_list)\n{',
  );
  expect(after).toContain('static struct pernet_operations __net_initdata quux_net_ops = {');
  const slot = await changed(
    oneFile(before.replace(/mutex_(un)?lock\(&quux_mutex\)/g, 'rtnl_$1lock()'), { slots: ['exit_rtnl'] }),
    'use-rtnl-slot',
  );
  expect(slot).toContain(
    'static __net_exit void __cold\nquux_exit_rtnl(struct net *net, struct list_head *dev_kill_list)\n{',
  );
});

test('the comment above a handler stays with the function that keeps its name', async () => {
  const text = `/* Frees the table: nobody can be looking any more. */
static void __net_exit quux_exit_net(struct net *net)
{
	rtnl_lock();
	quux_drop_rules(net);
	rtnl_unlock();
	kfree(net->quux);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;
  const tree = oneFile(text, { slots: ['exit_rtnl'] });
  expect(await changed(tree, 'use-rtnl-slot')).toBe(`static void __net_exit quux_exit_rtnl(struct net *net,
				      struct list_head *dev_kill_list)
{
	ASSERT_RTNL();
	quux_drop_rules(net);
}

/* Frees the table: nobody can be looking any more. */
static void __net_exit quux_exit_net(struct net *net)
{
	kfree(net->quux);
}

static struct pernet_operations quux_net_ops = {
	.exit_rtnl = quux_exit_rtnl,
	.exit = quux_exit_net,
};
`);
});

test('the comment above a handler goes to its successor where none keeps its name, and names it', async () => {
  const text = `/**
 * quux_exit_batch - drop the rules of all
 */
static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	list_for_each_entry(net, nets, exit_list)
		quux_sysfs_del(net);

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list)
		quux_drop_rules(net);
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`;
  const after = await changed(oneFile(text, { slots: ['exit_rtnl'] }), 'use-rtnl-slot', 'exit_batch');
  expect(after).toContain(`/**
 * quux_exit_rtnl - drop the rules of all
 */
static void __net_exit quux_exit_rtnl(struct net *net,`);
  expect(after).toMatch(/^static void __net_exit quux_pre_exit\(struct net \*net\)\n/);
});

test('of a declaration in a loop, each part takes what it uses', async () => {
  const text = `static void __net_exit quux_exit_batch(struct list_head *nets)
{
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, nets, exit_list) {
		struct quux_table *old = net->quux.old, *table = net->quux.table;

		quux_drop_rules(table);
		kfree(old);
	}
	rtnl_unlock();
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`;
  const after = await changed(oneFile(text, { slots: ['exit_rtnl'] }), 'use-rtnl-slot', 'exit_batch');
  expect(after).toContain('\tstruct quux_table *table = net->quux.table;\n\n\tASSERT_RTNL();');
  expect(after).toContain('\tstruct quux_table *old = net->quux.old;\n\n\tkfree(old);');
});

test('two ops over one handler change together; an initialiser on one line stays on one', async () => {
  const before = `${body}
static struct pernet_operations quux4_net_ops = { .exit = quux_exit_net, .id = &quux4_net_id };
static struct pernet_operations quux6_net_ops = { .exit = quux_exit_net, .id = &quux6_net_id };
`;
  const after = await changed(oneFile(before), 'wrap-and-hoist');
  expect(after).toContain('quux4_net_ops = { .exit_batch = quux_exit_batch, .id = &quux4_net_id };');
  expect(after).toContain('quux6_net_ops = { .exit_batch = quux_exit_batch, .id = &quux6_net_id };');
});

test('names that are taken are left to their owners', async () => {
  const before = `static int quux_exit_batch;

${body.replace('quux_drop_rules(net);', 'quux_drop_rules(net, net_exit_list);')}
static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;
  const after = await changed(oneFile(before), 'wrap-and-hoist');
  expect(after).toContain('quux_exit_batch_net(struct list_head *net_list)');
  expect(after).toContain('list_for_each_entry(net, net_list, exit_list)');
});

test('comments and conditionals of the body stay with their statements', async () => {
  const before = `static void __net_exit quux_exit_net(struct net *net)
{
	/* nobody comes in any more */
	quux_close(net);

	mutex_lock(&quux_mutex); /* all of quux */
#ifdef CONFIG_QUUX_TABLE
	quux_drop_table(net);
#endif
	/* then the rules,
	 * in their order
	 */
	quux_drop_rules(net);
	mutex_unlock(&quux_mutex);
}

static struct pernet_operations quux_net_ops = {
	.exit = quux_exit_net,
};
`;
  expect(
    await changed(oneFile(before), 'split-phases'),
  ).toBe(`static void __net_exit quux_exit_batch(struct list_head *net_exit_list)
{
	struct net *net;

	list_for_each_entry(net, net_exit_list, exit_list) {
		/* nobody comes in any more */
		quux_close(net);
	}

	mutex_lock(&quux_mutex); /* all of quux */
	list_for_each_entry(net, net_exit_list, exit_list) {
#ifdef CONFIG_QUUX_TABLE
		quux_drop_table(net);
#endif
		/* then the rules,
		 * in their order
		 */
		quux_drop_rules(net);
	}
	mutex_unlock(&quux_mutex);
}

static struct pernet_operations quux_net_ops = {
	.exit_batch = quux_exit_batch,
};
`);
});

test('every refactoring is asked about every slot it names without throwing on bad C', async () => {
  for (const broken of ['{', '}}}', '\trtnl_lock();\n', '\tif (', '\tfor (;;) {', '/*', '"']) {
    const tree = oneFile(fixture('D-before').replace('\trtnl_unlock();', broken));
    const { ops } = await analysed(tree);
    if (ops.length === 0) continue;
    for (const { id } of REFACTORINGS) {
      const outcome = ops[0]!.exitPaths.some(({ slot }) => slot === 'exit')
        ? await outcomeOf(tree, id)
        : undefined;
      expect(outcome?.kind ?? 'not offered').not.toBe('edit');
    }
  }
});

test('the comment above a lock that goes stays with what was done under it', async () => {
  const tree = oneFile(
    EXIT(`	/* rules go first: devices are counted in them */
	rtnl_lock();
	quux_drop_rules(net);
	rtnl_unlock();`),
    { slots: ['exit_rtnl'] },
  );
  expect(await changed(tree, 'use-rtnl-slot')).toContain(`{
	ASSERT_RTNL();
	/* rules go first: devices are counted in them */
	quux_drop_rules(net);
}`);
});
