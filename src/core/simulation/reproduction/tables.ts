/** 2020 conntrack and 2022 ehash: tables per netns or shared. Closed forms of tables.ts and lookup.ts. */
import { reported } from '../experiments';
import { chainLength, fitLookup, type LookupCost, lookupThroughput } from '../lookup';
import { builtInPrices } from '../prices';
import { tableCreation } from '../tables';
import { type Row, rowsOf } from './row';

const NETS = 1000;
const TABLES = 2;
const SLOTS = 65_536;
const BYTES_PER_SLOT = 8;
const MEGABYTE = 1e6;

export function conntrackRows(): Row[] {
  const shared = {
    nets: NETS,
    creation: reported('conntrack', 'after, real') / NETS,
    netBytes: (reported('conntrack', 'after, memory used') * MEGABYTE) / NETS,
    tableBytes: 0,
    allocation: builtInPrices.allocation,
  };
  const own = tableCreation({ ...shared, tableBytes: TABLES * SLOTS * BYTES_PER_SLOT });
  const after = tableCreation(shared);
  return rowsOf('conntrack', [
    {
      quantity: 'after, real',
      unit: 's',
      role: 'calibrated',
      reported: reported('conntrack', 'after, real'),
      simulated: after.time,
      remark: 'sets the creation of one netns',
    },
    {
      quantity: 'before, real',
      unit: 's',
      role: 'predicted',
      reported: reported('conntrack', 'before, real'),
      simulated: own.time,
      remark:
        'allocating and zeroing 1 MiB is not 28 ms; what is missing (reclaim, compaction, slab caches per netns) is not modelled',
    },
    {
      quantity: 'after, memory used',
      unit: 'MB',
      role: 'calibrated',
      reported: reported('conntrack', 'after, memory used'),
      simulated: after.bytes / MEGABYTE,
      remark: 'sets the memory of one netns',
    },
    {
      quantity: 'before, memory used',
      unit: 'MB',
      role: 'predicted',
      reported: reported('conntrack', 'before, memory used'),
      simulated: own.bytes / MEGABYTE,
      remark: `two tables of ${SLOTS} slots, ${BYTES_PER_SLOT} bytes each`,
    },
  ]);
}

/** Chain lengths of the published table of 131,072 buckets; the first five set the two parameters. */
const CHAINS = [1, 8, 16, 32, 64, 128, 192, 256, 320, 384];
const FITTED_UP_TO = 64;
const OTHER_TABLE = { sockets: 24 * 2 ** 20, buckets: 524_288 };

/** t0 and t1 from the published chains of up to 64 sockets. */
export const ehashCost = (): LookupCost =>
  fitLookup(
    CHAINS.filter(chain => chain <= FITTED_UP_TO).map(chain => ({
      chain,
      throughput: reported('ehash', `L=${chain}`),
    })),
  );

export function ehashRows(): Row[] {
  const published = (chain: number) => reported('ehash', `L=${chain}`);
  const cost = ehashCost();
  const other = chainLength(OTHER_TABLE.sockets, OTHER_TABLE.buckets);
  return rowsOf('ehash', [
    ...CHAINS.map(chain => ({
      quantity: `L=${chain}`,
      unit: 'Gbit/s',
      role: chain <= FITTED_UP_TO ? ('calibrated' as const) : ('predicted' as const),
      reported: published(chain),
      simulated: lookupThroughput(chain, cost),
    })),
    {
      quantity: `524,288 buckets, L=${other}`,
      unit: 'Gbit/s',
      role: 'predicted',
      reported: reported('ehash', `524,288 buckets, L=${other}`),
      simulated: lookupThroughput(other, cost),
      remark: 'the table of the other size',
    },
  ]);
}
