import { basename, dirname } from 'node:path';
import { knownSlots, type TreeProgram, tallyOf, treeProgram, waitsExpedited } from '../../core/dismantle';
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
import { planScan } from './plan-scan';
import { scanned } from './scan';
import { handedToScan } from './scan-flags';
import { SIMULATE } from './simulate-form';
import { lookupTable } from './simulate-lookup';
import { type SimulateOptions, simulateOptions } from './simulate-options';
import { standAlonePage } from './simulate-page';
import { type Asked, askedQuestion, bringsOps, coreText, presetList } from './simulate-question';
import { howLong, runScenario } from './simulate-run';

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
  const tree =
    own && given.operands.length === 0
      ? null
      : await scannedTree(given, given.operands, options, surroundings);
  if (tree !== null && isRefused(tree)) return tree;
  const { after } = options;
  const other = after?.kind === 'tree' ? await scannedTree(given, [after.path], options, surroundings) : null;
  if (other !== null && isRefused(other)) return other;
  const asked = askedQuestion(options, preset, tree, other);
  if (isRefused(asked)) return asked;
  return simulate(asked, tree, options, surroundings);
}

async function simulate(
  asked: Asked,
  tree: TreeProgram | null,
  options: SimulateOptions,
  surroundings: Surroundings,
): Promise<ExitCode | Refused> {
  const { engine, replications } = options;
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

/** The ops of the paths, by a scan with the same flags. */
async function scannedTree(
  given: Arguments,
  paths: readonly string[],
  { quiet }: SimulateOptions,
  surroundings: Surroundings,
): Promise<TreeProgram | Refused> {
  const plan = planScan(
    [...handedToScan(given), ...(quiet ? ['--quiet'] : []), '--', ...paths],
    surroundings,
  );
  if (isRefused(plan)) return plan;
  if (plan.targets.stdinPath !== null)
    return refuse('simulate reads no standard input: give a file or a folder');
  const { ops, tree, stats } = await scanned(plan, null, surroundings);
  if (stats.partial) return refuse('interrupted: the scan did not come to its end');
  if (ops.length === 0)
    return refuse(
      `no struct pernet_operations in ${paths.join(', ') || '.'} (${stats.filesScanned} files looked at): nothing to simulate. \`--list-presets\` has scenarios that need no tree`,
    );
  const [path, other] = plan.targets.paths;
  return treeProgram(ops, {
    label: basename(other === undefined && path !== undefined && isFolder(path) ? path : tree.root),
    slots: knownSlots(tree.slots),
    expedited: waitsExpedited(coreText(tree.root)),
  });
}

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
