import type { Note } from '../core/project';
import type { BaselineEntry } from '../host/baseline';
import { TREE_MARK } from '../host/tree';
import type { FormatName, ScanReport } from '../report';

/** How many stale entries of a baseline are named; the rest is counted. */
const STALE_SHOWN = 10;

/** What a user should know that the report in its format does not say. */
export interface RemarksContext {
  readonly format: FormatName;
  readonly quiet: boolean;
  readonly timing: boolean;
  /** What was scanned, as the user would write it. */
  readonly scanned: readonly string[];
  readonly treeRoot: string | null;
  readonly excludes: number;
  readonly baseline: { readonly file: string; readonly stale: readonly BaselineEntry[] } | null;
  readonly written: { readonly file: string; readonly count: number } | null;
  shownPath(file: string): string;
}

/** Lines for standard error, once the report is written. */
export function remarks(report: ScanReport, context: RemarksContext): readonly string[] {
  const { quiet, format, timing } = context;
  const always = [
    ...(report.stats.partial && format !== 'text'
      ? ['interrupted: the report has what was known by then']
      : []),
    ...(timing ? timingLines(report) : []),
  ];
  if (quiet) return always;
  const notes = format === 'terse' ? report.notes.map(note => noteLine(note, context)) : [];
  return [
    ...notes,
    ...nothingFound(report, context),
    ...noTree(report, context),
    ...aboutBaseline(context),
    ...always,
  ];
}

const noteLine = ({ file, line, message }: Note, { shownPath }: RemarksContext): string =>
  `note: ${file === null ? '' : `${shownPath(file)}${line === null ? '' : `:${line}`}: `}${message}`;

function nothingFound({ stats, ops, findings }: ScanReport, { scanned, excludes }: RemarksContext): string[] {
  if (stats.partial || ops.length > 0 || findings.length > 0) return [];
  const where = scanned.join(', ');
  if (stats.filesScanned > 0)
    return [`no struct pernet_operations in ${where} (${files(stats.filesScanned)} looked at)`];
  const excluded = excludes === 0 ? '' : ', without what the configuration excludes';
  return [`no C sources in ${where} (looked for .c and .h files${excluded})`];
}

function noTree({ tree, ops }: ScanReport, { treeRoot, scanned }: RemarksContext): string[] {
  if (treeRoot !== null || ops.length === 0 || tree.source !== 'default') return [];
  return [
    `no kernel tree found above ${scanned.join(', ')} (looked for ${TREE_MARK}): calls are followed within it only, ` +
      `and the slots ${tree.slots.join(', ')} are assumed. Pass --tree DIR, or set "slots" in .pernet-lens.json`,
  ];
}

function aboutBaseline({ baseline, written }: RemarksContext): string[] {
  if (written)
    return [`wrote ${written.count} ${written.count === 1 ? 'finding' : 'findings'} to ${written.file}`];
  if (!baseline || baseline.stale.length === 0) return [];
  const { stale, file } = baseline;
  const more = stale.length - STALE_SHOWN;
  return [
    `${stale.length === 1 ? 'one entry' : `${stale.length} entries`} of ${file} without a finding any more; --write-baseline brings it up to date:`,
    ...stale
      .slice(0, STALE_SHOWN)
      .map(({ file, code, handler }) => `  ${file}: ${code}${handler ? ` (${handler})` : ''}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function timingLines({ stats }: ScanReport): string[] {
  const phases = Object.entries(stats.timing ?? {});
  const width = Math.max(0, ...phases.map(([phase]) => phase.length));
  return phases.map(([phase, time]) => `${phase.padEnd(width)} ${time.toFixed(0).padStart(7)} ms`);
}

const files = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;
