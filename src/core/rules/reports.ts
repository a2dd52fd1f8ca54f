import type { Confidence, Effect, ExitPath } from '../project';
import type { Report } from './rule';
import { quote, through } from './wording';

/** A message longer than this no longer fits beside the code: the count of further places is left out. */
const SHORT_LINE = 150;

interface Sentence {
  readonly exitPath: ExitPath;
  /** The effects to report, already filtered. */
  readonly effects: readonly Effect[];
  /** What the handler does, and how often: "takes RTNL once per netns". */
  readonly pays: (effect: Effect) => string;
  /** What would cost less: "`.exit_batch` could take it once for the whole batch". */
  readonly wayOut: (effect: Effect) => string;
  /** Default: the effect's own. */
  readonly confidence?: (effect: Effect) => Confidence;
  /** Which effect of several speaks; default: the one with the shortest path. */
  readonly first?: (a: Effect, b: Effect) => number;
}

/**
 * One report for each primitive and lock, however many places of the exit path it is called from: one of them
 * speaks, the others are counted as long as the message stays one short line.
 */
export function reportEach(sentence: Sentence): Report[] {
  const { exitPath, effects, pays, wayOut, confidence, first = shortestPath } = sentence;
  return groups(effects).map(group => {
    const effect = [...group].sort(first)[0]!;
    const says = (more: string) =>
      `${quote(exitPath.handler)} ${pays(effect)}${through(effect)}${more}; ${wayOut(effect)}`;
    const counted = says(furtherPlaces(group));
    return {
      message: counted.length <= SHORT_LINE ? counted : says(''),
      effect,
      confidence: confidence ? confidence(effect) : effect.confidence,
    };
  });
}

const shortestPath = (a: Effect, b: Effect): number => a.depth - b.depth;

/** In order of first appearance. */
function groups(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const byCost = new Map<string, Effect[]>();
  for (const effect of effects) {
    const cost = `${effect.primitive}(${effect.lock ?? ''})`;
    const group = byCost.get(cost);
    if (group) group.push(effect);
    else byCost.set(cost, [effect]);
  }
  return [...byCost.values()];
}

function furtherPlaces(group: readonly Effect[]): string {
  const places = new Set(
    group.map(({ path }) => {
      const last = path.at(-1);
      return last ? `${last.file}:${last.line}` : '';
    }),
  );
  const more = places.size - 1;
  return more > 0 ? ` (and in ${more} more place${more > 1 ? 's' : ''})` : '';
}
