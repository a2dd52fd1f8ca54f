/** The generated parts of docs/simulation.md, between their marks; everything else on the page is left alone. */
import { PRICE_NAMES, PRICES, type Price } from '../prices';
import { reproductionMarkdown } from './markdown';
import type { Row } from './row';

const PARTS = ['prices', 'reproduction'] as const;

/** The page with fresh parts. */
export function pageWith(page: string, rows: readonly Row[]): string {
  const fresh = { prices: pricesMarkdown(), reproduction: reproductionMarkdown(rows) };
  return PARTS.reduce((text, part) => {
    const [begin, end] = [`<!-- generated: ${part} -->`, `<!-- end: ${part} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`the page has no part between "${begin}" and "${end}"`);
    return `${text.slice(0, from + begin.length)}\n\n${fresh[part]}\n\n${text.slice(to)}`;
  }, page);
}

const DIGITS = 3;
const UNITS = [
  { name: 's', factor: 1 },
  { name: 'ms', factor: 1e-3 },
  { name: 'µs', factor: 1e-6 },
  { name: 'ns', factor: 1e-9 },
];

/** A price with a unit that reads well. */
function amount(value: number, unit: Price['unit']): string {
  if (value === 0) return '0';
  const suffix = unit === 's/KiB' ? '/KiB' : '';
  if (unit === 's' || unit === 's/KiB') {
    const { name, factor } = UNITS.find(each => value >= each.factor)!;
    return `${Number((value / factor).toPrecision(DIGITS))} ${name}${suffix}`;
  }
  if (unit === 'bytes') return `${value / 1000} kB`;
  return `${value} ${unit === 'ratio' ? '' : unit}`.trim();
}

const pricesMarkdown = (): string =>
  [
    '| price | what | built in | seen | origin | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...PRICE_NAMES.map(name => {
      const { label, unit, builtIn, low, high, origin, source }: Price = PRICES[name];
      const range = `${amount(low, unit)} to ${amount(high, unit)}`;
      return `| \`${name}\` | ${label} | ${amount(builtIn, unit)} | ${range} | ${origin} | ${source} |`;
    }),
  ].join('\n');
