import { DEFAULT_CONFIGURATION } from '../../src/core/configuration';
import { DEFAULT_SLOTS, type SlotName } from '../../src/core/kernel';
import { type Analysis, analyse, type Ops } from '../../src/core/project';
import {
  type Edit,
  type ExitPathRequest,
  type Outcome,
  REFACTORINGS,
  refactor,
  verify,
} from '../../src/core/refactorings';
import { judge } from '../../src/core/rules';
import type { Finding } from '../../src/core/rules/rule';
import { maskTables } from '../../src/core/syntax';
import { applyEdits, type FileEdit, wordPattern } from '../../src/core/text';
import { memorySources } from '../support/memory-sources';
import { testParser } from '../support/parser';

/** Files by path. */
export type Files = ReadonlyMap<string, string>;

/** A tree in memory, and what it offers besides what every tree has. */
export interface Tree {
  readonly files: Files;
  readonly slots?: readonly SlotName[];
  readonly assertsRtnlNet?: boolean;
}

export const MAIN = 'net/quux/quux_main.c';

/** One file, where it stands in the tree. */
export const oneFile = (text: string, more: Omit<Tree, 'files'> = {}): Tree => ({
  files: new Map([[MAIN, text]]),
  ...more,
});

const offers = ({ slots = [] }: Tree, slot: SlotName): boolean => [...DEFAULT_SLOTS, ...slots].includes(slot);

export async function analysed(tree: Tree): Promise<Analysis> {
  const sources = memorySources(await testParser(), tree.files);
  return analyse(sources, {
    files: sources.list(''),
    configuration: DEFAULT_CONFIGURATION,
    cancelled: () => false,
    onProgress: () => {},
  });
}

export async function findingsOf(tree: Tree): Promise<readonly Finding[]> {
  const { ops, loops } = await analysed(tree);
  return judge({ ops, loops, tree: { offers: slot => offers(tree, slot) } }).findings;
}

export async function requestFor(
  tree: Tree,
  ops: Ops,
  all: readonly Ops[],
  slot: SlotName,
): Promise<ExitPathRequest> {
  const exitPath = ops.exitPaths.find(path => path.slot === slot);
  if (!exitPath) throw new Error(`${ops.name} has no .${slot}`);
  return { ...(await workbenchOf(tree)), ops, exitPath, all };
}

/** What refactorings of this tree work with. */
export async function workbenchOf(
  tree: Tree,
): Promise<Pick<ExitPathRequest, 'parser' | 'tables' | 'tree' | 'texts'>> {
  return {
    parser: await testParser(),
    tables: maskTables(),
    tree: { offers: name => offers(tree, name), assertsRtnlNet: tree.assertsRtnlNet ?? false },
    texts: {
      read: file => tree.files.get(file) ?? null,
      filesMentioning: async word =>
        [...tree.files]
          .filter(([, text]) => wordPattern(word).test(text))
          .map(([file]) => file)
          .sort(),
    },
  };
}

/** What a refactoring makes of the first ops of a tree. */
export async function outcomeOf(
  tree: Tree,
  id: string,
  slot: SlotName = 'exit',
): Promise<Outcome | undefined> {
  const { ops } = await analysed(tree);
  const wanted = REFACTORINGS.filter(refactoring => refactoring.id === id);
  if (wanted.length === 0) throw new Error(`There is no refactoring ${id}`);
  const [outcome] = await refactor(await requestFor(tree, ops[0]!, ops, slot), wanted);
  return outcome;
}

/** What must hold of every edit and does not. */
export const wrongWith = async ({ files }: Tree, edit: Edit): Promise<readonly string[]> =>
  verify(edit, file => files.get(file) ?? null, { parser: await testParser(), tables: maskTables() });

export function applied(files: Files, edits: readonly FileEdit[]): Files {
  const after = new Map(files);
  for (const { file, edits: own } of edits) after.set(file, applyEdits(after.get(file)!, own));
  return after;
}

/** The only file of a tree after a refactoring; the refusal's reason, if it was refused. */
export async function changed(tree: Tree, id: string, slot: SlotName = 'exit'): Promise<string> {
  const outcome = await outcomeOf(tree, id, slot);
  if (!outcome) return `not offered: ${id}`;
  if (outcome.kind === 'refused') return `refused: ${outcome.reason}`;
  return applied(tree.files, outcome.edits).get(MAIN)!;
}
