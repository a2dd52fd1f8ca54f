/** Before and after, each by a hand of its own: what is answered, and when. */
import { expect, test } from 'vitest';
import { plainWorkload, type Run, runOf, type Scenario } from '../../src/core/simulation';
import { type Hand, openLaboratory } from '../../src/webview/laboratory';
import { packed, unpacked } from '../../src/webview/packed';
import type { Answer, Half, HalfAnswer, SideName } from '../../src/webview/work';
import { scenario } from '../simulation/scenarios';

const load: Scenario = scenario({ workload: { ...plainWorkload, iterations: 10 } });
const run: Run = runOf(load);
const scenarios = { before: load, after: load };

/** A laboratory whose two hands answer when the test says so. */
function laboratory() {
  const answers: Answer[] = [];
  const given: Half[][] = [];
  const speak: ((answer: HalfAnswer) => void)[] = [];
  const open = (onAnswer: (answer: HalfAnswer) => void): Hand => {
    const own: Half[] = [];
    given.push(own);
    speak.push(onAnswer);
    return { give: work => own.push(work), restart: () => {}, close: () => {} };
  };
  const { give } = openLaboratory(open, answer => answers.push(answer));
  const from = (side: SideName) => speak[side === 'before' ? 0 : 1]!;
  return {
    answers,
    give,
    given,
    ran: (side: SideName, id: number, creationTime: number) =>
      from(side)({
        kind: 'live',
        id,
        side,
        run: packed({ ...run, creationTime }),
        cost: { fixed: 0, perNet: 0 },
      }),
    says: (side: SideName, share: number) => from(side)({ kind: 'progress', id: 1, side, share }),
  };
}

const times = (answers: readonly Answer[]) =>
  answers.map(answer =>
    answer.kind === 'live' ? [answer.ran.before, answer.ran.after].map(ran => ran?.run.creationTime) : null,
  );

test('there is an answer once both sides have one, whoever is first', () => {
  const { give, given, answers, ran } = laboratory();
  give({ kind: 'live', id: 1, scenarios });
  expect(given.map(([work]) => work?.kind !== 'stop' && work?.side)).toEqual(['before', 'after']);
  ran('after', 1, 20);
  expect(answers).toEqual([]);
  ran('before', 1, 10);
  expect(times(answers)).toEqual([[10, 20]]);
});

test('with nothing to compare one side is the answer', () => {
  const { give, given, answers, ran } = laboratory();
  give({ kind: 'live', id: 1, scenarios: { before: load, after: null } });
  ran('before', 1, 10);
  expect(times(answers)).toEqual([[10, undefined]]);
  expect(given[1]).toEqual([{ kind: 'stop' }]);
});

test('what one side answers to an older question never stands beside the other side of a newer one', () => {
  const { give, answers, ran } = laboratory();
  give({ kind: 'live', id: 1, scenarios });
  ran('before', 1, 10);
  give({ kind: 'live', id: 2, scenarios });
  ran('after', 1, 20);
  ran('after', 2, 22);
  expect(answers).toEqual([]);
  ran('before', 2, 12);
  expect(times(answers)).toEqual([[12, 22]]);
});

test('progress is that of both', () => {
  const { give, answers, says } = laboratory();
  give({ kind: 'exact', id: 1, scenarios });
  says('before', 0.5);
  says('after', 0.25);
  expect(answers.map(answer => answer.kind === 'progress' && answer.share)).toEqual([0.25, 0.375]);
});

test('a run arrives as it was sent', () => {
  expect(unpacked(packed(run))).toEqual(run);
});
