import type { Flag } from '../flags';
import type { Arguments } from '../parse-arguments';

const FILE = { kind: 'text', shown: 'FILE' } as const;
const DIR = { kind: 'text', shown: 'DIR' } as const;

/** Flags of `scan` that verbs which scan first take as well. @param jobs what the worker threads are for, in words */
export const scanFlags = (jobs: string): readonly Flag[] => [
  { name: 'tree', value: DIR, help: 'The kernel tree that calls are followed into, as for `scan`.' },
  { name: 'config', value: FILE, help: 'Use this configuration, as for `scan`.' },
  {
    name: 'depth',
    value: { kind: 'integer', shown: 'N', min: 1, max: 32 },
    help: 'How many calls deep an exit path is followed, as for `scan`.',
  },
  {
    name: 'jobs',
    value: { kind: 'integer', shown: 'N', min: 1, max: 256 },
    help: `${jobs}. Default: one for each processor.`,
  },
  { name: 'cache-dir', value: DIR, help: 'Where the scan keeps what it read of unchanged files.' },
  { name: 'no-cache', help: 'Neither read nor write the cache.' },
];

const NAMES: readonly string[] = scanFlags('').map(({ name }) => name);

/** Those of the given flags that are handed on to the scan, as its command line. */
export const handedToScan = (given: Arguments): readonly string[] =>
  NAMES.flatMap(name => {
    const value = given.value(name);
    if (value === undefined) return [];
    return value === '' ? [`--${name}`] : [`--${name}=${value}`];
  });
