import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Offered } from './edits';
import { newMessages, objectOf } from './objects';
import { type Result, Results } from './results';
import { summaryOf } from './summary';

const edit = (more: Partial<Offered>): Offered => ({
  refactoring: 'wrap-and-hoist',
  kind: 'safe',
  places: ['quux_net_ops .exit'],
  before: new Map(),
  after: new Map(),
  key: 'k',
  ...more,
});

const result = (object: string, verdict: Result['verdict'], details: readonly string[] = []): Result => ({
  key: 'k',
  object,
  verdict,
  details,
});

test('a message counts as new as often as there are more of it than before', () => {
  const unused = 'net/quux.c: warning: unused variable';
  expect(newMessages([unused], [unused])).toEqual([]);
  expect(newMessages([unused], [unused, unused])).toEqual([unused]);
  expect(newMessages([unused], [])).toEqual([]);
  expect(newMessages([], ['net/quux.c: error: no'])).toEqual(['net/quux.c: error: no']);
});

test('an object stands beside its source', () => {
  expect(objectOf('net/quux.c')).toBe('net/quux.o');
  expect(objectOf('net/quux.cc.c')).toBe('net/quux.cc.o');
});

test('results are found by the next run, whatever ended the last', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pernet-lens-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.jsonl');
  const first = new Results(file);
  first.add(result('a.o', 'ok'));
  first.add(result('b.o', 'fails', ['error: no']));
  appendFileSync(file, '{"key":"k","obj');
  const second = new Results(file);
  expect(second.get('k', 'a.o')?.verdict).toBe('ok');
  expect(second.get('k', 'b.o')?.details).toEqual(['error: no']);
  expect(second.get('other', 'a.o')).toBeUndefined();
});

test('the summary counts by kind, and names what is not well and what was skipped', () => {
  const text = summaryOf([
    {
      tree: '6.1',
      slots: 'its own',
      configuration: 'all',
      checked: [
        {
          edit: edit({}),
          results: [result('a.o', 'ok'), result('b.o', 'warns', ['unused'])],
          isComplete: true,
        },
        {
          edit: edit({ kind: 'no gain' }),
          results: [result('c.o', 'skipped', ['no rule'])],
          isComplete: true,
        },
        { edit: edit({ kind: 'no gain' }), results: [], isComplete: false },
      ],
    },
  ]);
  expect(text).toContain('| 6.1 | its own | all | safe | 1 | 1 | 2 | 0 | 1 | 0 |');
  expect(text).toContain('| 6.1 | its own | all | no gain | 2 | 1 | 0 | 0 | 0 | 1 |');
  expect(text).toContain('- 6.1, all: b.o (wrap-and-hoist, quux_net_ops .exit): unused');
  expect(text).toContain('- 6.1, all: c.o (wrap-and-hoist, quux_net_ops .exit): no rule');
});
