import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXPERIMENTS } from '../../src/core/simulation/experiments';
import { outcomeOf, pageWith, type Row, reproductionRows } from '../../src/core/simulation/reproduction';
import { drawsOf, searchSets } from '../../src/core/simulation/reproduction/search';
import { accepts, runSet } from '../../src/core/simulation/reproduction/unshare10';
import { ACCEPTED_SETS } from '../../src/core/simulation/reproduction/unshare10-sets';

const page = readFileSync(new URL('../../docs/simulation.md', import.meta.url), 'utf8');
const rows = reproductionRows();
/** As the head of unshare10-sets.ts says. */
const SEARCH = { draws: 60_000, seed: 11 };

test('the tables of docs/simulation.md are those of a fresh run: node scripts/reproduction-table.mjs', () =>
  expect(pageWith(page, rows)).toBe(page));

test('every parameter set of 2022 unshare10 still meets what was published of the unpatched kernel', () => {
  for (const { set, seed } of ACCEPTED_SETS) expect(accepts(runSet(set, false, seed))).toBe(true);
});

test('the committed sets are draws of the search, as they were drawn', () => {
  const draws = drawsOf(SEARCH.draws, SEARCH.seed);
  for (const accepted of ACCEPTED_SETS) expect(draws[accepted.seed - 1]).toEqual(accepted);
});

test('a search keeps nothing that the observations rule out', () =>
  expect(searchSets(20, SEARCH.seed)).toEqual([]));

test('every experiment that is simulated has rows, and only those', () => {
  const simulated = new Set(rows.map(({ experiment }) => experiment));
  expect(Object.keys(EXPERIMENTS).filter(id => !simulated.has(id))).toEqual(['preExit']);
});

const row = (rest: Partial<Row>): Row => ({
  experiment: 'dummies',
  quantity: 'real',
  unit: 's',
  role: 'predicted',
  reported: 100,
  simulated: 100,
  ...rest,
});

test('a prediction holds within 10 %, is rough within 25 %, and fails beyond unless a band holds it', () => {
  expect(outcomeOf(row({ simulated: 109 }))).toBe('holds');
  expect(outcomeOf(row({ simulated: 80 }))).toBe('rough');
  expect(outcomeOf(row({ simulated: 130 }))).toBe('FAILS');
  expect(outcomeOf(row({ simulated: 130, band: { p5: 90, p50: 130, p95: 200 } }))).toBe('inside the band');
  expect(outcomeOf(row({ simulated: 130, role: 'calibrated' }))).toBe('calibrated');
});
