/** The sentences that come first: exact counts, then what is simulated. */
import type { Question, Tally } from '../../core/dismantle';
import type { Bands, Counts, Scenario } from '../../core/simulation';
import { COUNT_KEYS, COUNT_LABELS, shown, shownBand } from './figures';
import { count, digits, seconds } from './numbers';
import type { SimulationReport } from './simulation-report';

/** Counts that are named in a sentence; the others are in the table. */
const NAMED: readonly (keyof Counts)[] = ['rtnl', 'gracePeriods', 'barriers', 'walks'];

/**
 * `In batches of 64 netns: RTNL acquisitions 64 → 0, grace periods 128 → 0.` Facts, unless the change is assumed by hand,
 * which is said; no price enters.
 */
export function countsSentence(
  { batch, subject, whole }: Tally,
  { assumedByHand = false }: Pick<Question, 'assumedByHand'>,
): string {
  const { before, after } = subject ?? whole;
  const paid = NAMED.filter(name => before[name] > 0 || (after?.[name] ?? 0) > 0);
  const told = paid.map(name => {
    const change = after && after[name] !== before[name] ? ` → ${count(after[name])}` : '';
    return `${COUNT_LABELS[name]} ${count(before[name])}${change}`;
  });
  const rest = COUNT_KEYS.filter(
    name => !NAMED.includes(name) && before[name] > (after?.[name] ?? before[name]),
  );
  const more = rest.map(name => `${COUNT_LABELS[name]} ${count(before[name])} → ${count(after![name])}`);
  const all = [...told, ...more];
  const assumed = assumedByHand ? ', after the change assumed by hand' : '';
  return `In batches of ${count(batch)} netns${assumed}: ${all.length > 0 ? all.join(', ') : 'no RTNL, no grace period, no barrier, no table walk'}.`;
}

/** `Simulated, 10 × 1,000 netns: drained after 9.8 s → 1.1 s (5–95 %: …). Longest RTNL hold 2 ms → 31 ms.` */
export function simulatedSentence({ question, before, after }: SimulationReport): string {
  const pair = (value: (run: typeof before.run) => string): string =>
    after ? `${value(before.run)} → ${value(after.run)}` : value(before.run);
  const range = (bands: Bands | null | undefined): string =>
    bands ? shownBand('seconds', bands.drainTime) : '';
  const bands = [range(before.bands), range(after?.bands)].filter(band => band !== '').join(' → ');
  return [
    `Simulated, ${loadWords(question.before)}: all freed after ${pair(run => seconds(run.drainTime))}${bands === '' ? '' : ` (5–95 %: ${bands})`}`,
    `peak backlog ${pair(run => shown('netns', run.peak.alive))}`,
    `longest RTNL hold ${pair(run => seconds(run.rtnl.longestHold.seconds))}.`,
  ].join(', ');
}

/** What a band is of. `of 20 runs with other seeds` */
export const bandWords = ({ replications, vary }: Pick<Bands, 'replications' | 'vary'>): string =>
  vary === 'seeds'
    ? `of ${replications} runs with other seeds, prices as they are`
    : `of ${replications} runs with other seeds and with prices drawn from all that was seen`;

/** `10 × 1,000 netns on 16 CPUs` */
export const loadWords = ({ workload, machine }: Pick<Scenario, 'workload' | 'machine'>): string =>
  `${count(workload.creators)} × ${count(workload.iterations)} netns on ${machine.cpus === 1 ? 'one CPU' : `${count(machine.cpus)} CPUs`}`;

/** What a growth factor above or near 1 means; null below. */
export function growthWords({ before, after, verdict }: SimulationReport): string | null {
  const grows = (growth: number) => growth > 1.2;
  const near = (growth: number) => growth >= 0.8 && growth <= 1.2;
  const g = (growth: number) => digits(growth);
  if (after && grows(before.run.growth) && !grows(after.run.growth) && !near(after.run.growth))
    return `Before, the backlog grows as long as creation goes on (g = ${g(before.run.growth)}); after, it does not (g = ${g(after.run.growth)}).`;
  const last = (after ?? before).run.growth;
  if (grows(last))
    return `The backlog grows as long as creation goes on: ${g(last)} netns are created while the worker dismantles one.`;
  // a verdict that doubts itself has said so
  if ((near(last) || near(before.run.growth)) && !verdict?.words.includes('g is close to 1'))
    return 'g is close to 1: chance decides how far the backlog gets; look at the band, not at the seconds.';
  return null;
}
