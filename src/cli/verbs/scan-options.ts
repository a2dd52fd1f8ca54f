import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Severity } from '../../core/rules';
import { defaultCacheDir } from '../../host/cache-dir';
import type { FormatName } from '../../report';
import type { Threshold } from '../outcome';
import type { Arguments } from '../parse-arguments';
import type { Surroundings } from '../surroundings';

/** What the flags of `scan` say, with their defaults; files absolute. */
export interface ScanOptions {
  readonly format: FormatName;
  /** Null: standard output. */
  readonly output: string | null;
  readonly quiet: boolean;
  readonly timing: boolean;
  readonly showConfig: boolean;
  readonly config: string | null;
  readonly rules: readonly string[];
  readonly ignored: readonly string[];
  /** Null: as the configuration says. */
  readonly depth: number | null;
  readonly threshold: Threshold;
  readonly exitZero: boolean;
  readonly baseline: string | null;
  readonly writeBaseline: string | null;
  readonly jobs: number;
  /** Null: no cache. */
  readonly cacheDir: string | null;
}

export function scanOptions(given: Arguments, { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>): ScanOptions {
  const file = (name: string): string | null => {
    const value = given.value(name);
    return value === undefined ? null : resolve(cwd, value);
  };
  const count = (name: string): number | null => {
    const value = given.value(name);
    return value === undefined ? null : Number(value);
  };
  return {
    format: (given.value('format') ?? 'text') as FormatName,
    output: given.value('output') === '-' ? null : file('output'),
    quiet: given.on('quiet'),
    timing: given.on('timing'),
    showConfig: given.on('show-config'),
    config: file('config'),
    rules: given.list('rule'),
    ignored: given.list('ignore'),
    depth: count('depth'),
    threshold: {
      failOn: (given.value('fail-on') ?? 'warning') as Severity,
      maxWarnings: count('max-warnings'),
    },
    exitZero: given.on('exit-zero'),
    baseline: file('baseline'),
    writeBaseline: file('write-baseline'),
    jobs: count('jobs') ?? availableParallelism(),
    cacheDir: given.on('no-cache') ? null : (file('cache-dir') ?? defaultCacheDir(env)),
  };
}
