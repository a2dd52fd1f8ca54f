/** Numbers for people: three significant digits at most, SI units, thousands apart. */

const THIN = '\u202f';

/** Three significant digits, without zeros that say nothing: `9.84`, `0.5`, `31`. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(3));
  const [whole, rest] =
    Math.abs(rounded) >= 1000 ? [String(Math.round(rounded))] : String(rounded).split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** Every digit of a count, thousands apart: `12,345`. Fractions of fluid runs are rounded. */
export const count = (value: number): string =>
  String(Math.round(value))
    .replace(/\B(?=(\d{3})+$)/g, ',')
    .replace('-', '−');

/** e.g. `31 ms`; a thin space before the unit, 0 without one. */
export function seconds(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return `0${THIN}s`;
  if (size < 0.9995e-6) return `${digits(value * 1e9)}${THIN}ns`;
  if (size < 0.9995e-3) return `${digits(value * 1e6)}${THIN}µs`;
  if (size < 0.9995) return `${digits(value * 1e3)}${THIN}ms`;
  return `${digits(value)}${THIN}s`;
}

/** e.g. `2.7 GB`, powers of 1000. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${digits(value / 1000 ** power)}${THIN}${units[power]}`;
}

/** Text for where a thin space may not be shown. */
export const plainSpaces = (text: string): string => text.replaceAll(THIN, ' ');
