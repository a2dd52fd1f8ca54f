import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/pernet-lens.schema.json';
import { RULES } from '../../src/core/rules';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const names = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith(ending))
    .map(name => name.slice(0, -ending.length));

const codes = RULES.map(({ code }) => code);

const HEADINGS = [
  '## What it reports',
  '## Why it costs',
  '## Reported',
  '## Not reported',
  '## What to do',
  '## Evidence',
];

test('codes are unique', () => {
  expect(new Set(codes).size).toBe(codes.length);
});

describe.each(RULES)('$code', ({ code, severity, summary, slots, checkLoop }) => {
  test('has a file that says where its page is', () => {
    expect(text(`src/core/rules/${code}.ts`)).toContain(`docs/rules/${code}.md */`);
  });

  test('has a test', () => {
    expect(text(`test/rules/${code}.test.ts`)).toContain(`describe('${code}'`);
  });

  test('has a page with its title, its severity, its slots and all headings in order', () => {
    const page = text(`docs/rules/${code}.md`);
    const [title, , facts] = page.split('\n');
    expect(title).toBe(`# ${code}`);
    expect(facts).toContain(`Default severity: ${severity}.`);
    expect(facts!.match(/`\.(\w+)`/g)).toEqual(slots.map(slot => `\`.${slot}\``));
    expect(facts!.includes('loops anywhere')).toBe(checkLoop !== undefined);
    expect(page.match(/^## .*$/gm)).toEqual(HEADINGS);
  });

  test('has a summary in lower case without a full stop', () => {
    expect(summary).toMatch(/^(?:[a-z`]|RTNL )[^\n]*[^.\n]$/);
  });
});

test('there is no rule, page or test that the list does not know', () => {
  const rules = names('src/core/rules', '.ts').filter(name =>
    /: Rule = \{/.test(text(`src/core/rules/${name}.ts`)),
  );
  expect(rules.sort()).toEqual([...codes].sort());
  expect(
    names('docs/rules', '.md')
      .filter(name => name !== 'README')
      .sort(),
  ).toEqual([...codes].sort());
});

test('the table of docs/rules/README.md is the list', () => {
  const rows = [...text('docs/rules/README.md').matchAll(/^\|(.*)\|$/gm)].map(([, row]) =>
    row!.split('|').map(cell => cell.trim()),
  );
  expect(rows.slice(2)).toEqual(
    RULES.map(({ code, summary, severity }) => [`[${code}](${code}.md)`, summary, severity]),
  );
});

test('the configuration schema knows every code', () => {
  expect(Object.keys(schema.properties.severities.properties)).toEqual(codes);
});
