import { join, relative } from 'node:path';
import { RULES } from '../../core/rules';
import { type BaselineEntry, compareWithBaseline, writeBaseline } from '../../host/baseline';
import { reason, replaceFile } from '../../host/files';
import type { ScanRequest } from '../../host/scan';
import { FORMATS, type ScanReport } from '../../report';
import { selectRules, verdict } from '../outcome';
import { docsUrl, HOMEPAGE } from '../project';
import { isRefused, type Refused, refuse } from '../refused';
import { remarks } from '../remarks';
import { say } from '../say';
import type { ExitCode, Surroundings } from '../surroundings';
import { isInside } from '../targets';
import { hasColour, progressLine } from '../terminal';
import { planScan, type ScanPlan } from './plan-scan';

/** `pernet-lens scan`: from the command line to the report and the exit code. */
export async function runScan(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode | Refused> {
  const plan = planScan(argv, surroundings);
  if (isRefused(plan)) return plan;
  if (plan.options.showConfig) {
    surroundings.stdout.write(shownConfiguration(plan));
    return 0;
  }
  const stdin = await textOnStdin(plan, surroundings);
  if (stdin !== null && isRefused(stdin)) return stdin;
  return deliver(await scanned(plan, stdin, surroundings), plan, surroundings);
}

const shownConfiguration = ({ configuration, configurationFile, targets }: ScanPlan): string =>
  `${JSON.stringify({ file: configurationFile, tree: targets.treeRoot, configuration }, null, 2)}\n`;

async function textOnStdin(
  { targets }: ScanPlan,
  { stdin }: Surroundings,
): Promise<ScanRequest['stdin'] | Refused> {
  if (targets.stdinPath === null) return null;
  try {
    return { path: targets.stdinPath, text: await stdin() };
  } catch (error) {
    return refuse(`cannot read standard input: ${reason(error)}`);
  }
}

/** Scans as planned, showing how far it is. */
export async function scanned(
  { options, targets: { paths, treeRoot }, configuration, base }: ScanPlan,
  stdin: ScanRequest['stdin'],
  surroundings: Surroundings,
): Promise<ScanReport> {
  const progress = progressLine(options.quiet ? { write: () => {} } : surroundings.stderr, surroundings.now);
  try {
    return await surroundings.scan({
      paths,
      stdin,
      treeRoot,
      base,
      configuration,
      jobs: options.jobs,
      cacheDir: options.cacheDir,
      timing: options.timing,
      signal: surroundings.interrupt,
      onProgress: progress.show,
    });
  } finally {
    progress.end();
  }
}

/** Filters the report by flags and baseline, writes it, and judges it. */
function deliver(whole: ScanReport, plan: ScanPlan, surroundings: Surroundings): ExitCode | Refused {
  const { options, targets, configuration } = plan;
  const { stdout, stderr, cwd, env, rulePage } = surroundings;
  const selected = selectRules(whole, options.rules, options.ignored);
  const compared = withoutBaseline(selected, plan);
  if (isRefused(compared)) return compared;
  const { report } = compared;

  const shownPath = (file: string): string => shortest(join(report.tree.root, file), cwd);
  const text = FORMATS[options.format].render(report, {
    rules: RULES,
    docsUrl,
    docsPage: rulePage,
    homepage: HOMEPAGE,
    colour: hasColour(options.output === null ? stdout : {}, env),
    quiet: options.quiet,
    shownPath,
  });
  if (options.output === null) stdout.write(text);
  else {
    try {
      replaceFile(options.output, text);
    } catch (error) {
      return refuse(`cannot write the report to ${options.output}: ${reason(error)}`);
    }
  }

  const shown = [...targets.paths, ...(targets.stdinPath === null ? [] : [targets.stdinPath])];
  const lines = remarks(report, {
    format: options.format,
    quiet: options.quiet,
    timing: options.timing,
    scanned: shown.map(path => shortest(path, cwd)),
    treeRoot: targets.treeRoot,
    excludes: configuration.exclude.length,
    baseline: options.baseline === null ? null : { file: options.baseline, stale: compared.stale },
    written: compared.written === null ? null : { file: compared.written, count: selected.findings.length },
    shownPath,
  });
  for (const line of lines) say(stderr, line);

  if (report.stats.partial) return 2;
  return options.exitZero ? 0 : verdict(report.findings, options.threshold);
}

interface WithoutBaseline {
  readonly report: ScanReport;
  readonly stale: readonly BaselineEntry[];
  /** The baseline that was written. */
  readonly written: string | null;
}

/** Takes known findings out of a report; all of them, where they have just been written down. */
function withoutBaseline(
  report: ScanReport,
  { options, targets, baseline }: ScanPlan,
): WithoutBaseline | Refused {
  const { writeBaseline: file } = options;
  if (file !== null && !report.stats.partial) {
    try {
      writeBaseline(file, report.findings);
    } catch (error) {
      return refuse(`cannot write the baseline ${file}: ${reason(error)}`);
    }
    return { report: keeping(report, []), stale: [], written: file };
  }
  const { fresh, stale } = compareWithBaseline(report.findings, baseline);
  const selected = ({ code }: BaselineEntry) =>
    (options.rules.length === 0 || options.rules.includes(code)) && !options.ignored.includes(code);
  const looked = ({ file }: BaselineEntry) =>
    targets.paths.some(path => isInside(join(report.tree.root, file), path));
  return {
    report: keeping(report, fresh),
    stale: report.stats.partial ? [] : stale.filter(entry => selected(entry) && looked(entry)),
    written: null,
  };
}

const keeping = (report: ScanReport, findings: ScanReport['findings']): ScanReport => ({
  ...report,
  findings,
  stats: { ...report.stats, suppressed: report.stats.suppressed + report.findings.length - findings.length },
});

/** A path as one would type it in a folder. */
function shortest(path: string, cwd: string): string {
  const way = relative(cwd, path) || '.';
  return way.length <= path.length ? way : path;
}
