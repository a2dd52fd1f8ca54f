import { DEFAULT_CONFIGURATION } from '../../../src/core/configuration';
import { DEFAULT_SLOTS, type SlotName } from '../../../src/core/kernel';
import { type Analysis, analyse, type ExitPath, type Ops } from '../../../src/core/project';
import {
  type ExitPathRequest,
  fixesFor,
  type Outcome,
  refactor,
  refactorLoop,
  verify,
} from '../../../src/core/refactorings';
import { judge } from '../../../src/core/rules';
import type { Finding } from '../../../src/core/rules/rule';
import { applyEdits, type FileEdit } from '../../../src/core/text';
import type { DiskTree } from './disk';

/** A handler, or a loop, with what is offered about it. */
export interface Surveyed {
  readonly file: string;
  /** The ops, or the function of a loop. */
  readonly name: string;
  readonly slot: SlotName | 'loop';
  readonly codes: readonly string[];
  readonly group: 'warning' | 'batch takes RTNL' | 'information' | 'nothing shared' | 'loop';
  /** What serves a finding of the handler, or says why nothing does; the best first. */
  readonly outcomes: readonly Outcome[];
  /** What is wrong with edits, whatever they are. */
  readonly problems: readonly string[];
}

export interface SurveyRequest {
  readonly slots: readonly SlotName[];
  /** Analyse again what each edit makes, and say so where a finding it is for is still there or a new one is. */
  readonly verifies: boolean;
  /** Only ops of this name. */
  readonly ops?: string | undefined;
}

const BATCH_MEMBERS = ['exit_batch', 'exit_rtnl', 'exit_batch_rtnl'];

type Workbench = Pick<ExitPathRequest, 'parser' | 'tables' | 'tree' | 'texts'>;

/** All that refactorings need, for a whole tree: its analysis, and what they work with. */
export interface TreeBench {
  readonly workbench: Workbench;
  readonly analysis: Analysis;
  readonly offers: (slot: SlotName) => boolean;
  readonly analysed: (files: readonly string[]) => Promise<Analysis>;
}

/** @param slots what the tree is taken to offer besides what every tree has */
export async function openBench(tree: DiskTree, slots: readonly SlotName[]): Promise<TreeBench> {
  const offers = (slot: SlotName): boolean => DEFAULT_SLOTS.includes(slot) || slots.includes(slot);
  const analysed = (files: readonly string[]): Promise<Analysis> =>
    analyse(tree.sources(), {
      files,
      configuration: DEFAULT_CONFIGURATION,
      cancelled: () => false,
      onProgress: () => {},
    });
  return {
    workbench: {
      parser: tree.parser,
      tables: tree.tables,
      tree: { offers, assertsRtnlNet: tree.assertsRtnlNet },
      texts: { read: file => tree.read(file), filesMentioning: tree.filesMentioning },
    },
    analysis: await analysed(tree.interesting),
    offers,
    analysed,
  };
}

