import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import configuration from '../../examples/.pernet-lens.json';
import { isSlot } from '../../src/core/kernel';
import { RULES } from '../../src/core/rules';
import { findingsIn } from '../support/check';

const folder = join(import.meta.dirname, '../../examples/lantern');
const files = new Map(
  readdirSync(folder)
    .filter(name => /\.[ch]$/.test(name))
    .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
);

describe('the example module', () => {
  let result: Awaited<ReturnType<typeof findingsIn>>;

  beforeAll(async () => {
    result = await findingsIn({ files, slots: configuration.slots.filter(isSlot), marks: [] });
  });

  test('has a handler for every rule', () => {
    expect([...new Set(result.findings.map(({ code }) => code))].sort()).toEqual(
      RULES.map(({ code }) => code).sort(),
    );
  });

  test('announces each finding in a comment of the same file', () => {
    const unannounced = result.findings.filter(({ file, code }) => !files.get(file)!.includes(code));
    expect(unannounced).toEqual([]);
  });

  test('has one finding in a helper of another file', () => {
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        code: 'exit-takes-rtnl',
        path: [
          expect.objectContaining({ function: 'lantern_exit_net', file: 'lantern_main.c' }),
          expect.objectContaining({ function: 'lantern_rules_flush', file: 'lantern_rules.c' }),
        ],
      }),
    );
  });

  test('silences one finding with a reason, and has nothing else to note', () => {
    expect(result.notes).toEqual([]);
    expect(files.get('lantern_proc.c')).toContain('pernet-lens-ignore exit-takes-global-lock: ');
    expect(result.findings.filter(({ handler }) => handler === 'lantern_record_exit_net')).toEqual([]);
  });

  test.each(['lantern_acl.c', 'lantern_mcast.c'])('is clean in %s', file => {
    expect(files.has(file)).toBe(true);
    expect(result.findings.filter(finding => finding.file === file)).toEqual([]);
  });
});
