/** What the user has set, as small JSON; and the question that follows from it. Pure. */
import {
  against,
  CHOSEN,
  hasStack,
  LOADED,
  programsOf,
  type Question,
  questionOf,
  readByHand,
  USES,
} from '../core/dismantle';
import {
  calibrate,
  type DismantlePreset,
  estimateRun,
  type LookupPreset,
  PRESETS,
  type Scenario,
  VARIED,
} from '../core/simulation';
import type { SimulationSetting, SimulationStart, SimulationState } from '../shared';
import { PARAMETERS, whyNot, withChanges } from './parameters';

export type Asked =
  | { readonly kind: 'dismantle'; readonly question: Question; readonly base: Scenario }
  | { readonly kind: 'lookup'; readonly preset: LookupPreset };

/** Presets that this start can offer, in order. */
export function presetsOf({ tree, before }: SimulationStart): readonly { id: string; title: string }[] {
  const own = PRESETS.filter(({ id }) => id !== 'tree').map(({ id, title }) => ({ id, title }));
  return [
    ...(tree ? [{ id: 'tree', title: `${tree.label}: 10 shells × 1,000 unshare` }] : []),
    ...(before ? [{ id: 'scenario', title: before.name }] : []),
    ...own,
  ];
}

/** Where a page begins that was never changed. */
export function firstSetting(start: SimulationStart): SimulationSetting {
  const { tree, preset, choice } = start;
  const offered = presetsOf(start).map(({ id }) => id);
  return {
    preset: offered.includes(preset) ? preset : offered[0]!,
    choice: tree
      ? {
          loaded: hasStack(tree.ops) ? 'stack' : 'all',
          use: 'empty',
          subject: [],
          ...choice,
          target: choice?.target ?? (start.after ? null : 'best'),
        }
      : null,
    changes: {},
    seed: null,
  };
}

/**
 * The question that a setting asks.
 * @param ofTree makes the question about a tree
 */
export function askedBy(start: SimulationStart, setting: SimulationSetting, ofTree = questionOf): Asked {
  const preset = PRESETS.find(({ id }) => id === setting.preset);
  if (preset?.kind === 'lookup') return { kind: 'lookup', preset };
  const base = baseOf(start, setting, preset);
  const changed = (scenario: Scenario): Scenario => ({
    ...withChanges(scenario, setting.changes),
    seed: setting.seed ?? scenario.seed,
  });
  const load = changed(base);
  const { tree, after } = start;
  const own = setting.preset === 'tree' || setting.preset === 'scenario';
  if (tree && own && setting.choice) {
    const question = ofTree(tree, setting.choice, load);
    if (!after || setting.choice.target !== null) return { kind: 'dismantle', question, base };
    return { kind: 'dismantle', question: against(question, changed(after)), base };
  }
  const alone: Question = {
    title: own ? load.name : preset!.title,
    before: load,
    after: null,
    subject: [],
    changed: [],
    change: [],
    assumptions: [],
  };
  const other = own ? after : (preset?.after?.({ ops: [] }) ?? null);
  if (!other) return { kind: 'dismantle', question: alone, base };
  const question = against(alone, changed(other));
  return { kind: 'dismantle', question: own ? question : { ...question, title: alone.title }, base };
}

/** `questionOf` that remembers its last answer: while a slider moves only the load differs, not the programs. */
export function rememberedQuestion(): typeof questionOf {
  let known: { readonly tree: unknown; readonly choice: unknown; readonly question: Question } | null = null;
  return (tree, choice, base) => {
    if (known?.tree !== tree || known.choice !== choice)
      known = { tree, choice, question: questionOf(tree, choice, base) };
    const { question } = known;
    const { before, after } = question;
    return {
      ...question,
      before: { ...base, program: before.program },
      after: after && { ...base, program: after.program },
    };
  };
}

/** The load before anything was changed. */
function baseOf(
  start: SimulationStart,
  { preset: id }: SimulationSetting,
  preset?: DismantlePreset,
): Scenario {
  const { before, calibration, tree } = start;
  if (id === 'scenario' && before) return before;
  const load = (preset ?? (PRESETS[0] as DismantlePreset)).before({ ops: [] });
  if (id !== 'tree' || !tree) return load;
  const named = { ...load, name: tree.label };
  return calibration ? calibrate(named, calibration) : named;
}

/** A state that was kept, if it is one of ours; null where it is not, or from another format. */
export function readState(json: unknown): SimulationState | null {
  const state = json as Partial<SimulationState> | null | undefined;
  if (state?.format !== 1 || typeof state.start !== 'object' || state.start === null) return null;
  const setting = readSetting(state.start, state);
  const pinned = Array.isArray(state.pinned) ? state.pinned.slice(0, MOST_PINNED) : [];
  return {
    format: 1,
    start: state.start,
    ...setting,
    pinned: pinned.map(pin => ({ ...readSetting(state.start!, pin), label: String(pin.label) })),
  };
}

export const MOST_PINNED = 3;

/** Takes of a kept setting what still makes sense: ops that are gone, presets and values that are none are left out. */
function readSetting(start: SimulationStart, kept: Partial<SimulationSetting>): SimulationSetting {
  const first = firstSetting(start);
  const { choice, preset, changes, seed } = kept;
  const offered = presetsOf(start).map(({ id }) => id);
  const known = new Set(start.tree?.ops.map(({ op }) => op.id));
  return {
    preset: preset !== undefined && offered.includes(preset) ? preset : first.preset,
    choice:
      first.choice && choice
        ? {
            loaded: LOADED.find(one => one === choice.loaded) ?? first.choice.loaded,
            use: USES.find(one => one === choice.use) ?? first.choice.use,
            subject: Array.isArray(choice.subject) ? choice.subject.filter(id => known.has(id)) : [],
            target: CHOSEN.find(one => one === choice.target) ?? null,
            ...(choice.byHand
              ? {
                  byHand: readByHand(
                    choice.byHand,
                    start.tree!.ops.map(({ op }) => op),
                  ),
                }
              : {}),
          }
        : first.choice,
    changes: Object.fromEntries(Object.entries(changes ?? {}).filter(isChange)),
    seed: typeof seed === 'number' && Number.isInteger(seed) && seed >= 0 ? seed : null,
  };
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'workload.release': ['each', 'together'],
  'workload.conditional': ['taken', 'skipped'],
  'page.vary': VARIED,
};

const isChange = ([path, value]: [string, unknown]): boolean => {
  const parameter = PARAMETERS.find(each => each.path === path);
  if (parameter) return typeof value === 'number' && whyNot(parameter, value) === null;
  return CHOICES[path]?.includes(value as string) === true;
};

/** Seconds that the runs of a question take, with an engine. */
export const runTime = ({ before, after }: Question, engine: 'fluid' | 'events'): number =>
  [before, ...(after ? [after] : [])].reduce(
    (sum, scenario) => sum + estimateRun(scenario, engine).seconds,
    0,
  );

/** How many ops each choice of `loaded` would simulate. */
export const loadedCounts = (
  { tree }: SimulationStart,
  { choice }: SimulationSetting,
): Record<string, number> =>
  Object.fromEntries(
    LOADED.map(loaded => [
      loaded,
      tree && choice ? programsOf(tree, { ...choice, loaded, target: null }).before.ops.length : 0,
    ]),
  );
