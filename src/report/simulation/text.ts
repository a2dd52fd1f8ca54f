import picocolors from 'picocolors';
import type { Contribution, Counts } from '../../core/simulation';
import { COUNT_KEYS, COUNT_LABELS, FIGURES, shown, shownBand } from './figures';
import { bandWords, countsSentence, growthWords, loadWords } from './headline';
import { count, plainSpaces, seconds } from './numbers';
import type { Outcome, SimulationReport } from './simulation-report';
import { sparkline } from './sparkline';

export interface TextOptions {
  /** ANSI colours. */
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

const LABEL_WIDTH = 30;
/** Ops listed by what they cost. */
const OPS_SHOWN = 8;

/** For people at a terminal: exact counts, figures, the backlog as a row of bars, the dearest ops. */
export function text(report: SimulationReport, { colour, width }: TextOptions): string {
  const { bold, dim } = picocolors.createColors(colour);
  const { question, before, after, verdict, engine } = report;
  const blocks: (readonly string[])[] = [
    [
      bold(question.title),
      countsSentence(report.tally, question),
      ...(verdict ? wrap(`Simulated: ${verdict.words}`, width) : []),
      ...wrap(growthWords(report) ?? '', width),
      ...question.change.flatMap(words => wrap(words, width)),
    ],
    countsTable(report, bold),
    figuresTable(report, bold),
    backlog(report, width, bold),
    dearest(report, bold),
    [
      ...wrap(
        `Simulated by the ${engine} engine, seed ${question.before.seed}: ${question.before.name}, ${loadWords(question.before)}, HZ ${question.before.machine.hz}.`,
        width,
      ),
      ...question.assumptions.flatMap(words => wrap(words, width)),
      ...wrap(bandLine(before), width),
      'How the model works and how far it can be trusted: docs/simulation.md',
    ].map(line => dim(line)),
  ];
  const lines = blocks
    .filter(block => block.length > 0)
    .flatMap((block, index) => (index > 0 ? ['', ...block] : block));
  return plainSpaces(lines.map(line => `${line}\n`).join(''));

  function countsTable({ tally }: SimulationReport, head: (text: string) => string): string[] {
    const sides = tally.subject ?? tally.whole;
    const paid = COUNT_KEYS.filter(name =>
      [tally.whole, ...(tally.subject ? [tally.subject] : [])].some(
        side => side.before[name] > 0 || (side.after?.[name] ?? 0) > 0,
      ),
    );
    const cells = (side: { before: Counts; after: Counts | null }, name: keyof Counts): string[] => [
      count(side.before[name]),
      ...(side.after ? [count(side.after[name])] : []),
    ];
    const columns = after ? ['before', 'after'] : [''];
    const heads = tally.subject ? [...columns, ...columns.map(name => `all ${name}`.trim())] : columns;
    return [
      head(row(`Exact counts, batch of ${count(tally.batch)}`, heads, 11)),
      ...paid.map(name =>
        row(
          COUNT_LABELS[name],
          [...cells(sides, name), ...(tally.subject ? cells(tally.whole, name) : [])],
          11,
        ),
      ),
    ];
  }
}

const row = (label: string, cells: readonly string[], width: number): string =>
  `${label.padEnd(LABEL_WIDTH)}${cells.map(cell => cell.padStart(width)).join('')}`.trimEnd();

function figuresTable({ before, after }: SimulationReport, head: (text: string) => string): string[] {
  const cell = ({ run, bands }: Outcome, { of, band, unit }: (typeof FIGURES)[number]): string[] => [
    shown(unit, of(run)),
    bands && band ? `(${shownBand(unit, band(bands))})` : '',
  ];
  const outcomes = after ? [before, after] : [before];
  const names = (after ? ['before', 'after'] : ['']).flatMap(name => [name, before.bands ? '(5–95 %)' : '']);
  const line = (label: string, cells: readonly string[]): string =>
    `${label.padEnd(LABEL_WIDTH)}${cells
      .map((text, index) => (index % 2 === 0 ? text.padStart(11) : before.bands ? ` ${text}`.padEnd(23) : ''))
      .join('')}`.trimEnd();
  return [
    head(line('Simulated', names)),
    ...FIGURES.map(figure =>
      line(
        figure.label,
        outcomes.flatMap(outcome => cell(outcome, figure)),
      ),
    ),
  ];
}

function backlog(
  { before, after }: SimulationReport,
  width: number,
  head: (text: string) => string,
): string[] {
  const outcomes = after ? [before, after] : [before];
  const end = Math.max(...outcomes.map(({ run }) => run.drainTime));
  const most = Math.max(...outcomes.map(({ run }) => run.peak.alive));
  const space = Math.max(20, Math.min(80, width - 8));
  const bars = ({ run }: Outcome): string => sparkline(run, space, end, most);
  return [
    head(`Backlog, simulated: live netns, 0 to ${count(most)}, over ${seconds(end)}`),
    ...(after ? [`before ${bars(before)}`, `after  ${bars(after)}`] : [bars(before)]).map(line =>
      line.trimEnd(),
    ),
  ];
}

/** Seconds of the worker that an op took. */
export const workerTime = ({ cpu, rtnlWait, rtnlHold, waits, walks }: Contribution): number =>
  cpu + rtnlWait + rtnlHold + waits + walks;

function dearest({ before: { run } }: SimulationReport, head: (text: string) => string): string[] {
  const dear = [...run.contributions].sort((a, b) => workerTime(b) - workerTime(a)).slice(0, OPS_SHOWN);
  const cells = (each: Contribution) =>
    [each.rtnlWait, each.rtnlHold, each.waits, each.walks, each.cpu].map(time =>
      time > 0 ? seconds(time) : '·',
    );
  return [
    head(row('Dearest ops, simulated', ['total', 'RTNL wait', 'RTNL hold', 'waits', 'walks', 'CPU'], 10)),
    ...dear.map(each =>
      row(each.name.slice(0, LABEL_WIDTH - 1), [seconds(workerTime(each)), ...cells(each)], 10),
    ),
  ];
}

const bandLine = ({ bands }: Outcome): string =>
  bands
    ? `Bands: 5 and 95 % ${bandWords(bands)}.${bands.vary === 'seeds' ? ' How much a price matters is another question: `--vary prices`, or the sensitivity on the page.' : ''}`
    : '';

function wrap(words: string, width: number): string[] {
  if (words === '') return [];
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= Math.max(40, width))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
