import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SlotName } from '../../src/core/kernel';
import { changed, oneFile } from './bench';

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
