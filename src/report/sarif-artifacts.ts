import type { Artifact, PhysicalLocation, Region } from 'sarif';
import type { Range } from '../core/project';
import type { ScanReport } from './scan-report';
import { relativeUri } from './uri';

/** Name of the base that every path in the log is relative to: the tree root. */
export const ROOT = 'SRCROOT';

/** Every file that a log speaks of, and how to point into one. */
export interface Artifacts {
  readonly list: Artifact[];
  /** A place in a file of the report; the whole file without a region. */
  place(file: string, region: Region | undefined): PhysicalLocation;
}

/** The files of all findings, call paths and notes, each once, sorted. */
export const artifactsOf = ({ findings, notes }: ScanReport): Artifacts => {
  const files = [
    ...new Set([
      ...findings.flatMap(({ file, path }) => [file, ...path.map(hop => hop.file)]),
      ...notes.flatMap(({ file }) => file ?? []),
    ]),
  ].sort();
  const indexOf = new Map(files.map((file, index) => [file, index]));
  const location = (file: string) => ({ uri: relativeUri(file), uriBaseId: ROOT });
  return {
    list: files.map(file => ({ location: location(file), sourceLanguage: 'c' })),
    place: (file, region) => ({
      artifactLocation: { ...location(file), index: indexOf.get(file)! },
      ...(region && { region }),
    }),
  };
};

/** Both count lines and columns from 1, the end column exclusive. */
export const rangeRegion = ({ start, end }: Range): Region => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
});
