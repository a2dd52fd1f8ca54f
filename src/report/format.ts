import type { Rule } from '../core/rules';
import type { ScanReport } from './scan-report';

/** As much of a rule as a report shows. */
export type DescribedRule = Pick<Rule, 'code' | 'severity' | 'summary'>;

/** What a format needs beside the report itself. */
export interface ReportContext {
  /** Every rule of this build, in the order of the list of rules: a report names those that found nothing, too. */
  readonly rules: readonly DescribedRule[];
  /** Absolute URL of the page about a code. */
  docsUrl(code: string): string;
  /** Markdown of that page, where it is at hand; SARIF viewers show it beside a result. */
  docsPage?(code: string): string | undefined;
  /** URL of the tool itself. */
  readonly homepage?: string;
  /** ANSI colours; only the `text` format has any. Default: none. */
  readonly colour?: boolean;
  /** Findings only, no notes, no summary; for the `text` format. Default: all of them. */
  readonly quiet?: boolean;
  /**
   * A file of the report as the reader can open it, e.g. relative to the working directory. For `text`, `terse` and
   * `github`; the others say what paths are relative to. Default: as in the report, relative to the tree root.
   */
  shownPath?(file: string): string;
}

/** Turns a report into the whole text to print, its last line ended; empty if the format has nothing to say. */
export type Renderer = (report: ScanReport, context: ReportContext) => string;

/** Lines to print, each ended. */
export const lines = (all: readonly string[]): string => all.map(line => `${line}\n`).join('');
