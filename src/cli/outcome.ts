import { type Finding, SEVERITIES, type Severity } from '../core/rules';
import type { ScanReport } from '../report';
import type { ExitCode } from './surroundings';

/** Leaves in a report what `--rule` names (all, if it names none) and `--ignore` does not. */
export function selectRules(
  report: ScanReport,
  only: readonly string[],
  ignored: readonly string[],
): ScanReport {
  if (only.length === 0 && ignored.length === 0) return report;
  const selected = ({ code }: Finding) =>
    (only.length === 0 || only.includes(code)) && !ignored.includes(code);
  return { ...report, findings: report.findings.filter(selected) };
}

export interface Threshold {
  /** The least severe finding that counts. */
  readonly failOn: Severity;
  /** How many warnings may pass; null: as `failOn` says. */
  readonly maxWarnings: number | null;
}

/** The exit code for findings, if the scan ran to its end. */
export function verdict(findings: readonly Finding[], { failOn, maxWarnings }: Threshold): ExitCode {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  if (maxWarnings !== null && warnings > maxWarnings) return 1;
  const counts = (severity: Severity): boolean =>
    SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn) &&
    !(severity === 'warning' && maxWarnings !== null);
  return findings.some(({ severity }) => counts(severity)) ? 1 : 0;
}
