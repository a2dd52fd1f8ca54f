import { describe, expect, test } from 'vitest';
import { outcomeFor } from './handlers';
import { reasonsInSource } from './reasons';
import { REFUSED } from './refused';
import { STOPPED } from './refused/by-checks';

test.each(REFUSED)('row $row is refused: $what', async row => {
  const refused = await outcomeFor(row);
  expect(refused).toMatchObject({ kind: 'refused', row: row.row, reason: expect.stringMatching(row.says) });
});

test.each(STOPPED)('would be refused, $what', ({ asked, says }) => {
  expect(asked()).toMatchObject({ kind: 'refuse', reason: expect.stringMatching(says) });
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
