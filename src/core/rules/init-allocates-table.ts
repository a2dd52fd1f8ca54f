import type { Confidence, Effect } from '../project';
import { reportEach } from './reports';
import type { Rule } from './rule';
import { quote } from './wording';

/** A large table for every netns. Why it costs and what to do: docs/rules/init-allocates-table.md */
export const initAllocatesTable: Rule = {
  code: 'init-allocates-table',
  severity: 'information',
  summary: 'a large table allocated for every netns when it is created',
  slots: ['init'],
  checkExitPath: ({ exitPath }) =>
    reportEach({
      exitPath,
      effects: exitPath.effects.filter(effect => effect.kind === 'allocation' && isLarge(effect)),
      pays: ({ bytes, primitive }) =>
        `allocates ${bytes === null ? 'a table of unknown size' : size(bytes)} with ${quote(primitive)} for every netns`,
      wayOut: () => 'allocated on first use, or shared, it would cost idle netns nothing',
      confidence,
      oneReport: () => 'all tables of a netns',
      first: (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || likelihood(b) - likelihood(a) || a.depth - b.depth,
    }),
};

/** Bytes of a page, the smallest of any architecture: what is smaller is no table. */
const PAGE = 4096;

/** An unknown size is no surer than the path it is found on, and never sure. */
const confidence = (effect: Effect): Confidence =>
  effect.bytes === null && effect.confidence !== 'low' ? unknownSize(effect.primitive)! : effect.confidence;

const likelihood = (effect: Effect): number => ['low', 'medium', 'high'].indexOf(confidence(effect));

const isLarge = ({ bytes, primitive }: Effect): boolean =>
  bytes === null ? unknownSize(primitive) !== null : bytes >= PAGE;

/** How sure an allocation of unknown size is a large one; null: it is most likely small. */
function unknownSize(primitive: string): Confidence | null {
  if (/^(?:__)?v[mz]alloc|_hash(?:table)?$/.test(primitive)) return 'medium';
  return /^kv/.test(primitive) ? 'low' : null;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** "64 KiB", "1.5 MiB" */
const size = (bytes: number): string =>
  bytes < MIB ? `${tenths(bytes / KIB)} KiB` : `${tenths(bytes / MIB)} MiB`;

const tenths = (value: number): number => Math.round(value * 10) / 10;
