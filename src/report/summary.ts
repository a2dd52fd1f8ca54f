import { type Finding, SEVERITIES } from '../core/rules';
import type { ReportContext } from './format';
import { printable } from './printable';
import type { ScanReport } from './scan-report';

/** What a reader must know before anything else; null for a scan that ran to its end. */
export const interrupted = ({ stats }: ScanReport): string | null =>
  stats.partial ? 'Interrupted: this is only what was known by then.' : null;

/** How much was found, how bad, and in how much code; one line. */
export const summary = ({ findings, ops, stats }: ScanReport): string => {
  const scanned = `${ops.length === 0 ? 'no' : ops.length} ops in ${counted(stats.filesScanned, 'file')}`;
  const silenced = stats.suppressed === 0 ? '' : `, ${stats.suppressed} suppressed`;
  if (findings.length === 0) return `No findings${silenced}: scanned ${scanned}.`;
  const files = new Set(findings.map(finding => finding.file)).size;
  return `${counted(findings.length, 'finding')} in ${counted(files, 'file')} (${bySeverity(findings)}${silenced}); scanned ${scanned}.`;
};

/** The next command to type; null where nothing was found. */
export const howToGoOn = (
  { findings }: ScanReport,
  { rules }: Pick<ReportContext, 'rules'>,
): string | null => {
  const explained = rules.map(rule => rule.code);
  const [code] = commonest(findings.map(finding => finding.code).filter(code => explained.includes(code)));
  return code === undefined ? null : `Why, and what to do about it: pernet-lens explain ${printable(code)}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const bySeverity = (findings: readonly Finding[]): string =>
  SEVERITIES.map(severity => ({
    severity,
    count: findings.filter(finding => finding.severity === severity).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) =>
      severity === 'information' ? `${count} informational` : counted(count, severity),
    )
    .join(', ');

/** Each word once, the commonest first; among equals the one that came first. */
const commonest = (words: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
};
