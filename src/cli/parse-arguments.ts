import { parseArgs } from 'node:util';
import { didYouMean } from '../core/configuration';
import { type Flag, type FlagValue, HELP_FLAG, type VerbForm } from './flags';
import { type Refused, refuse } from './refused';

/** A verb's command line, every flag known and every value checked against the flag's form. */
export interface Arguments {
  readonly operands: readonly string[];
  /** Whether a switch is given. */
  on(name: string): boolean;
  /** The value of a flag, the last if it is repeated. */
  value(name: string): string | undefined;
  /** All items of a list flag. */
  list(name: string): readonly string[];
}

/** Reads what stands after the verb. */
export function parseArguments(form: VerbForm, argv: readonly string[]): Arguments | Refused {
  const flags = [...form.groups.flatMap(group => group.flags), HELP_FLAG];
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      flags.map(({ name, short, value }) => [
        name,
        { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
      ]),
    ),
  });

  const operands: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = flags.find(({ name }) => name === token.name);
    if (!flag) return refuse(unknownFlag(token.rawName, form, flags));
    const wrong = flag.value
      ? wrongValue(token.rawName, flag.value, token.value, token.inlineValue === true)
      : token.value !== undefined && `${token.rawName} takes no value`;
    if (wrong) return refuse(`${wrong}\n${seeHelp(form)}`);
    const items = flag.value?.kind === 'list' ? listItems(token.value!) : [token.value ?? ''];
    values.set(flag.name, [...(values.get(flag.name) ?? []), ...items]);
  }
  if (form.maxOperands !== undefined && operands.length > form.maxOperands) {
    return refuse(`unexpected argument \`${operands[form.maxOperands]}\`\n${seeHelp(form)}`);
  }
  return {
    operands,
    on: name => values.has(name),
    value: name => values.get(name)?.at(-1),
    list: name => values.get(name) ?? [],
  };
}

/** Where to read on after a mistake in a verb's command line. */
const seeHelp = ({ name }: VerbForm): string => `See \`pernet-lens ${name} --help\`.`;

function unknownFlag(raw: string, form: VerbForm, flags: readonly Flag[]): string {
  const names = flags.map(({ name }) => `--${name}`);
  return `unknown flag \`${raw}\`${didYouMean(raw, names)}\n${seeHelp(form)}`;
}

/** What is wrong with a flag's value, or null. */
function wrongValue(raw: string, form: FlagValue, value: string | undefined, inline: boolean): string | null {
  const missing = value === undefined || value === '' || (!inline && /^-./.test(value));
  if (missing) return `${raw} needs a value: ${raw} ${form.shown}`;
  switch (form.kind) {
    case 'text':
      return null;
    case 'choice':
      return wrongChoice(raw, form.choices, value);
    case 'list': {
      const items = listItems(value);
      if (items.length === 0) return `${raw} needs a value: ${raw} ${form.shown}`;
      return items.map(item => wrongChoice(raw, form.choices, item)).find(wrong => wrong !== null) ?? null;
    }
    case 'integer': {
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= form.min && number <= (form.max ?? Number.MAX_SAFE_INTEGER)) return null;
      const range = form.max === undefined ? `${form.min} or more` : `from ${form.min} to ${form.max}`;
      return `${raw} must be a whole number, ${range}, not \`${value}\``;
    }
  }
}

const wrongChoice = (raw: string, choices: readonly string[], value: string): string | null =>
  choices.includes(value)
    ? null
    : `unknown value \`${value}\` for ${raw}${didYouMean(value, choices) || `; one of ${choices.join(', ')}`}`;

const listItems = (value: string): string[] =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
