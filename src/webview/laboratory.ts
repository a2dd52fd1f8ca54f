/** Before and after at once: a worker for each, and one answer where both have answered. */
import { unpacked } from './packed';
import type { Answer, Half, HalfAnswer, Ran, SideName, Work } from './work';

interface Doing<Work> {
  readonly give: (work: Work) => void;
  /** Drops whatever is being computed, for new work: a run of the fluid engine cannot be asked to stop. */
  readonly restart: () => void;
  readonly close: () => void;
}

export type Laboratory = Doing<Work>;

/** Whoever does the work of one side. */
export type Hand = Doing<Half>;

type Result = Extract<HalfAnswer, { kind: 'live' | 'exact' | 'bands' }>;
type Known = Partial<Record<SideName, Result>>;

export function openLaboratory(
  openHand: (onAnswer: (answer: HalfAnswer) => void) => Hand,
  onAnswer: (answer: Answer) => void,
): Laboratory {
  const hands = { before: openHand(answered), after: openHand(answered) };
  const all = Object.values(hands);
  let asked: Exclude<Work, { kind: 'stop' }> | null = null;
  let known: Known = {};
  let shares: Partial<Record<SideName, number>> = {};

  function answered(answer: HalfAnswer): void {
    const { side, id } = answer;
    // the other side was asked for something else since: the two would not belong together
    if (id !== asked?.id) return;
    const sides = asked.scenarios.after ? 2 : 1;
    switch (answer.kind) {
      case 'live':
      case 'exact':
      case 'bands': {
        known = { ...known, [side]: answer };
        shares = { ...shares, [side]: 1 };
        const { before, after } = known;
        if (before && (after || sides === 1)) onAnswer(joined(before, after));
        return;
      }
      case 'progress':
        shares = { ...shares, [side]: answer.share };
        onAnswer({ ...answer, share: ((shares.before ?? 0) + (shares.after ?? 0)) / sides });
        return;
      default:
        onAnswer(answer);
    }
  }

  return {
    give: work => {
      known = {};
      shares = {};
      asked = work.kind === 'stop' ? null : work;
      if (work.kind === 'stop') for (const hand of all) hand.give(work);
      else {
        const { scenarios, ...rest } = work;
        hands.before.give({ ...rest, side: 'before', scenario: scenarios.before });
        hands.after.give(
          scenarios.after ? { ...rest, side: 'after', scenario: scenarios.after } : { kind: 'stop' },
        );
      }
    },
    restart: () => {
      asked = null;
      for (const hand of all) hand.restart();
    },
    close: () => {
      for (const hand of all) hand.close();
    },
  };
}

function joined(before: Result, after: Result | undefined): Answer {
  const { id } = before;
  if (before.kind === 'bands')
    return {
      kind: 'bands',
      id,
      bands: { before: before.bands, after: after?.kind === 'bands' ? after.bands : null },
    };
  const other = after && after.kind !== 'bands' ? ranOf(after) : null;
  return { kind: before.kind, id, ran: { before: ranOf(before), after: other } };
}

const ranOf = ({ run, cost }: Exclude<Result, { kind: 'bands' }>): Ran => ({ run: unpacked(run), cost });
