/** What an ops pays, in the words of lens, hover, symbols and the Dismantle view alike. */
import { EFFECT_NOUNS, type Paid, PRICED_AT, priceOf, SHAREABLE, shareable } from '../core/dismantle';
import { type Effect, type ExitPath, type Hop, type Ops, perNet } from '../core/project';
import { often } from '../core/rules';
import { plainSpaces, seconds } from '../report/simulation';

const EACH: Readonly<Record<Effect['per'], string>> = {
  net: '',
  batch: '',
  device: ' per device',
  entry: ' per table entry',
};

/** One effect: `RTNL once per netns`, `quux_mutex once per batch, under a condition`, `64 KiB once per netns`. */
export function effectWords(effect: Effect): string {
  const { kind, lock, bytes, conditional } = effect;
  const what =
    kind === 'global-lock' && lock !== null
      ? lock
      : kind === 'allocation' && bytes !== null
        ? `${Math.ceil(bytes / 1024)} KiB`
        : EFFECT_NOUNS[kind][0];
  return `${what} ${often(effect)}${conditional ? ', under a condition' : ''}`;
}

/**
 * What several effects come to: `2 RTNL, 1 device unregistration per device`; empty for nothing.
 * @param most how many sorts are named; `…` stands for the others
 */
export function sumWords(some: readonly Paid[], most = Number.POSITIVE_INFINITY): string {
  const sorts = SHAREABLE.flatMap(kind =>
    (['net', 'batch', 'device', 'entry'] as const).map(per => {
      const count = some.filter(({ effect }) => effect.kind === kind && effect.per === per).length;
      return count === 0 ? '' : `${count} ${EFFECT_NOUNS[kind][count === 1 ? 0 : 1]}${EACH[per]}`;
    }),
  ).filter(words => words !== '');
  return [...sorts.slice(0, most), ...(sorts.length > most ? ['…'] : [])].join(', ');
}

/** What of an ops is paid for every netns of a batch, and what for the batch as a whole. */
export function dismantleOf({ exitPaths }: Pick<Ops, 'exitPaths'>): {
  readonly perNet: readonly Paid[];
  readonly perBatch: readonly Paid[];
} {
  const all = shareable(exitPaths);
  return {
    perNet: all.filter(({ effect }) => perNet(effect)),
    perBatch: all.filter(({ effect }) => !perNet(effect)),
  };
}

/** Worker time per netns by the built-in prices, seconds: what the Dismantle view ranks by. */
export function secondsPerNet(some: readonly Paid[]): number {
  const { cpu, sleep } = priceOf(some).perNet;
  return cpu + sleep;
}

/** `4.28 ms`. */
export const timeWords = (time: number): string => plainSpaces(seconds(time));

/** Sorts of effects that one short line names. */
const MOST_NAMED = 3;

/** `per netns: 1 RTNL, 2 grace periods (estimated 8.01 ms); per batch: 1 RTNL`: an ops on one short line. */
export function opsWords(ops: Pick<Ops, 'exitPaths'>): string {
  const { perNet, perBatch } = dismantleOf(ops);
  const parts = [
    ...(perNet.length > 0
      ? [`per netns: ${sumWords(perNet, MOST_NAMED)} (estimated ${timeWords(secondsPerNet(perNet))})`]
      : []),
    ...(perBatch.length > 0 ? [`per batch: ${sumWords(perBatch, MOST_NAMED)}`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : 'no RTNL, no wait, no walk';
}

/** What handlers are estimated to cost, and under which assumptions; null where nothing of it has a price. */
export function priceWords(paths: readonly ExitPath[]): string | null {
  const { perNet, perBatch } = priceOf(shareable(paths));
  const told = [
    [perNet, 'per netns'],
    [perBatch, 'per batch'],
  ] as const;
  const parts = told.flatMap(([{ cpu, sleep }, per]) => {
    if (cpu + sleep === 0) return [];
    const [all, waiting] = [timeWords(cpu + sleep), timeWords(sleep)];
    const asleep = sleep === 0 ? '' : waiting === all ? ', asleep' : `, ${waiting} of it asleep`;
    return [`${all} ${per}${asleep}`];
  });
  return parts.length === 0 ? null : `Estimated cost: ${parts.join('; ')}`;
}

/** What stands behind every estimate. */
export const PRICE_ASSUMPTIONS = `built-in prices at HZ=${PRICED_AT.machine.hz}; waiting for RTNL that others hold comes on top; each netns has one device and one entry in each table, tables have ${PRICED_AT.entries.toLocaleString('en')} entries, what stands under a condition happens`;

/** `quux_exit_net (net/quux/quux_main.c:6) > quux_flush (net/quux/quux_table.c:4) > rtnl_lock` */
export const wayWords = ({ path, primitive }: Effect): string =>
  [...path.map(hop => `${hop.function} (${placeWords(hop)})`), primitive].join(' > ');

export const placeWords = ({ file, line }: Hop): string => `${file}:${line}`;
