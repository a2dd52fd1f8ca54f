import { type Program, type Scenario, SLOTS, type Slot } from '../simulation';
import { BY_HAND, byHandWords } from './by-hand';
import { changeWords } from './change';
import { inStackCount } from './selection';
import { type Choice, programsOf } from './study';
import type { TreeOp, TreeProgram } from './tree-program';

/** What is simulated: one load, before and if wanted after a change, and what the reader must know about it. */
export interface Question {
  /** e.g. `ppp_net_ops: .exit → .exit_rtnl`. */
  readonly title: string;
  readonly before: Scenario;
  readonly after: Scenario | null;
  /** Ids of the ops that are looked at, in both programs. */
  readonly subject: readonly string[];
  /** Ids of the ops that the change touches. */
  readonly changed: readonly string[];
  /** Sentences about the change: what a refactoring writes, and what is assumed because none does. */
  readonly change: readonly string[];
  /** The change is set by hand: nothing is written that would make it. */
  readonly assumedByHand?: boolean;
  /** Sentences about what was assumed of the load. */
  readonly assumptions: readonly string[];
}

/** A question about a tree. @param base the load and the machine */
export function questionOf(tree: TreeProgram, choice: Choice, base: Scenario): Question {
  const programs = programsOf(tree, choice);
  const { before, after, changed, subject } = programs;
  const previewed = tree.ops.filter(({ op }) => choice.subject.includes(op.id));
  return {
    title: titleOf(tree, choice, previewed, programs),
    before: { ...base, program: before },
    after: after && { ...base, program: after },
    subject,
    changed,
    change: programs.change
      ? changeWords(programs.change, tree.offered, choice.subject)
      : byHandWords(
          before.ops.filter(({ id }) => changed.includes(id)),
          choice.byHand ?? {},
        ),
    ...(choice.target === BY_HAND && after ? { assumedByHand: true } : {}),
    assumptions: [
      loadedWords(tree, choice, before),
      ...(choice.use === 'used' || before.ops.length === choice.subject.length
        ? []
        : [
            `${choice.subject.length > 0 ? 'Every other op' : 'Every op'} finds an empty netns: no table entries, and what stands under a condition does not happen.`,
          ]),
    ],
  };
}

/** A question with another after: a second scenario, another version of the tree, a published experiment. */
export function against(question: Question, after: Scenario): Question {
  const known = new Map(question.before.program.ops.map(op => [op.id, JSON.stringify(op)]));
  const changed = after.program.ops.filter(op => known.get(op.id) !== JSON.stringify(op));
  return {
    ...question,
    title: `${question.title} against ${after.name}`,
    after,
    change: [],
    changed: changed.map(({ id }) => id),
  };
}

function titleOf(
  { label }: TreeProgram,
  { target }: Choice,
  previewed: readonly TreeOp[],
  { changed, after }: ReturnType<typeof programsOf>,
): string {
  const [first] = previewed;
  const names =
    previewed.length === 1 && first
      ? first.op.name
      : previewed.length > 1
        ? `${previewed.length} ops of ${label}`
        : label;
  if (target === null || after === null) return names;
  if (target === BY_HAND)
    return previewed.length === 1
      ? `${names}: assumed by hand`
      : `${names}: ${changed.length === 1 ? 'one op' : `${changed.length} ops`} assumed by hand`;
  if (previewed.length === 1 && first) {
    const moved = after.ops.find(({ id }) => id === first.op.id);
    const way = [
      slotsLeft(first.op.effects, moved?.effects ?? []),
      slotsLeft(moved?.effects ?? [], first.op.effects),
    ];
    return way.every(slots => slots.length > 0) ? `${names}: ${way.map(dotted).join(' → ')}` : names;
  }
  const ops = changed.length === 1 ? 'one op' : `${changed.length} ops`;
  if (target === 'offered') return `${names}: ${ops} as refactorings write them`;
  return `${names}: ${ops} moved to ${target === 'best' ? 'the slot that fits' : `.${target}`}`;
}

type Effects = Program['ops'][number]['effects'];

/** Slots in which something of `from` is paid that `to` does not pay there. */
function slotsLeft(from: Effects, to: Effects): Slot[] {
  const known = new Set(to.map(effect => JSON.stringify(effect)));
  const left = from.filter(effect => !known.has(JSON.stringify(effect))).map(({ slot }) => slot);
  return SLOTS.filter(slot => left.includes(slot));
}

const dotted = (slots: readonly Slot[]): string => slots.map(slot => `.${slot}`).join(', ');

function loadedWords({ ops }: TreeProgram, { loaded, subject }: Choice, { ops: chosen }: Program): string {
  const [count, all] = [chosen.length, ops.length];
  const number = (some: number) => (some === 1 ? 'one op' : `${some} ops`);
  if (count === all) return `${number(all)} loaded: every one that was found.`;
  if (loaded === 'only') return `${number(count)} loaded, nothing else of the tree.`;
  const others = count - inStackCount(ops);
  return `${count} of ${number(all)} loaded: the core network stack${others > 0 && subject.length > 0 ? ' and what is previewed' : ''}.`;
}
