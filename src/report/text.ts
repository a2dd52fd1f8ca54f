import picocolors from 'picocolors';
import type { Note } from '../core/project';
import type { Finding, Severity } from '../core/rules';
import { STEP, stepsOf } from './call-path';
import { lines, type Renderer } from './format';
import { printable } from './printable';
import { howToGoOn, interrupted, summary } from './summary';

type Style = ReturnType<typeof styleFor>;

/** For people: findings by file, each with its call path, then notes, a summary and what to do next. */
export const text: Renderer = (report, context) => {
  const style = styleFor(context.colour === true);
  const shownPath = (file: string) => printable((context.shownPath ?? (it => it))(file));
  const start = interrupted(report);
  const next = howToGoOn(report, context);
  const blocks = [
    start === null ? [] : [style.alarm(start)],
    ...[...byFile(report.findings)].map(([file, findings]) => [
      style.file(shownPath(file)),
      ...findingLines(findings, shownPath, style),
    ]),
    ...(context.quiet === true
      ? []
      : [
          report.notes.map(note => noteLine(note, shownPath, style)),
          [summary(report), ...(next === null ? [] : [style.aside(next)])],
        ]),
  ];
  return lines(
    blocks.filter(block => block.length > 0).flatMap((block, index) => (index > 0 ? ['', ...block] : block)),
  );
};

const styleFor = (colour: boolean) => {
  const { bold, dim, underline, red, yellow, cyan } = picocolors.createColors(colour);
  const severity: Readonly<Record<Severity, (text: string) => string>> = {
    error: red,
    warning: yellow,
    information: cyan,
  };
  return { file: underline, alarm: (text: string) => bold(yellow(text)), aside: dim, severity };
};

const byFile = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> => {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const sameFile = files.get(finding.file);
    if (sameFile) sameFile.push(finding);
    else files.set(finding.file, [finding]);
  }
  return files;
};

/** Findings of one file, their columns aligned. */
const findingLines = (
  findings: readonly Finding[],
  shownPath: (file: string) => string,
  style: Style,
): readonly string[] => {
  const place = ({ range: { start } }: Finding) => `${start.line}:${start.column}`;
  const placeWidth = Math.max(...findings.map(finding => place(finding).length));
  const severityWidth = Math.max(...findings.map(finding => finding.severity.length));
  return findings.flatMap(finding => [
    [
      `  ${place(finding).padStart(placeWidth)}`,
      style.severity[finding.severity](finding.severity.padEnd(severityWidth)),
      printable(finding.message),
      style.aside(remarks(finding)),
    ].join('  '),
    ...wrapped(stepsOf(finding, shownPath).map(printable)).map(line =>
      style.aside(`${' '.repeat(placeWidth + 4)}${line}`),
    ),
  ]);
};

const remarks = ({ code, confidence }: Finding): string =>
  confidence === 'high' ? `[${printable(code)}]` : `[${printable(code)}] (${confidence} confidence)`;

/** Longest line of a call path, in characters; a longer path goes on below, one step further in. */
const PATH_WIDTH = 100;

const wrapped = (steps: readonly string[]): readonly string[] => {
  const rows: string[] = [];
  for (const step of steps) {
    const row = rows.at(-1);
    if (row === undefined) rows.push(step);
    else if (row.length + STEP.length + step.length <= PATH_WIDTH) rows[rows.length - 1] = row + STEP + step;
    else rows.push(`  ${STEP.trimStart()}${step}`);
  }
  return rows;
};

const noteLine = (
  { file, line, message }: Note,
  shownPath: (file: string) => string,
  style: Style,
): string => {
  const place = file === null ? '' : `${shownPath(file)}${line === null ? '' : `:${line}`}: `;
  return `${style.severity.information('note')}: ${place}${printable(message)}`;
};
