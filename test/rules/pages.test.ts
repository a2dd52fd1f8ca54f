import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/core/rules';
import { check } from '../support/check';

/** The C examples under a heading of a rule's page. */
function examples(code: string, heading: 'Reported' | 'Not reported'): string[] {
  const page = readFileSync(join(import.meta.dirname, `../../docs/rules/${code}.md`), 'utf8');
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```c\n([\s\S]*?)^```$/gm)].map(([, example]) => example!);
}

describe.each(RULES.map(({ code }) => code))('the page of %s', code => {
  const mark = new RegExp(`^//\\s+\\^+ ${code}\\b`, 'm');

  describe.each(examples(code, 'Reported').map((example, index) => [index + 1, example] as const))(
    'reported, example %i',
    (_, example) => {
      test('shows the finding', () => expect(example).toMatch(mark));
      test('is right', () => check(example));
    },
  );

  describe.each(examples(code, 'Not reported').map((example, index) => [index + 1, example] as const))(
    'not reported, example %i',
    (_, example) => {
      test('shows no such finding', () => expect(example).not.toMatch(mark));
      test('is right', () => check(example));
    },
  );

  test('has examples of both', () => {
    expect(examples(code, 'Reported')).not.toEqual([]);
    expect(examples(code, 'Not reported')).not.toEqual([]);
  });
});
