import type { Note } from '../core/project';
import type { Finding, Severity } from '../core/rules';
import { STEP, stepsOf } from './call-path';
import { lines, type Renderer } from './format';
import { interrupted } from './summary';

type Command = 'error' | 'warning' | 'notice';

const COMMAND: Readonly<Record<Severity, Command>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
};

type ShownPath = (file: string) => string;

/**
 * Workflow commands that GitHub Actions turns into annotations of the changed lines; the call path is the second line
 * of the text. (GitHub shows ten of each level for a step; use `sarif` for more.)
 * Source: "Workflow commands for GitHub Actions"; the escapes as in actions/toolkit.
 */
export const github: Renderer = (report, { shownPath = file => file }) => {
  const cut = interrupted(report);
  return lines([
    ...(cut === null ? [] : [command('warning', { title: TITLE }, cut)]),
    ...report.findings.map(finding => annotation(finding, shownPath)),
    ...report.notes.map(note => remark(note, shownPath)),
  ]);
};

const TITLE = 'pernet-lens';

const annotation = (finding: Finding, shownPath: ShownPath): string => {
  const { start, end } = finding.range;
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {}; // else GitHub refuses them
  return command(
    COMMAND[finding.severity],
    { file: shownPath(finding.file), line: start.line, endLine: end.line, ...columns, title: finding.code },
    [finding.message, stepsOf(finding, shownPath).join(STEP)].filter(line => line !== '').join('\n'),
  );
};

const remark = ({ file, line, message }: Note, shownPath: ShownPath): string =>
  command(
    'notice',
    { ...(file !== null && { file: shownPath(file) }), ...(line !== null && { line }), title: TITLE },
    message,
  );

const command = (
  name: Command,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string =>
  `::${name} ${Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',')}::${escapeMessage(message)}`;

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
