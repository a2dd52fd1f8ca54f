import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import schema from '../../schemas/pernet-lens.schema.json';
import { helpMarkdown } from '../../src/cli/help';
import { FORMS } from '../../src/cli/main';
import { readConfiguration } from '../../src/core/configuration';
import { FORMATS } from '../../src/report';

const page = (name: string): string => new URL(`../../docs/${name}`, import.meta.url).pathname;

test('docs/cli.md has the verbs as --help does', () => {
  const text = readFileSync(page('cli.md'), 'utf8');
  const fresh = text.replace(
    /(?<=<!-- verbs -->\n).*(?=<!-- \/verbs -->)/s,
    () => `\n${helpMarkdown(FORMS)}\n`,
  );
  if (process.env.UPDATE_DOCS) writeFileSync(page('cli.md'), fresh);
  expect(text, 'UPDATE_DOCS=1 npx vitest run test/cli/docs.test.ts writes the page anew').toBe(fresh);
});

test('docs/cli.md tells about every format', () => {
  const rows = [...readFileSync(page('cli.md'), 'utf8').matchAll(/^\| `(\w+)` +\| /gm)].map(
    ([, name]) => name,
  );
  expect(rows.filter(name => name !== undefined && name in FORMATS)).toEqual(Object.keys(FORMATS));
});

test('docs/configuration.md has a heading for every key, and only those', () => {
  const headings = [...readFileSync(page('configuration.md'), 'utf8').matchAll(/^### (\w+)$/gm)].map(
    ([, key]) => key,
  );
  const keys = Object.keys(schema.properties).filter(key => key !== '$schema');
  expect(headings.sort()).toEqual(keys.sort());
});

test('the examples in docs/configuration.md are valid', () => {
  const examples = [...readFileSync(page('configuration.md'), 'utf8').matchAll(/^```json\n(.*?)^```/gms)];
  expect(examples.length).toBeGreaterThan(3);
  for (const [, example] of examples) expect(readConfiguration(example!)).toMatchObject({ kind: 'read' });
});
