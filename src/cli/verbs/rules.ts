import { RULES } from '../../core/rules';
import type { VerbForm } from '../flags';
import { parseArguments } from '../parse-arguments';
import { docsUrl } from '../project';
import { isRefused, type Refused } from '../refused';
import type { ExitCode, Surroundings } from '../surroundings';

export const RULES_FORM: VerbForm = {
  name: 'rules',
  operands: '',
  maxOperands: 0,
  summary: 'List the rules, their default severities and what they look for',
  details: [],
  groups: [
    {
      title: 'Options',
      flags: [
        {
          name: 'format',
          value: { kind: 'choice', shown: 'FORMAT', choices: ['text', 'json'] },
          help: 'How to write the list. Default: text.',
        },
      ],
    },
  ],
  examples: [],
};

/** `pernet-lens rules` */
export function runRules(argv: readonly string[], { stdout }: Surroundings): ExitCode | Refused {
  const given = parseArguments(RULES_FORM, argv);
  if (isRefused(given)) return given;
  if (given.value('format') === 'json') {
    const list = RULES.map(({ code, severity, summary }) => ({
      code,
      severity,
      summary,
      page: docsUrl(code),
    }));
    stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    return 0;
  }
  const width = (column: 'code' | 'severity') => Math.max(...RULES.map(rule => rule[column].length));
  for (const { code, severity, summary } of RULES) {
    stdout.write(`${code.padEnd(width('code'))}  ${severity.padEnd(width('severity'))}  ${summary}\n`);
  }
  return 0;
}
