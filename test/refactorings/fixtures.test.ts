import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel';
import { readFixture } from '../support/fixture';
import { applied, changed, oneFile, outcomeOf } from './bench';

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.c`), 'utf8');

interface Row {
  readonly shape: string;
  readonly id: string;
  readonly after?: string;
  readonly slot?: SlotName;
  readonly slots?: readonly SlotName[];
  readonly assertsRtnlNet?: boolean;
}

const ROWS: readonly Row[] = [
  { shape: 'A', id: 'plain-loop' },
  { shape: 'B', id: 'wrap-and-hoist' },
  { shape: 'C', id: 'split-phases' },
  { shape: 'D', id: 'collect-devices' },
  { shape: 'J', id: 'wrap-and-hoist' },
  { shape: 'M', id: 'split-phases' },
  { shape: 'G', id: 'pre-exit-split' },
  { shape: 'H', id: 'helper-takes-list' },
  { shape: 'I', id: 'keep-body-as-function' },
  { shape: 'L', id: 'keep-body-as-function' },
  { shape: 'E', id: 'use-rtnl-slot', slots: ['exit_batch_rtnl'], after: 'after-batch_rtnl' },
  { shape: 'E', id: 'use-rtnl-slot', slots: ['exit_rtnl'], assertsRtnlNet: true, after: 'after-exit_rtnl' },
  {
    shape: 'U',
    id: 'use-rtnl-slot',
    slot: 'exit_batch_rtnl',
    slots: ['exit_rtnl', 'exit_batch_rtnl'],
    assertsRtnlNet: true,
  },
];

test.each(ROWS)('shape $shape by $id', async ({ shape, id, after = 'after', slot = 'exit', ...tree }) => {
  expect(await changed(oneFile(fixture(`${shape}-before`), tree), id, slot)).toBe(
    fixture(`${shape}-${after}`),
  );
});

test('shape F by helper-takes-list: the two files of the example, and the header that it speaks of', async () => {
  const parts = (text: string): string =>
    text
      .replace(/^\/\* quux_core\.c.*\*\/$/m, '//- net/quux/quux_core.c')
      .replace(/\n\/\* quux_main\.c \*\/$/m, '//- net/quux/quux_main.c');
  const header = (prototype: string): string => `//- net/quux/quux.h\n${prototype}\n`;
  const { files } = readFixture(
    header('void quux_rules_cleanup(struct net *net);') + parts(fixture('F-before')),
  );
  const outcome = await outcomeOf({ files }, 'helper-takes-list');
  if (outcome?.kind !== 'edit') throw new Error(JSON.stringify(outcome));
  expect(applied(files, outcome.edits)).toEqual(
    readFixture(
      header('void quux_rules_cleanup_nets(struct list_head *net_exit_list);') + parts(fixture('F-after')),
    ).files,
  );
});

test('shape K, a handler made by a macro: refused, with what upstream did instead', async () => {
  const outcome = await outcomeOf(oneFile(fixture('K-before')), 'wrap-and-hoist');
  expect(outcome).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('Move the work into one function that takes the list'),
  });
});

test('shape N, a walk over all: the lock goes around the loop; that one walk could do for all is left to a person', async () => {
  const tree = oneFile(`static LIST_HEAD(quux_all);\n\n${fixture('N-before')}`);
  const outcome = await outcomeOf(tree, 'wrap-and-hoist');
  expect(outcome).toMatchObject({ kind: 'edit', questions: [{ row: 14 }] });
  expect(await changed(tree, 'wrap-and-hoist')).toContain(`	mutex_lock(&quux_mutex);
	list_for_each_entry(net, net_exit_list, exit_list) {
		struct quux_ent *ent, *tmp;

		list_for_each_entry_safe(ent, tmp, &quux_all, node)
			if (net_eq(ent->net, net))
				quux_free_ent(ent);
		cond_resched();
	}
	mutex_unlock(&quux_mutex);
`);
});
