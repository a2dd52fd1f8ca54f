/** The reproduction table as Markdown, as docs/simulation.md has it. */
import { EXPERIMENTS, type ExperimentId } from '../experiments';
import { errorOf, outcomeOf, type Row } from './row';

const DIGITS = 4;

/** Less than this is rounding error of a fractional batch. */
const NOTHING = 1e-6;

const figure = (value: number): string => {
  if (Math.abs(value) < NOTHING) return '0';
  return Math.abs(value) >= 10 ** DIGITS
    ? String(Math.round(value))
    : String(Number(value.toPrecision(DIGITS)));
};

const errorText = (row: Row): string => {
  const percent = 100 * errorOf(row);
  const sign = percent < 0 ? '−' : '+';
  return `${sign}${Math.abs(percent).toFixed(Math.abs(percent) < 100 ? 1 : 0)} %`;
};

const line = (row: Row): string => {
  const { quantity, unit, role, reported, simulated, band, remark = '' } = row;
  const range = band ? ` [${figure(band.p5)}, ${figure(band.p95)}]` : '';
  const outcome = outcomeOf(row);
  const cells = [
    quantity,
    `${figure(reported)} ${unit}`,
    `${figure(simulated)}${range} ${unit}`,
    role === 'predicted' ? errorText(row) : '',
    outcome === 'FAILS' ? '**FAILS**' : outcome,
    remark,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** One table for each experiment, in the order of the rows. */
export function reproductionMarkdown(rows: readonly Row[]): string {
  const ids = [...new Set(rows.map(({ experiment }) => experiment))] as ExperimentId[];
  return ids
    .map(id => {
      const { title, role, source, load } = EXPERIMENTS[id];
      return [
        `### ${title}`,
        '',
        `${role === 'founding' ? 'Founding experiment' : 'Held out'}. ${load}. Source: ${source}.`,
        '',
        '| figure | reported | simulated | error | outcome | remark |',
        '| --- | --- | --- | --- | --- | --- |',
        ...rows.filter(({ experiment }) => experiment === id).map(line),
      ].join('\n');
    })
    .join('\n\n');
}
