import { readFileSync } from 'node:fs';
import { didYouMean } from '../../core/configuration';
import {
  against,
  type Choice,
  hasStack,
  opsNamed,
  programsOf,
  type Question,
  questionOf,
  type TreeOp,
  type TreeProgram,
} from '../../core/dismantle';
import {
  type Calibration,
  type Checked,
  calibrate,
  type DismantlePreset,
  PRESETS,
  type Program,
  readCalibration,
  readScenario,
  type Scenario,
} from '../../core/simulation';
import { reason } from '../../host/files';
import { isRefused, type Refused, refuse } from '../refused';
import type { SimulateOptions } from './simulate-options';

/** What is asked of a tree, of a scenario file that brings its ops, or of a preset. */
export interface Asked {
  readonly question: Question;
  /** Prices measured by the user; null: built-in ones. */
  readonly calibration: Calibration | null;
  /** What was chosen, for the page; null where the ops are not those of a tree. */
  readonly choice: Choice | null;
}

/**
 * @param tree null where nothing was scanned, because the scenario or the preset brings its own ops
 * @param other the tree to compare with, if one was asked for
 */
export function askedQuestion(
  options: SimulateOptions,
  preset: DismantlePreset,
  tree: TreeProgram | null,
  other: TreeProgram | null,
): Asked | Refused {
  const calibration = calibrationOf(options);
  if (calibration !== null && isRefused(calibration)) return calibration;
  const load = loadOf(options, preset, tree, calibration);
  if (isRefused(load)) return load;
  const asked = tree === null ? ofScenario(load, options, preset) : ofTree(load, options, tree, other);
  return isRefused(asked) ? asked : { ...asked, calibration };
}

type AskedOf = Omit<Asked, 'calibration'>;

function ofTree(
  load: Scenario,
  options: SimulateOptions,
  tree: TreeProgram,
  other: TreeProgram | null,
): AskedOf | Refused {
  const chosen = chosenOps(options.ops, tree.ops);
  if (isRefused(chosen)) return chosen;
  const { after } = options;
  const choice: Choice = {
    loaded: options.loaded ?? (hasStack(tree.ops) ? 'stack' : 'all'),
    use: options.use,
    subject: chosen.map(({ op }) => op.id),
    target: after?.kind === 'target' ? after.target : after?.kind === 'refactoring' ? 'offered' : null,
  };
  const slot = after?.kind === 'target' ? after.target : null;
  if (slot !== null && slot !== 'best' && slot !== 'offered' && !tree.slots.includes(slot))
    return refuse(`--after ${slot}: this tree does not call \`.${slot}\` (it has ${tree.slots.join(', ')})`);
  const question = questionOf(tree, choice, load);
  if (other) {
    const { before: program } = programsOf(other, choice);
    return { question: against(question, { ...load, name: other.label, program }), choice };
  }
  if (after?.kind !== 'file') return { question, choice };
  const compared = scenarioFile(after.file, question.before.program);
  return isRefused(compared) ? compared : { question: against(question, compared), choice };
}

/** Ops of the scan, or of the tree root, that a scenario file does not bring itself. */
export const bringsOps = (options: SimulateOptions): boolean | Refused => {
  if (options.preset.id !== 'tree') return true;
  if (options.scenario === null) return false;
  const json = jsonFile(options.scenario);
  return isRefused(json)
    ? json
    : typeof json.value === 'object' && json.value !== null && 'program' in json.value;
};

function ofScenario(load: Scenario, { after }: SimulateOptions, preset: DismantlePreset): AskedOf | Refused {
  const alone: Question = {
    title: load.name,
    before: load,
    after: null,
    subject: [],
    changed: [],
    change: [],
    assumptions: [],
  };
  if (after && after.kind !== 'file')
    return refuse(
      '--after SLOT, REFACTORING and DIR go with a scanned tree; to compare two scenarios give a FILE',
    );
  if (after) {
    const other = scenarioFile(after.file, load.program);
    return isRefused(other) ? other : { question: against(alone, other), choice: null };
  }
  if (preset.id === 'tree' || !preset.after) return { question: alone, choice: null };
  const published = { ...preset.after(load.program), seed: load.seed };
  return { question: { ...against(alone, published), title: preset.title }, choice: null };
}

function calibrationOf({ calibration }: SimulateOptions): Calibration | null | Refused {
  if (calibration === null) return null;
  const read = checked(calibration, readCalibration);
  return isRefused(read) ? read : read.value;
}

function loadOf(
  options: SimulateOptions,
  preset: DismantlePreset,
  tree: TreeProgram | null,
  calibration: Calibration | null,
): Scenario | Refused {
  const none: Program = { ops: [] };
  const load = options.scenario === null ? preset.before(none) : scenarioFile(options.scenario, none);
  if (isRefused(load)) return load;
  const named = tree && options.scenario === null ? { ...load, name: tree.label } : load;
  const seeded = options.seed === null ? named : { ...named, seed: options.seed };
  return calibration === null ? seeded : calibrate(seeded, calibration);
}

function scenarioFile(file: string, program: Program): Scenario | Refused {
  const read = checked(file, json => readScenario(json, program));
  return isRefused(read) ? read : read.value;
}

const PROBLEMS_SHOWN = 10;

function checked<T>(file: string, read: (json: unknown) => Checked<T>): { readonly value: T } | Refused {
  const json = jsonFile(file);
  if (isRefused(json)) return json;
  const result = read(withoutSchema(json.value));
  if (result.kind === 'ok') return { value: result.value };
  const { problems } = result;
  const more = problems.length - PROBLEMS_SHOWN;
  const shown = problems.slice(0, PROBLEMS_SHOWN).map(({ message }) => `  ${message}`);
  return refuse(
    [`${file} cannot be used:`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n'),
  );
}

/** `$schema` is for the editor. */
function withoutSchema(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { $schema: _, ...rest } = json as Record<string, unknown>;
  return rest;
}

function jsonFile(file: string): { readonly value: unknown } | Refused {
  try {
    return { value: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    const what = error instanceof SyntaxError ? 'it is not JSON' : 'cannot be read';
    return refuse(`${file}: ${what}: ${reason(error)}`);
  }
}

/** The ops that names mean, or which is none or several. */
export function chosenOps(names: readonly string[], ops: readonly TreeOp[]): readonly TreeOp[] | Refused {
  const chosen: TreeOp[] = [];
  for (const name of names) {
    const found = opsNamed(ops, name);
    const [one, other] = found;
    if (!one) {
      const known = ops.map(({ op }) => op.name);
      return refuse(
        `no ops \`${name}\` among ${ops.length === 1 ? 'the one' : `the ${ops.length}`} found${didYouMean(name, known)}. \`pernet-lens scan --format json\` lists them`,
      );
    }
    if (other)
      return refuse(
        `${found.length} ops are called \`${name}\`: say which, as ${found.map(({ op }) => `\`${op.id}\``).join(' or ')}`,
      );
    chosen.push(one);
  }
  return chosen;
}

/** A list of the presets. */
export function presetList(): string {
  const width = Math.max(...PRESETS.map(({ id }) => id.length));
  return PRESETS.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join('');
}