/** Every finding of severity warning, every batch that takes RTNL, every ops with only an `.exit`, every loop. */
export async function survey(
  tree: DiskTree,
  { slots, verifies, ops: only }: SurveyRequest,
): Promise<readonly Surveyed[]> {
  const { workbench, analysis, offers, analysed } = await openBench(tree, slots);
  const judged = ({ ops, loops }: Analysis): readonly Finding[] =>
    judge({ ops, loops, tree: { offers } }).findings;

  const findings = judged(analysis);
  const surveyed: Surveyed[] = [];
  for (const ops of analysis.ops) {
    if (only !== undefined && ops.name !== only) continue;
    for (const exitPath of ops.exitPaths) {
      const own = findings.filter(
        ({ file, ops: name, slot }) => file === ops.file && name === ops.name && slot === exitPath.slot,
      );
      const onlyExit = exitPath.slot === 'exit' && !BATCH_MEMBERS.some(member => member in ops.members);
      if (own.length > 0 || onlyExit) surveyed.push(await ofHandler(ops, exitPath, own));
    }
  }
  for (const loop of only === undefined ? analysis.loops : []) {
    const outcomes = refactorLoop({ ...workbench, loop });
    const { file, function: name } = loop;
    const own = findings.filter(
      one => one.ops === null && one.file === file && one.range.start.line === loop.range.start.line,
    );
    surveyed.push({
      file,
      name,
      slot: 'loop',
      codes: ['unregister-one-by-one'],
      group: 'loop',
      outcomes,
      problems: await problemsOf(outcomes, own),
    });
  }
  return surveyed;

  async function ofHandler(ops: Ops, exitPath: ExitPath, own: readonly Finding[]): Promise<Surveyed> {
    const codes = [...new Set(own.map(({ code }) => code))];
    const served = new Set(codes.flatMap(code => fixesFor(code, exitPath.slot)));
    const { file, name } = ops;
    const place = { file, name, slot: exitPath.slot, codes, group: groupOf(own) };
    try {
      const all = await refactor({ ...workbench, ops, exitPath, all: analysis.ops });
      const outcomes = all
        .filter(({ refactoring }) => refactoring === 'none' || served.has(refactoring))
        .sort((a, b) => rank(a) - rank(b));
      return { ...place, outcomes, problems: await problemsOf(all, own) };
    } catch (error) {
      return { ...place, outcomes: [], problems: [`crash: ${error instanceof Error ? error.stack : error}`] };
    }
  }

  async function problemsOf(
    outcomes: readonly Outcome[],
    own: readonly Finding[],
  ): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const outcome of outcomes) {
      if (outcome.kind !== 'edit') continue;
      const [before, after] = changed(tree, outcome.edits);
      problems.push(...verify(outcome, file => tree.read(file), tree));
      if (verifies) problems.push(...(await remaining(outcome.refactoring, own, before, after)));
    }
    return problems;
  }

  async function remaining(
    id: string,
    own: readonly Finding[],
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
  ): Promise<readonly string[]> {
    for (const [file, text] of after) tree.overlay.set(file, text);
    const is = judged(await analysed([...before.keys()]));
    tree.overlay.clear();
    const key = ({ file, ops, slot, code }: Finding): string => `${file} ${ops} .${slot} ${code}`;
    const aimed = own.filter(({ code }) => fixesFor(code).includes(id));
    const someGone = aimed.some(finding => !is.some(other => key(other) === key(finding)));
    const costs = new Set(
      analysis.ops
        .filter(({ file }) => before.has(file))
        .flatMap(({ exitPaths }) =>
          exitPaths.flatMap(({ effects }) => effects.map(({ primitive }) => primitive)),
        ),
    );
    return [
      ...(aimed.length > 0 && !someGone ? [`${id}: no finding is gone`] : []),
      // the same cost in another slot has another code
      ...is
        .filter(({ primitive }) => primitive !== null && !costs.has(primitive))
        .map(finding => `${id}: new finding ${key(finding)}`),
    ];
  }
}

/** The files that edits change, before and after. */
export function changed(
  tree: DiskTree,
  edits: readonly FileEdit[],
): readonly [Map<string, string>, Map<string, string>] {
  const before = new Map(edits.map(({ file }) => [file, tree.read(file)!]));
  return [before, new Map(edits.map(({ file, edits: own }) => [file, applyEdits(before.get(file)!, own)]))];
}

function groupOf(own: readonly Finding[]): Surveyed['group'] {
  if (own.some(({ severity }) => severity === 'warning')) return 'warning';
  if (own.some(({ code }) => code === 'batch-takes-rtnl')) return 'batch takes RTNL';
  return own.every(({ code }) => code === 'exit-without-batch') ? 'nothing shared' : 'information';
}

/** Edits before refusals, fewer questions before more, what gains nothing last. */
export const rank = (outcome: Outcome): number =>
  outcome.kind === 'refused' ? 1_000 : (outcome.gainless ? 500 : 0) + outcome.questions.length;

/** In a word, what is offered. */
export function verdictOf([best]: readonly Outcome[]): 'nothing' | 'refused' | 'asked' | 'gainless' | 'safe' {
  if (!best) return 'nothing';
  if (best.kind === 'refused') return 'refused';
  if (best.questions.length > 0) return 'asked';
  return best.gainless ? 'gainless' : 'safe';
}
