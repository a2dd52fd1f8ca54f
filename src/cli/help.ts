import type { Flag, VerbForm } from './flags';

const WIDTH = 80;

/** The help of one verb, for a terminal. */
export function verbHelp(form: VerbForm): string {
  const paragraphs = [`${form.summary}.`, ...form.details].flatMap(text => [...wrap(plain(text), WIDTH), '']);
  const groups = form.groups.flatMap(({ title, flags }) => [`${title}:`, ...rows(flags.map(flagRow)), '']);
  const examples =
    form.examples.length === 0 ? [] : ['Examples:', ...form.examples.map(example => `  ${example}`), ''];
  return [`Usage: ${usage(form)}`, '', ...paragraphs, ...groups, ...examples]
    .slice(0, -1)
    .map(line => `${line}\n`)
    .join('');
}

/** The help of the whole command. */
export function overview(forms: readonly VerbForm[]): string {
  return `Usage: pernet-lens VERB [options] [arguments]

What Linux network-namespace teardown pays per netns, and why.

Verbs:
${rows(forms.map(form => [`${form.name} ${form.operands}`.trim(), form.summary]))
  .map(row => `${row}\n`)
  .join('')}
\`pernet-lens VERB --help\` tells about one of them, \`pernet-lens --version\` the
version. Exit codes: ${EXIT_CODES.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.
`;
}

const EXIT_CODES = [
  [0, 'nothing to report'],
  [1, 'findings'],
  [2, 'could not do it'],
] as const;

/** The same as `verbHelp` for every verb, as a part of docs/cli.md. */
export function helpMarkdown(forms: readonly VerbForm[]): string {
  return forms
    .map(form => {
      const tables = form.groups.map(({ title, flags }) =>
        table([
          [title, ''],
          ...flags.map(flagRow).map(([left, right]): [string, string] => [`\`${left}\``, right]),
        ]),
      );
      const examples = form.examples.length === 0 ? [] : [`\`\`\`sh\n${form.examples.join('\n')}\n\`\`\`\n`];
      return [
        `## ${form.name}\n`,
        `\`\`\`\n${usage(form)}\n\`\`\`\n`,
        ...[`${form.summary}.`, ...form.details].map(text => `${text}\n`),
        ...tables,
        ...examples,
      ].join('\n');
    })
    .join('\n');
}

/** A Markdown table of two columns, padded as the formatter likes it. */
function table(pairs: readonly (readonly [string, string])[]): string {
  const [head, ...body] = pairs.map(pair => pair.map(cell => cell.replaceAll('|', '\\|')));
  const widths = [0, 1].map(i => Math.max(3, ...[head!, ...body].map(row => row[i]!.length)));
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  return [head!, widths.map(width => '-'.repeat(width)), ...body].map(row).join('');
}

function usage(form: VerbForm): string {
  const options = form.groups.length === 0 ? '' : '[options]';
  return ['pernet-lens', form.name, options, form.operands].filter(part => part !== '').join(' ');
}

function flagRow({ name, short, value, help }: Flag): [string, string] {
  const choices = value?.kind === 'choice' ? `${help} One of ${value.choices.join(', ')}.` : help;
  return [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value.shown}` : ''}`, choices];
}

/** Two columns, the right one wrapped. */
function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...pairs.map(([name]) => name.length)) + 4;
  return pairs.flatMap(([name, text]) =>
    wrap(plain(text), WIDTH - left).map((line, i) => (i === 0 ? `  ${name}` : '').padEnd(left) + line),
  );
}

/** Without the marks of Markdown links; backticks read well enough in a terminal. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
