import { resolve } from 'node:path';
import { didYouMean } from '../../core/configuration';
import { LOADED, type Loaded, TARGETS, type Target, USES, type Use } from '../../core/dismantle';
import { REFACTORINGS } from '../../core/refactorings';
import { type Engine, PRESETS, type Preset, VARIED, type Varied } from '../../core/simulation';
import { isFolder, lookAt } from '../../host/files';
import type { Arguments } from '../parse-arguments';
import { type Refused, refuse } from '../refused';
import type { SIMULATION_FORMATS } from './simulate-form';

/** What the flags of `simulate` say; files absolute. */
export interface SimulateOptions {
  readonly preset: Preset;
  /** Null: the load of the preset. */
  readonly scenario: string | null;
  readonly calibration: string | null;
  readonly ops: readonly string[];
  readonly after: After | null;
  /** Null: as fits what was scanned. */
  readonly loaded: Loaded | null;
  readonly use: Use;
  readonly engine: Engine;
  /** Null: that of the scenario. */
  readonly seed: number | null;
  readonly replications: number;
  readonly vary: Varied;
  readonly batch: number;
  readonly format: (typeof SIMULATION_FORMATS)[number];
  readonly output: string | null;
  readonly html: string | null;
  readonly quiet: boolean;
}

type After =
  | { readonly kind: 'target'; readonly target: Target }
  /** The edits that this refactoring offers. */
  | { readonly kind: 'refactoring'; readonly id: string }
  /** A changed C file, to stand for one that was scanned. */
  | { readonly kind: 'source'; readonly file: string }
  /** A scenario. */
  | { readonly kind: 'file'; readonly file: string }
  /** Another version of the tree, or of a part of it. */
  | { readonly kind: 'tree'; readonly path: string };

const BATCH = 64;
const REPLICATIONS: Record<Engine, number> = { fluid: 20, events: 0 };

export function simulateOptions(given: Arguments, cwd: string): SimulateOptions | Refused {
  const file = (name: string): string | null => {
    const value = given.value(name);
    return value === undefined || value === '-' ? null : resolve(cwd, value);
  };
  const number = (name: string): number | null => {
    const value = given.value(name);
    return value === undefined ? null : Number(value);
  };
  const choice = <T extends string>(name: string, choices: readonly T[]): T | null =>
    choices.find(one => one === given.value(name)) ?? null;

  const named = given.value('preset') ?? 'tree';
  const preset = PRESETS.find(({ id }) => id === named);
  if (!preset) {
    const ids = PRESETS.map(({ id }) => id);
    return refuse(`no preset \`${named}\`${didYouMean(named, ids) || `; there are ${ids.join(', ')}`}`);
  }
  const engine = choice('engine', ['fluid', 'events']) ?? 'fluid';
  const options: SimulateOptions = {
    preset,
    scenario: file('scenario'),
    calibration: file('calibration'),
    ops: (given.value('ops') ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== ''),
    after: afterOf(given.value('after'), cwd),
    loaded: choice('loaded', LOADED),
    use: choice('use', USES) ?? 'empty',
    engine,
    seed: number('seed'),
    replications: number('replications') ?? REPLICATIONS[engine],
    vary: choice('vary', VARIED) ?? 'seeds',
    batch: number('batch') ?? BATCH,
    format: choice('format', ['text', 'json', 'csv', 'markdown']) ?? 'text',
    output: file('output'),
    html: file('html'),
    quiet: given.on('quiet'),
  };
  const unknown = whyNoAfter(given.value('after'), options.after);
  if (unknown !== null) return refuse(unknown);
  const contradiction = whyContradictory(options, given);
  return contradiction === null ? options : refuse(contradiction);
}

function afterOf(value: string | undefined, cwd: string): After | null {
  if (value === undefined) return null;
  const target = TARGETS.find(name => name === value.replace(/^\./, ''));
  if (target) return { kind: 'target', target };
  const refactoring = REFACTORINGS.find(({ id }) => id === value);
  if (refactoring) return { kind: 'refactoring', id: refactoring.id };
  const path = resolve(cwd, value);
  if (/\.[ch]$/.test(value) && !isFolder(path)) return { kind: 'source', file: path };
  return isFolder(path) ? { kind: 'tree', path } : { kind: 'file', file: path };
}

/** A word that is neither a name nor a file is a misspelt name. */
function whyNoAfter(value: string | undefined, after: After | null): string | null {
  if (value === undefined || after?.kind !== 'file' || lookAt(after.file).kind !== 'nothing') return null;
  if (/[./]/.test(value)) return null;
  const names = [...TARGETS, ...REFACTORINGS.map(({ id }) => id)];
  return `--after ${value}: there is no such refactoring, slot, file or folder${didYouMean(value, names)}`;
}

function whyContradictory(
  { preset, scenario, ops, loaded, after, calibration }: SimulateOptions,
  given: Arguments,
): string | null {
  if (given.value('preset') !== undefined && scenario !== null)
    return '--preset and --scenario both say what load to simulate: give one of them';
  if (loaded === 'only' && ops.length === 0) return '--loaded only goes with --ops NAME: only what?';
  if (preset.id === 'tree') return null;
  const brings = `--preset ${preset.id} brings its own ops`;
  if (given.operands.length > 0) return `${brings}: no PATH goes with it`;
  if (calibration !== null)
    return `--preset ${preset.id} brings its own machine: --calibration does not go with it`;
  if (ops.length > 0) return `${brings}: --ops does not go with it`;
  if (after !== null) return `${brings}, before and after: --after does not go with it`;
  return null;
}
