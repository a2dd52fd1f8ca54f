import { expect, test } from 'vitest';
import { ASKED } from './asked';
import { outcomeFor } from './handlers';
import { questionsInSource } from './reasons';
import { QUESTIONED } from './refused/by-checks';

test('every question that the code can ask is asked for one of these', async () => {
  const asked = QUESTIONED.map(one => {
    const verdict = one.asked();
    return verdict.kind === 'ask' ? verdict.question : '';
  });
  for (const row of ASKED) {
    const outcome = await outcomeFor(row);
    if (outcome?.kind === 'edit') asked.push(...outcome.questions.map(({ text }) => text));
  }
  const silent = questionsInSource().filter(({ pattern }) => !asked.some(question => pattern.test(question)));
  expect(silent.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
});

test.each(QUESTIONED)('would be asked, $what', ({ asked, says }) => {
  expect(asked()).toMatchObject({ kind: 'ask', question: expect.stringMatching(says) });
});

test.each(ASKED)('row $row is asked: $what', async row => {
  const asked = await outcomeFor(row);
  if (asked?.kind !== 'edit') throw new Error(JSON.stringify(asked));
  expect(asked.questions.find(question => question.row === row.row)?.text).toMatch(row.says);
});
