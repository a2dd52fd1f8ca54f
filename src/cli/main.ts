import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../core/configuration';
import type { VerbForm } from './flags';
import { overview, verbHelp } from './help';
import { ISSUES, VERSION } from './project';
import { type Refused, refuse } from './refused';
import { say } from './say';
import type { ExitCode, Surroundings } from './surroundings';
import { EXPLAIN, runExplain } from './verbs/explain';
import { runFix } from './verbs/fix';
import { FIX } from './verbs/fix-form';
import { LSP, runLsp } from './verbs/lsp';
import { RULES_FORM, runRules } from './verbs/rules';
import { runScan } from './verbs/scan';
import { SCAN } from './verbs/scan-form';
import { runSimulate } from './verbs/simulate';
import { SIMULATE } from './verbs/simulate-form';

type Outcome = ExitCode | Refused;

interface Verb {
  readonly form: VerbForm;
  readonly run: (argv: readonly string[], surroundings: Surroundings) => Outcome | Promise<Outcome>;
}

const VERBS: readonly Verb[] = [
  { form: SCAN, run: runScan },
  { form: FIX, run: runFix },
  { form: SIMULATE, run: runSimulate },
  { form: EXPLAIN, run: runExplain },
  { form: RULES_FORM, run: runRules },
  { form: LSP, run: runLsp },
];

/** The verbs in the order of the help. */
export const FORMS: readonly VerbForm[] = VERBS.map(({ form }) => form);

const FLAGS: readonly string[] = FORMS.flatMap(({ groups }) => groups)
  .flatMap(({ flags }) => flags)
  .flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]);

/**
 * The whole command line: writes to the streams of its surroundings and answers with the exit code. Never throws; what
 * goes wrong is one line on standard error.
 * @param argv without node and the script
 */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { stderr, env } = surroundings;
  try {
    const outcome = await run(argv, surroundings);
    if (typeof outcome === 'number') return outcome;
    say(stderr, outcome.message);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [first] = message.split('\n');
    say(stderr, `internal error: ${first}. Please report it at ${ISSUES} (PERNET_LENS_DEBUG=1 shows more)`);
    if (env.PERNET_LENS_DEBUG) stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  }
  return 2;
}

function run([first, ...rest]: readonly string[], surroundings: Surroundings): Outcome | Promise<Outcome> {
  const { stdout, stderr, cwd } = surroundings;
  if (first === undefined) {
    stderr.write(overview(FORMS));
    return 2;
  }
  if (first === '--version' || first === '-V') {
    stdout.write(`pernet-lens ${VERSION}\n`);
    return 0;
  }
  if (first === '--help' || first === '-h' || first === 'help') return help(rest[0], surroundings);
  const verb = verbNamed(first);
  if (!verb) return refuse(noSuchVerb(first, rest, cwd));
  if (asksForHelp(rest)) return help(first, surroundings);
  return verb.run(rest, surroundings);
}

const verbNamed = (name: string): Verb | undefined => VERBS.find(({ form }) => form.name === name);

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some(argument => argument === '--help' || argument === '-h');
}

function help(name: string | undefined, { stdout, cwd }: Surroundings): Outcome {
  const verb = name === undefined ? undefined : verbNamed(name);
  if (name !== undefined && !verb) return refuse(noSuchVerb(name, [], cwd));
  stdout.write(verb ? verbHelp(verb.form) : overview(FORMS));
  return 0;
}

function noSuchVerb(typed: string, rest: readonly string[], cwd: string): string {
  const names = FORMS.map(({ name }) => name);
  const command = ['pernet-lens scan', typed, ...rest].join(' ');
  if (typed === '-' || existsSync(resolve(cwd, typed)))
    return `\`${typed}\` is no verb. To scan it: ${command}`;
  const flag = typed.replace(/=.*/, '');
  if (FLAGS.includes(flag)) return `flags stand behind the verb, as in: ${command}`;
  if (typed.startsWith('-'))
    return `unknown flag \`${flag}\`${didYouMean(flag, FLAGS)}\nSee \`pernet-lens --help\`.`;
  return `unknown verb \`${typed}\`${didYouMean(typed, names)}\nThe verbs are ${names.join(', ')}; see \`pernet-lens --help\`.`;
}
