import { join, relative } from 'node:path';
import { didYouMean } from '../../core/configuration';
import { reason, replaceFile } from '../../host/files';
import { findFixes } from '../../host/fix';
import type { Fixes } from '../../host/fix-result';
import { saveFixes, type Unsaved, untouchable } from '../../host/fix-save';
import { patch, type ScanReport } from '../../report';
import { parseArguments } from '../parse-arguments';
import { isRefused, type Refused, refuse } from '../refused';
import { say } from '../say';
import type { ExitCode, Surroundings } from '../surroundings';
import { progressLine } from '../terminal';
import { FIX } from './fix-form';
import { fixesJson } from './fix-json';
import { fixLetters, NOBODY } from './fix-letters';
import { explains, type FixOptions, fixOptions } from './fix-options';
import { appliedLine, counted, explained, leftAloneLine, questionLines, type Shown } from './fix-words';
import { planScan, type ScanPlan } from './plan-scan';
import { scanned } from './scan';

/** `pernet-lens fix`: from the command line to the edited files, or to a patch. */
export async function runFix(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode | Refused> {
  const given = parseArguments(FIX, argv);
  if (isRefused(given)) return given;
  const options = fixOptions(given, surroundings.cwd);
  if (isRefused(options)) return options;
  const plan = planScan(options.scan, surroundings);
  if (isRefused(plan)) return plan;
  const report = await scanned(plan, null, surroundings);
  if (report.stats.partial) return refuse(INTERRUPTED);
  const unknown = unknownName(options, report);
  if (unknown) return unknown;
  const fixes = await fixesOf(report, plan, options, surroundings);
  if (fixes.partial) return refuse(INTERRUPTED);
  return deliver(fixes, report, options, surroundings);
}

const INTERRUPTED = 'interrupted: nothing was changed';

/** `--ops` with a name that nothing has is a mistake, not an answer. */
function unknownName({ choice }: FixOptions, { ops, findings }: ScanReport): Refused | null {
  const loops = findings
    .filter(finding => finding.ops === null)
    .flatMap(({ path }) => path[0]?.function ?? []);
  const names = [...new Set([...ops.map(({ name }) => name), ...loops])];
  const unknown = choice.ops.find(name => !names.includes(name));
  if (unknown === undefined) return null;
  return refuse(
    `--ops ${unknown}: the paths have no ops, and no loop to report in a function, of that name${didYouMean(unknown, names)}`,
  );
}

async function fixesOf(
  report: ScanReport,
  { targets, configuration, options: scan }: ScanPlan,
  { mode, choice, allowDirty, quiet }: FixOptions,
  { stderr, now, interrupt }: Surroundings,
): Promise<Fixes> {
  const progress = progressLine(quiet ? { write: () => {} } : stderr, now);
  try {
    return await findFixes({
      report,
      paths: targets.paths,
      treeRoot: targets.treeRoot,
      configuration,
      jobs: scan.jobs,
      cacheDir: scan.cacheDir,
      choice,
      whyUntouchable: untouchable({
        root: report.tree.root,
        writes: mode === 'write' || explains(mode),
        committedOnly: !allowDirty && mode !== 'diff',
      }),
      signal: interrupt,
      onProgress: progress.show,
    });
  } finally {
    progress.end();
  }
}

function deliver(
  fixes: Fixes,
  report: ScanReport,
  options: FixOptions,
  surroundings: Surroundings,
): ExitCode | Refused {
  const { stdout, stderr, cwd } = surroundings;
  const { root } = report.tree;
  const shown: Shown = file => relative(cwd, join(root, file)) || file;
  const unsaved = options.mode === 'write' ? saveFixes(root, fixes) : [];
  const failed = new Set(unsaved.flatMap(one => one.fixes));
  const done = fixes.applied.filter(fix => !failed.has(fix));
  const letters = options.mode === 'mbox' ? fixLetters(fixes.applied, root, surroundings) : null;
  const text = letters?.text ?? output(fixes, done, options, report.tree, shown);
  if (options.output === null) stdout.write(text);
  else {
    try {
      replaceFile(options.output, text);
    } catch (error) {
      return refuse(`cannot write ${options.output}: ${reason(error)}`);
    }
  }
  if (letters?.isSigned === false)
    say(
      stderr,
      `git knows no author here: From: has ${NOBODY.name} <${NOBODY.email}>; set user.name and user.email`,
    );
  if (explains(options.mode)) return 0;
  for (const { edit } of done) for (const line of questionLines(edit, shown)) stderr.write(`${line}\n`);
  for (const { why } of unsaved) say(stderr, `not written: ${why}`);
  for (const one of fixes.left) {
    const line = leftAloneLine(one, shown);
    if (line !== null) say(stderr, line);
  }
  if (!options.quiet) say(stderr, summary(fixes, done, unsaved, options));
  const isLeft = fixes.left.length > 0 || unsaved.length > 0;
  return isLeft && !options.exitZero ? 1 : 0;
}

/** What goes to standard output, or to the file of `-o`. */
function output(
  fixes: Fixes,
  done: Fixes['applied'],
  { mode }: FixOptions,
  tree: ScanReport['tree'],
  shown: Shown,
): string {
  const lines = (rows: readonly string[]): string => rows.map(row => `${row}\n`).join('');
  switch (mode) {
    case 'write':
      return lines(done.map(fix => appliedLine(fix, shown)));
    case 'explain':
      return fixes.left.map(one => lines(explained(one, shown))).join('\n');
    case 'explain as json':
      return fixesJson(fixes.left, tree);
    default:
      return patch(
        fixes.texts.edited().map(file => ({
          file,
          before: fixes.texts.original(file).toString('utf8'),
          after: fixes.texts.read(file)!,
        })),
      );
  }
}

/** One line: what was done, and what is left for whom. */
function summary(
  { left }: Fixes,
  done: Fixes['applied'],
  unsaved: readonly Unsaved[],
  { mode }: FixOptions,
): string {
  const files = new Set(done.flatMap(({ changes }) => changes.map(({ file }) => file))).size;
  const having = (kind: string): number => left.filter(({ fate }) => fate.kind === kind).length;
  const [asked, refused, alone] = [having('asked'), having('refused'), having('left-alone')];
  const failed = unsaved.reduce((sum, { fixes }) => sum + fixes.length, 0);
  if (done.length + left.length + failed === 0) return 'nothing to fix';
  return [
    `${done.length} ${mode === 'write' ? 'applied' : 'in the patch'}${done.length > 0 ? ` (${counted(files, 'file')})` : ''}`,
    ...(failed > 0 ? [`${failed} not written`] : []),
    ...(asked > 0 ? [`${asked} with questions (use --ask)`] : []),
    ...(alone > 0 ? [`${alone} left alone`] : []),
    ...(refused > 0 ? [`${refused} refused (use --explain)`] : []),
  ].join(', ');
}
