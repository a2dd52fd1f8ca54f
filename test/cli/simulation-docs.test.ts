import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOADED, TARGET_SLOTS } from '../../src/core/dismantle';
import { readScenario } from '../../src/core/simulation';
import { REPOSITORY } from '../support/repository';

const page = readFileSync(`${REPOSITORY}/docs/simulation-page.md`, 'utf8');

test('the scenarios of docs/simulation-page.md are valid', () => {
  const examples = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text]) => JSON.parse(text!));
  expect(examples).toHaveLength(2);
  for (const { $schema: _, ...scenario } of examples)
    expect(readScenario(scenario)).toMatchObject({ kind: 'ok', value: { name: scenario.name } });
});

test('docs/simulation-page.md tells about every choice', () => {
  const rows = [...page.matchAll(/^\| `\.?(\w+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...LOADED, ...TARGET_SLOTS]);
});
