import { dirname } from 'node:path';
import { type TreeProgram, tallyOf } from '../../core/dismantle';
import { compareRuns, type Preset } from '../../core/simulation';
import { isFolder, reason, replaceFile } from '../../host/files';
import { printable } from '../../report';
import { csv, json, markdown, plainSpaces, type SimulationReport, text } from '../../report/simulation';
import { type Arguments, parseArguments } from '../parse-arguments';
import { VERSION } from '../project';
import { isRefused, type Refused, refuse } from '../refused';
import { say } from '../say';
import type { ExitCode, Surroundings } from '../surroundings';
import { hasColour, progressLine } from '../terminal';
import { SIMULATE } from './simulate-form';
import { lookupTable } from './simulate-lookup';
import { type SimulateOptions, simulateOptions } from './simulate-options';
import { standAlonePage } from './simulate-page';
import { type Asked, askedQuestion, bringsOps, chosenOps, presetList } from './simulate-question';
import { howLong, runScenario } from './simulate-run';
import { offeredFor, type ScannedTree, scannedTree, withChangedFile } from './simulate-scan';

/** `pernet-lens simulate`: from the command line to the simulated dismantle. */
export async function runSimulate(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode | Refused> {
  const given = parseArguments(SIMULATE, argv);
  if (isRefused(given)) return given;
  if (given.on('list-presets')) {
    surroundings.stdout.write(presetList());
    return 0;
  }
  const options = simulateOptions(given, surroundings.cwd);
  if (isRefused(options)) return options;
  const unwritable = [options.output, options.html].map(whyUnwritable).find(why => why !== null);
  if (unwritable) return refuse(unwritable);
  const { preset } = options;
  if (preset.kind === 'lookup') return lookup(preset, options, surroundings);

  const own = bringsOps(options);
  if (typeof own !== 'boolean') return own;
  const bare =
    own && given.operands.length === 0
      ? null
      : await scannedTree(given, given.operands, options, surroundings);
  if (bare !== null && isRefused(bare)) return bare;
  const tree = bare && (await withOffered(bare, options, surroundings));
  if (tree !== null && isRefused(tree)) return tree;
  const other = await otherTree(bare, given, options, surroundings);
  if (other !== null && isRefused(other)) return other;
  const asked = askedQuestion(options, preset, tree, other?.program ?? null);
  if (isRefused(asked)) return asked;
  return simulate(asked, tree, options, surroundings);
}

/** The tree with what refactorings offer, where that is asked for: for an after, and for whatever a page may ask. */
async function withOffered(
  scan: ScannedTree,
  options: SimulateOptions,
  surroundings: Surroundings,
): Promise<TreeProgram | Refused> {
  const { after, html } = options;
  const { program } = scan;
  const chosen = chosenOps(options.ops, program.ops);
  if (isRefused(chosen)) return chosen;
  const isAsked = after === null ? html !== null : after.kind === 'target' || after.kind === 'refactoring';
  if (!isAsked) return program;
  const ids = html !== null || chosen.length === 0 ? null : chosen.map(({ op }) => op.id);
  const only = after?.kind === 'refactoring' ? after.id : null;
  const offered = await offeredFor(scan, ids, only, options, surroundings);
  return isRefused(offered) ? offered : { ...program, offered };
}

/** The other side of the comparison, where it is another version of the tree or of one file. */
async function otherTree(
  scan: ScannedTree | null,
  given: Arguments,
  options: SimulateOptions,
  surroundings: Surroundings,
): Promise<ScannedTree | Refused | null> {
  const { after } = options;
  if (after?.kind === 'tree') return scannedTree(given, [after.path], options, surroundings);
  if (after?.kind !== 'source') return null;
  return scan === null
    ? refuse('--after with a C file goes with a scanned tree: give its PATH')
    : withChangedFile(scan, after.file, given, options, surroundings);
}

async function simulate(
  asked: Asked,
  tree: TreeProgram | null,
  options: SimulateOptions,
  surroundings: Surroundings,
): Promise<ExitCode | Refused> {
  const { engine, replications, vary } = options;
  const { question, calibration } = asked;
  if (calibration?.busy && !options.quiet)
    say(surroundings.stderr, 'the machine was busy while it was calibrated: measure again when it is idle');
  const scenarios = [question.before, ...(question.after ? [question.after] : [])];
  if (options.html !== null) {
    const failed = writePage(options.html, asked, tree, options, surroundings);
    if (failed) return failed;
  }
  const long = howLong(scenarios, engine, replications);
  if (long?.refused) return refuse(long.words);
  if (long && !options.quiet) say(surroundings.stderr, long.words);

  const progress = progressLine(options.quiet ? { write: () => {} } : surroundings.stderr, surroundings.now);
  const outcomes = [];
  for (const [index, scenario] of scenarios.entries()) {
    const outcome = await runScenario(scenario, {
      engine,
      replications,
      vary,
      fixed: calibration?.measured ?? [],
      interrupt: surroundings.interrupt,
      onProgress: share =>
        progress.show({
          phase: 'simulating',
          done: Math.round((1000 * (index + share)) / scenarios.length),
          total: 1000,
        }),
    });
    if (outcome.kind === 'interrupted') {
      progress.end();
      return refuse('interrupted: nothing was simulated to its end');
    }
    outcomes.push(outcome);
  }
  progress.end();
  const [before, after] = outcomes;
  const report: SimulationReport = {
    schema: 1,
    tool: { name: 'pernet-lens', version: VERSION },
    origin: 'simulated',
    engine,
    question,
    tally: tallyOf(question, options.batch),
    before: before!,
    after: after ?? null,
    verdict:
      after && question.after
        ? compareRuns(question.before, question.after, before!.run, after.run, options.batch).verdict
        : null,
  };
  return deliver(rendered(report, options, surroundings), options, surroundings);
}

const whyUnwritable = (file: string | null): string | null => {
  if (file === null) return null;
  if (!isFolder(dirname(file))) return `cannot write ${file}: there is no folder ${dirname(file)}`;
  return isFolder(file) ? `cannot write ${file}: it is a folder` : null;
};

function rendered(
  report: SimulationReport,
  { format, output }: SimulateOptions,
  { stdout, env }: Surroundings,
): string {
  switch (format) {
    case 'json':
      return json(report);
    case 'csv':
      return csv(report);
    case 'markdown':
      return markdown(report);
    case 'text':
      return text(report, {
        colour: hasColour(output === null ? stdout : {}, env),
        width: Math.min(110, stdout.columns ?? 100),
      });
  }
}

function deliver(result: string, { output }: SimulateOptions, { stdout }: Surroundings): ExitCode | Refused {
  if (output === null) {
    stdout.write(result);
    return 0;
  }
  try {
    replaceFile(output, result);
    return 0;
  } catch (error) {
    return refuse(`cannot write ${output}: ${reason(error)}`);
  }
}

function writePage(
  file: string,
  asked: Asked,
  tree: TreeProgram | null,
  options: SimulateOptions,
  surroundings: Surroundings,
): Refused | null {
  try {
    replaceFile(file, standAlonePage(asked, tree, options, surroundings.page()));
  } catch (error) {
    return refuse(`cannot write ${file}: ${reason(error)}`);
  }
  if (!options.quiet) say(surroundings.stderr, `wrote ${file}: open it in a browser`);
  return null;
}

function lookup(
  preset: Extract<Preset, { kind: 'lookup' }>,
  options: SimulateOptions,
  surroundings: Surroundings,
): ExitCode | Refused {
  if (options.format !== 'text' && options.format !== 'json')
    return refuse(
      `--format ${options.format} does not go with --preset ${preset.id}: nothing is dismantled; give text or json`,
    );
  const table =
    options.format === 'json' ? `${JSON.stringify(preset, null, 2)}\n` : plainSpaces(lookupTable(preset));
  return deliver(printableLines(table), options, surroundings);
}

const printableLines = (all: string): string => all.split('\n').map(printable).join('\n');
