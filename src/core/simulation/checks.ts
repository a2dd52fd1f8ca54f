/** Reading a JSON value field by field; every problem names the field, what it is and what it may be. */
import type { NumberField } from './fields';

export interface Problem {
  /** Path of the field, e.g. `machine.prices.rcuBarrier`. */
  readonly field: string;
  readonly message: string;
}

export type Checked<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'rejected'; readonly problems: readonly Problem[] };

type Fields = Readonly<Record<string, unknown>>;

/** Collects problems while values are read; a value with a problem is replaced by its default. */
export class Checker {
  readonly problems: Problem[] = [];

  reject(field: string, message: string): void {
    this.problems.push({ field, message: `${field === '' ? 'the file' : `\`${field}\``} ${message}` });
  }

  /** An object with no other fields than `known`. */
  fields(value: unknown, field: string, known: readonly string[]): Fields {
    if (value === undefined) return {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.reject(field, `is ${show(value)}: give an object`);
      return {};
    }
    for (const name of Object.keys(value))
      if (!known.includes(name))
        this.reject(join(field, name), `is not known; known here: ${known.join(', ')}`);
    return value as Fields;
  }

  /** Numbers by a table of ranges; what is left out has its default. */
  numbers<Name extends string>(
    values: Fields,
    field: string,
    table: Readonly<Record<Name, NumberField>>,
    defaults: Readonly<Record<NoInfer<Name>, number>>,
  ): Record<Name, number> {
    const entries = (Object.keys(table) as Name[]).map(name => [
      name,
      this.number(values[name], join(field, name), table[name], defaults[name]),
    ]);
    return Object.fromEntries(entries) as Record<Name, number>;
  }

  number<T extends number | undefined>(
    value: unknown,
    field: string,
    range: NumberField,
    otherwise: T,
  ): number | T {
    if (value === undefined) return otherwise;
    if (typeof value === 'number' && value >= range.min && value <= range.max)
      if (!range.whole || Number.isInteger(value)) return value;
    this.reject(field, `is ${show(value)}: give ${describe(range)}`);
    return otherwise;
  }

  choice<T extends string>(value: unknown, field: string, choices: readonly T[], otherwise: T): T {
    if (value === undefined) return otherwise;
    if (choices.includes(value as T)) return value as T;
    this.reject(field, `is ${show(value)}: give one of ${choices.join(', ')}`);
    return otherwise;
  }

  text(value: unknown, field: string, otherwise: string): string {
    if (value === undefined) return otherwise;
    if (typeof value === 'string' && value !== '') return value;
    this.reject(field, `is ${show(value)}: give a non-empty string`);
    return otherwise;
  }

  flag(value: unknown, field: string): boolean {
    if (value === undefined || typeof value === 'boolean') return value === true;
    this.reject(field, `is ${show(value)}: give true or false`);
    return false;
  }

  list(value: unknown, field: string, most: number): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= most) return value;
    this.reject(
      field,
      `is ${Array.isArray(value) ? `${value.length} long` : show(value)}: give a list of at most ${most}`,
    );
    return [];
  }

  done<T>(value: T): Checked<T> {
    return this.problems.length > 0 ? { kind: 'rejected', problems: this.problems } : { kind: 'ok', value };
  }
}

export const join = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

const describe = ({ min, max, unit, whole }: NumberField): string =>
  `a ${whole ? 'whole ' : ''}number from ${min} to ${max}${unit === '' ? '' : ` ${unit}`}`;

const LONGEST_SHOWN = 40;

const show = (value: unknown): string => {
  if (typeof value === 'number' || value === undefined) return String(value);
  const json = JSON.stringify(value) ?? typeof value;
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json;
};
