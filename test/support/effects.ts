import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { type Analysis, analyse, type Effect } from '../../src/core/project';
import { readFixture } from './fixture';
import { memorySources } from './memory-sources';
import { testParser } from './parser';

/** The analysis of a fixture's files. @param changes to the default configuration */
export async function analysisOf(
  fixture: string,
  changes: Partial<typeof DEFAULT_CONFIGURATION> = {},
): Promise<Analysis> {
  const { files } = readFixture(fixture);
  const sources = memorySources(await testParser(), files);
  return analyse(sources, {
    files: sources.list(''),
    configuration: { ...DEFAULT_CONFIGURATION, ...changes },
    cancelled: () => false,
    onProgress: () => {},
  });
}

/** Every effect of every handler, one line each: `rtnl per net: foo_exit > foo_flush > rtnl_lock`, in path order. */
export async function effectsIn(
  fixture: string,
  changes: Partial<typeof DEFAULT_CONFIGURATION> = {},
): Promise<string[]> {
  const { ops } = await analysisOf(fixture, changes);
  return ops.flatMap(({ exitPaths }) => exitPaths.flatMap(({ effects }) => effects.map(shown)));
}

/** What is ordinary (direct, unconditional) goes without saying. */
function shown({ kind, per, path, primitive, lock, lockOwner, conditional, via, bytes }: Effect): string {
  const way = [...path.map(hop => hop.function), primitive].join(' > ');
  const remarks = [
    lock === null ? '' : `${lock} (${lockOwner})`,
    conditional ? 'conditional' : '',
    via === 'direct' ? '' : via,
    bytes === null ? '' : `${bytes} bytes`,
  ].filter(remark => remark !== '');
  return `${kind} per ${per}: ${way}${remarks.length > 0 ? ` [${remarks.join(', ')}]` : ''}`;
}
