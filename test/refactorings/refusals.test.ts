import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../src/core/refactorings/checks';
import { outcomeFor, type Row } from './handlers';
import { reasonsInSource } from './reasons';
import { BATCHES } from './refused/batches';
import { STOPPED } from './refused/by-checks';
import { HANDLERS } from './refused/handlers';
import { HELPERS, SHARED_SECTIONS } from './refused/helpers';
import { LOOPS } from './refused/loops';
import { READING } from './refused/reading';
import { RTNL_SLOTS } from './refused/rtnl-slots';

const REFUSED: readonly Row[] = [
  ...HANDLERS,
  ...RTNL_SLOTS,
  ...BATCHES,
  ...HELPERS,
  ...SHARED_SECTIONS,
  ...READING,
  ...LOOPS,
];

test.each(REFUSED)('row $row is refused: $what', async row => {
  const refused = await outcomeFor(row);
  expect(refused).toMatchObject({ kind: 'refused', row: row.row, reason: expect.stringMatching(row.says) });
});

test.each(STOPPED)('would be refused, $what', ({ asked, says }) => {
  expect(asked()).toMatchObject({ kind: 'refuse', reason: expect.stringMatching(says) });
});

test('every row of the checklist is a check', () => {
  const rows = new Set(CHECKS.map(({ row }) => row));
  expect(Array.from({ length: 30 }, (_, at) => at + 1).filter(row => !rows.has(row))).toEqual([]);
});

describe('every reason that the code can give', () => {
  test('is given for one of the fixtures', async () => {
    const given = STOPPED.map(({ asked }) => {
      const verdict = asked();
      return verdict.kind === 'refuse' ? verdict.reason : '';
    });
    for (const row of REFUSED) {
      const outcome = await outcomeFor(row);
      if (outcome?.kind === 'refused') given.push(outcome.reason);
    }
    const silent = reasonsInSource().filter(({ pattern }) => !given.some(reason => pattern.test(reason)));
    expect(silent.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });
});
