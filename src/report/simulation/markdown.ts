import type { Counts } from '../../core/simulation';
import { COUNT_KEYS, COUNT_LABELS, FIGURES, shown, shownBand } from './figures';
import { bandWords, countsSentence, loadWords } from './headline';
import { count, plainSpaces } from './numbers';
import type { Outcome, SimulationReport } from './simulation-report';

/** A block for a cover letter: scenario, exact counts, simulated figures with their band; plain text in a mail too. */
export function markdown(report: SimulationReport): string {
  const { question, tally, before, after, verdict, engine, tool } = report;
  const sides = tally.subject ?? tally.whole;
  const paid = COUNT_KEYS.filter(name => sides.before[name] > 0 || (sides.after?.[name] ?? 0) > 0);
  const cells = (name: keyof Counts) => [
    count(sides.before[name]),
    ...(sides.after ? [count(sides.after[name])] : []),
  ];
  const afterwards = question.assumedByHand ? 'after, assumed by hand' : 'after';
  const columns = after ? ['before', afterwards] : ['netns teardown'];
  const outcomes = after ? [before, after] : [before];
  return plainSpaces(
    [
      `**${question.title}**`,
      '',
      countsSentence(tally, question),
      '',
      ...table([
        [`per batch of ${count(tally.batch)}, exact`, ...columns],
        ...paid.map(name => [COUNT_LABELS[name], ...cells(name)]),
      ]),
      '',
      ...table([
        [`simulated, ${loadWords(question.before)}`, ...columns],
        ...FIGURES.map(figure => [figure.label, ...outcomes.map(outcome => cell(outcome, figure))]),
      ]),
      '',
      ...(verdict ? [`Simulated: ${verdict.words}`, ''] : []),
      `Simulated by ${tool.name} ${tool.version}, not measured: ${engine} engine, seed ${question.before.seed}${inBrackets(before)}. ${[...question.change, ...question.assumptions].join(' ')}`,
      '',
    ].join('\n'),
  );
}

const cell = ({ run, bands }: Outcome, { of, band, unit }: (typeof FIGURES)[number]): string =>
  `${shown(unit, of(run))}${bands && band ? ` (${shownBand(unit, band(bands))})` : ''}`;

const inBrackets = ({ bands }: Outcome): string =>
  bands ? `, in brackets 5 and 95 % ${bandWords(bands)}` : '';

function table([head, ...rows]: readonly (readonly string[])[]): string[] {
  const all = [head!, ...rows];
  const widths = head!.map((_, column) => Math.max(3, ...all.map(cells => cells[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => (column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head!), rule, ...rows.map(line)];
}
