import { expect, test } from 'vitest';
import { didYouMean } from '../../../src/core/configuration';

test.each([
  ['scna', ['scan', 'explain', 'rules'], '; did you mean `scan`?'],
  ['info', ['error', 'warning', 'information'], '; did you mean `information`?'],
  ['JSON', ['text', 'json', 'jsonl'], '; did you mean `json`?'],
  ['exit-take-rtnl', ['exit-takes-rtnl', 'exit-takes-global-lock'], '; did you mean `exit-takes-rtnl`?'],
  ['frobnicate', ['scan', 'explain', 'rules'], ''],
  ['', ['scan'], ''],
])('%s among %s', (typed, candidates, expected) => {
  expect(didYouMean(typed, candidates)).toBe(expected);
});
