import { didYouMean } from '../../core/configuration';
import { RULES } from '../../core/rules';
import type { VerbForm } from '../flags';
import { parseArguments } from '../parse-arguments';
import { docsUrl } from '../project';
import { isRefused, type Refused, refuse } from '../refused';
import type { ExitCode, Surroundings } from '../surroundings';

export const EXPLAIN: VerbForm = {
  name: 'explain',
  operands: 'CODE',
  maxOperands: 1,
  summary: 'Print the page about a rule: what it reports, why, and what to do',
  details: [],
  groups: [],
  examples: ['pernet-lens explain exit-takes-rtnl'],
};

/** `pernet-lens explain` */
export function runExplain(argv: readonly string[], { stdout, rulePage }: Surroundings): ExitCode | Refused {
  const given = parseArguments(EXPLAIN, argv);
  if (isRefused(given)) return given;
  const codes = RULES.map(({ code }) => code);
  const [code] = given.operands;
  if (code === undefined) return refuse(`explain needs the code of a rule: ${codes.join(', ')}`);
  if (!codes.includes(code)) {
    return refuse(
      `there is no rule \`${code}\`${didYouMean(code, codes) || `; the rules are ${codes.join(', ')}`}`,
    );
  }
  const page = rulePage(code);
  if (page === undefined) return refuse(`this build has no page about ${code}. It is at ${docsUrl(code)}`);
  stdout.write(page.endsWith('\n') ? page : `${page}\n`);
  return 0;
}
