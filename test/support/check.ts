import { expect } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { DEFAULT_SLOTS, type SlotName } from '../../src/core/kernel';
import { analyse } from '../../src/core/project';
import { judge, parseSuppressions, suppress } from '../../src/core/rules';
import type { Finding } from '../../src/core/rules/rule';
import { type Fixture, readFixture } from './fixture';
import { memorySources } from './memory-sources';
import { testParser } from './parser';

/** Checks that the findings of a fixture are exactly the marked ones. */
export async function check(fixture: string): Promise<void> {
  const parsed = readFixture(fixture);
  const { findings } = await findingsIn(parsed);
  expect(findings.map(finding => shown(finding, parsed)).sort()).toEqual([...parsed.marks].sort());
}

/** The findings of a fixture's files, after suppression comments. */
export async function findingsIn({
  files,
  slots,
}: Fixture): Promise<Pick<ReturnType<typeof suppress>, 'notes'> & { findings: readonly Finding[] }> {
  const sources = memorySources(await testParser(), files);
  const offered: readonly SlotName[] = [...DEFAULT_SLOTS, ...slots];
  const { ops, loops, notes } = await analyse(sources, {
    files: sources.list(''),
    configuration: DEFAULT_CONFIGURATION,
    cancelled: () => false,
    onProgress: () => {},
  });
  const { findings, crashes } = judge({ ops, loops, tree: { offers: slot => offered.includes(slot) } });
  const suppressions = new Map([...files].map(([file, text]) => [file, parseSuppressions(text)]));
  const applied = suppress({ findings, suppressions });
  return { findings: applied.kept, notes: [...notes, ...crashes, ...applied.notes] };
}

/** A finding in the form of a mark. */
function shown({ file, range, code, path, primitive }: Finding, { files }: Fixture): string {
  const line = files.get(file)?.split('\n')[range.start.line - 1] ?? '';
  const token = line.slice(range.start.column - 1, range.end.column - 1);
  const hops = path.map(hop =>
    hop.file === file ? hop.function : `${hop.function} (${hop.file}:${hop.line})`,
  );
  const way = primitive === null ? [] : [...hops, primitive];
  return `${file}:${range.start.line} ${token} ${code}${way.length > 0 ? `: ${way.join(' > ')}` : ''}`;
}
