import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import {
  knownSlots,
  type Offered,
  type TreeProgram,
  treeProgram,
  waitsExpedited,
} from '../../core/dismantle';
import { isFolder, reason } from '../../host/files';
import { findOffered } from '../../host/offered';
import type { ScanReport } from '../../report';
import type { Arguments } from '../parse-arguments';
import { isRefused, type Refused, refuse } from '../refused';
import type { Surroundings } from '../surroundings';
import { progressLine } from '../terminal';
import { planScan, type ScanPlan } from './plan-scan';
import { scanned } from './scan';
import { handedToScan } from './scan-flags';
import type { SimulateOptions } from './simulate-options';

/** The ops of some paths, and what is needed to ask more about them. */
export interface ScannedTree {
  readonly program: TreeProgram;
  readonly plan: ScanPlan;
  readonly report: ScanReport;
}

type Quiet = Pick<SimulateOptions, 'quiet'>;

/** The ops of the paths, by a scan with the same flags. */
export async function scannedTree(
  given: Arguments,
  paths: readonly string[],
  options: Quiet,
  surroundings: Surroundings,
): Promise<ScannedTree | Refused> {
  const plan = planFor(given, paths, options, surroundings);
  if (isRefused(plan)) return plan;
  const report = await scanned(plan, null, surroundings);
  return treeOf(plan, report, paths);
}

/**
 * The same paths with one file of them changed.
 * @param file absolute; the changed text. It stands for the scanned file whose path ends like its own
 */
export async function withChangedFile(
  { plan, report }: ScannedTree,
  file: string,
  given: Arguments,
  options: Quiet,
  surroundings: Surroundings,
): Promise<ScannedTree | Refused> {
  const stands = standsFor(file, plan, report);
  if (isRefused(stands)) return stands;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`${file}: cannot be read: ${reason(error)}`);
  }
  const changed = planFor(given, given.operands, options, surroundings);
  if (isRefused(changed)) return changed;
  const path = join(report.tree.root, stands.file);
  const after = await scanned(changed, { path, text }, surroundings);
  const tree = treeOf(changed, after, given.operands);
  return isRefused(tree)
    ? tree
    : { ...tree, program: { ...tree.program, label: `${stands.file} as in ${basename(file)}` } };
}

/**
 * The file of the tree that a changed file takes the place of: the one that was given, the one of the same path below the
 * root, or the only one with ops that has its name.
 */
function standsFor(
  file: string,
  { targets }: ScanPlan,
  { ops, tree: { root } }: ScanReport,
): { readonly file: string } | Refused {
  const [given, ...others] = targets.paths;
  if (given !== undefined && others.length === 0 && !isFolder(given))
    return { file: relative(root, given).split(sep).join('/') };
  const parts = file.split(sep).filter(part => part !== '');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  const below = ends.find(end => end.includes('/') && existsSync(join(root, end)));
  if (below !== undefined) return { file: below };
  const name = basename(file);
  const [found, ...more] = [...new Set(ops.map(one => one.file))].filter(one => basename(one) === name);
  if (found === undefined)
    return refuse(
      `--after ${name}: there is no such file with ops among those scanned; give the file that it shall stand for as PATH`,
    );
  return more.length === 0
    ? { file: found }
    : refuse(
        `--after ${name}: it could stand for ${[found, ...more].join(' or ')}; give the one that is meant as PATH`,
      );
}

/** What the refactorings offer for some ops. @param ids null: for all of the tree */
export async function offeredFor(
  { plan, report }: ScannedTree,
  ids: readonly string[] | null,
  refactoring: string | null,
  { quiet }: Quiet,
  surroundings: Surroundings,
): Promise<Offered | Refused> {
  const { targets, configuration, options } = plan;
  const progress = progressLine(quiet ? { write: () => {} } : surroundings.stderr, surroundings.now);
  try {
    const offered = await findOffered({
      report,
      paths: targets.paths,
      treeRoot: targets.treeRoot,
      configuration,
      jobs: options.jobs,
      cacheDir: options.cacheDir,
      ids,
      refactoring,
      signal: surroundings.interrupt,
      onProgress: step => progress.show({ ...step, phase: 'asking refactorings' }),
    });
    return offered ?? refuse('interrupted: nothing was simulated to its end');
  } finally {
    progress.end();
  }
}

function planFor(
  given: Arguments,
  paths: readonly string[],
  { quiet }: Quiet,
  surroundings: Surroundings,
): ScanPlan | Refused {
  const plan = planScan(
    [...handedToScan(given), ...(quiet ? ['--quiet'] : []), '--', ...paths],
    surroundings,
  );
  if (isRefused(plan)) return plan;
  return plan.targets.stdinPath === null
    ? plan
    : refuse('simulate reads no standard input: give a file or a folder');
}

function treeOf(plan: ScanPlan, report: ScanReport, paths: readonly string[]): ScannedTree | Refused {
  const { ops, tree, stats } = report;
  if (stats.partial) return refuse('interrupted: the scan did not come to its end');
  if (ops.length === 0)
    return refuse(
      `no struct pernet_operations in ${paths.join(', ') || '.'} (${stats.filesScanned} files looked at): nothing to simulate. \`--list-presets\` has scenarios that need no tree`,
    );
  const [path, other] = plan.targets.paths;
  const program = treeProgram(ops, {
    label: basename(other === undefined && path !== undefined && isFolder(path) ? path : tree.root),
    slots: knownSlots(tree.slots),
    expedited: waitsExpedited(coreText(tree.root)),
  });
  return { program, plan, report };
}

/** Text of net/core/net_namespace.c of a tree; empty where there is none. */
function coreText(root: string): string {
  try {
    return readFileSync(join(root, 'net/core/net_namespace.c'), 'utf8');
  } catch {
    return '';
  }
}
