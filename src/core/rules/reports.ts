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
  /** Effects with the same answer are one report; default: the same primitive and lock. */
  readonly oneReport?: (effect: Effect) => string;
}

/**
 * One report for each primitive and lock (unless told otherwise), however many places of the exit path it is called from: one of them
 * speaks, the others are counted as long as the message stays one short line.
 */
export function reportEach(sentence: Sentence): Report[] {
  const { exitPath, effects, pays, wayOut, confidence, first = shortestPath, oneReport = cost } = sentence;
  return groups(effects, oneReport).map(group => {
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

const cost = ({ primitive, lock }: Effect): string => `${primitive}(${lock ?? ''})`;

const shortestPath = (a: Effect, b: Effect): number => a.depth - b.depth;

/** In order of first appearance. */
function groups(
  effects: readonly Effect[],
  oneReport: (effect: Effect) => string,
): readonly (readonly Effect[])[] {
  const byReport = new Map<string, Effect[]>();
  for (const effect of effects) {
    const group = byReport.get(oneReport(effect));
    if (group) group.push(effect);
    else byReport.set(oneReport(effect), [effect]);
  }
  return [...byReport.values()];
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
