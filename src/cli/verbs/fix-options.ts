import { dirname, resolve } from 'node:path';
import { fixesFor } from '../../core/refactorings';
import { RULES } from '../../core/rules';
import { isFolder } from '../../host/files';
import type { FixChoice } from '../../host/fix-choice';
import type { Arguments } from '../parse-arguments';
import { type Refused, refuse } from '../refused';
import { FIX_FORMATS } from './fix-form';
import { handedToScan } from './scan-flags';

/** What is made of the edits. */
type FixMode = 'write' | 'explain' | 'explain as json' | 'diff' | 'mbox';

/** What the flags of `fix` say; files absolute. */
export interface FixOptions {
  readonly mode: FixMode;
  readonly choice: FixChoice;
  readonly allowDirty: boolean;
  /** Null: standard output. */
  readonly output: string | null;
  readonly quiet: boolean;
  readonly exitZero: boolean;
  /** A command line for `planScan`. */
  readonly scan: readonly string[];
}

export function fixOptions(given: Arguments, cwd: string): FixOptions | Refused {
  const mode = modeOf(given);
  if (typeof mode !== 'string') return mode;
  const output = given.value('output');
  const file = output === undefined || output === '-' ? null : resolve(cwd, output);
  if (file !== null && mode === 'write')
    return refuse('-o says where the patch goes: give --diff, --format or --explain with it');
  if (file !== null && isFolder(file)) return refuse(`cannot write ${file}: it is a folder`);
  if (file !== null && !isFolder(dirname(file)))
    return refuse(`cannot write ${file}: there is no folder ${dirname(file)}`);
  const only = given.list('only');
  const codes = RULES.map(({ code }) => code).filter(code => only.includes(code));
  const hopeless = codes.find(code => fixesFor(code).length === 0);
  if (hopeless !== undefined)
    return refuse(
      `--only ${hopeless}: no refactoring removes such findings. \`pernet-lens explain ${hopeless}\` tells what does`,
    );
  if (given.operands.includes('-')) return refuse('fix reads no standard input: give a file or a folder');
  return {
    mode,
    choice: { only, ops: names(given.list('ops')), ask: given.on('ask'), dry: explains(mode) },
    allowDirty: given.on('allow-dirty'),
    output: file,
    quiet: given.on('quiet'),
    exitZero: given.on('exit-zero'),
    scan: [
      ...handedToScan(given),
      ...(given.on('quiet') ? ['--quiet'] : []),
      // also where the configuration turns them off
      ...codes.map(code => `--rule=${code}`),
      '--',
      ...given.operands,
    ],
  };
}

/** Whether everything is considered as it stands, and nothing is edited. */
export const explains = (mode: FixMode): boolean => mode.startsWith('explain');

function modeOf(given: Arguments): FixMode | Refused {
  const format = FIX_FORMATS.find(one => one === given.value('format'));
  if (format === 'json') {
    if (given.on('explain') && !given.on('diff')) return 'explain as json';
    return refuse('--format json tells what --explain tells: give both, without --diff');
  }
  const asked = new Set<FixMode>([
    ...(given.on('diff') ? (['diff'] as const) : []),
    ...(format ? [format] : []),
    ...(given.on('explain') ? (['explain'] as const) : []),
  ]);
  const [first = 'write', ...others] = asked;
  if (others.length === 0) return first;
  const flags = [
    ...(given.on('explain') ? ['--explain'] : []),
    ...(given.on('diff') ? ['--diff'] : []),
    ...(format ? [`--format ${format}`] : []),
  ];
  return refuse(`${flags.slice(0, 2).join(' and ')} exclude each other`);
}

const names = (values: readonly string[]): readonly string[] =>
  values.flatMap(value => value.split(',').map(name => name.trim())).filter(name => name !== '');
