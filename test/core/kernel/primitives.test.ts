import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPrimitives, EFFECT_KINDS, primitiveRows } from '../../../src/core/kernel';

/** The tables of docs/primitives.md as they must be. */
const expectedTables = (): string =>
  EFFECT_KINDS.map(kind => {
    const rows = primitiveRows().filter(row => row.kind === kind);
    return [
      `## ${kind}`,
      '',
      '| call | remark |',
      '| --- | --- |',
      ...rows.map(row => `| \`${row.name.replaceAll('|', '\\|')}\` | ${row.remark} |`),
    ].join('\n');
  }).join('\n\n');

test('docs/primitives.md lists the built-in table', () => {
  const page = readFileSync('docs/primitives.md', 'utf8');
  expect(page.slice(page.indexOf('## rtnl')).trimEnd().replace(/ +\|/g, ' |').replace(/-+/g, '-')).toBe(
    expectedTables().replace(/ +\|/g, ' |').replace(/-+/g, '-'),
  );
});

test('a name that the user adds wins over the table, and over what is never looked into', () => {
  const own = createPrimitives(
    new Map([
      ['kfree', { kind: 'grace-period' }],
      ['rtnl_lock', { kind: 'global-lock' }],
    ]),
  );
  expect(own.of('kfree')).toEqual({ kind: 'grace-period' });
  expect(own.isOpaque('kfree')).toBe(false);
  expect(own.of('rtnl_lock')).toEqual({ kind: 'global-lock' });
  expect(createPrimitives().isOpaque('kfree')).toBe(true);
});

test.each([
  'wait_for_completion_timeout',
  'wait_event_interruptible',
  '__wait_event',
  'wait_var_event',
  'schedule_timeout_uninterruptible',
])('%s is known by its family', name => {
  expect(createPrimitives().of(name)?.kind).toBe('work-wait');
});

test.each(['quux_exit', 'list_del', 'net_generic', 'kobject_put', 'sysfs_remove_link'])(
  '%s is neither primitive nor opaque',
  name => {
    const primitives = createPrimitives();
    expect(primitives.of(name)).toBeUndefined();
    expect(primitives.isOpaque(name)).toBe(false);
  },
);
