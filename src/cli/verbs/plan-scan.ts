import { dirname } from 'node:path';
import type { Configuration } from '../../core/configuration';
import { type BaselineEntry, readBaseline } from '../../host/baseline';
import { loadConfiguration, readConfigurationFile } from '../../host/config-file';
import { isFolder, lookAt } from '../../host/files';
import { parseArguments } from '../parse-arguments';
import { isRefused, type Refused, refuse } from '../refused';
import type { Surroundings } from '../surroundings';
import { findTargets, isInside, type Targets } from '../targets';
import { SCAN } from './scan-form';
import { type ScanOptions, scanOptions } from './scan-options';

/** All that a scan needs to know before it starts; nothing the user got wrong is left to be found after it. */
export interface ScanPlan {
  readonly options: ScanOptions;
  readonly targets: Targets;
  /** With what the flags change. */
  readonly configuration: Configuration;
  /** Where the configuration was read; null: defaults. */
  readonly configurationFile: string | null;
  /** What paths are relative to where there is no tree. */
  readonly base: string;
  readonly baseline: readonly BaselineEntry[];
}

/** Reads the command line, the configuration and the baseline, or says what is wrong with them. */
export function planScan(
  argv: readonly string[],
  { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>,
): ScanPlan | Refused {
  const given = parseArguments(SCAN, argv);
  if (isRefused(given)) return given;
  const options = scanOptions(given, { cwd, env });
  const targets = findTargets({
    operands: given.operands,
    stdinFilename: given.value('stdin-filename'),
    tree: given.value('tree'),
    cwd,
  });
  if (isRefused(targets)) return targets;

  const { treeRoot, folder } = targets;
  const loaded = options.config ? readConfigurationFile(options.config) : loadConfiguration(folder, treeRoot);
  if (loaded.kind === 'refused') return loaded;
  const baseline = options.baseline ? readBaselineToUse(options.baseline, options) : [];
  if (isRefused(baseline)) return baseline;
  const unwritable = [options.output, options.writeBaseline].map(whyUnwritable).find(why => why !== null);
  if (unwritable) return refuse(unwritable);

  return {
    options,
    targets,
    configuration: overridden(loaded.configuration, options),
    configurationFile: loaded.file,
    base: baseFolder(folder, loaded.file, cwd),
    baseline,
  };
}

/** A baseline that is about to be written anew need not be there yet. */
function readBaselineToUse(file: string, { writeBaseline }: ScanOptions): readonly BaselineEntry[] | Refused {
  if (file === writeBaseline && lookAt(file).kind === 'nothing') return [];
  const reading = readBaseline(file);
  return reading.kind === 'read' ? reading.entries : reading;
}

function whyUnwritable(file: string | null): string | null {
  if (file === null) return null;
  const folder = dirname(file);
  if (!isFolder(folder)) return `cannot write ${file}: there is no folder ${folder}`;
  return isFolder(file) ? `cannot write ${file}: it is a folder` : null;
}

function overridden(configuration: Configuration, { rules, depth }: ScanOptions): Configuration {
  const severities = Object.entries(configuration.severities).filter(
    ([code, severity]) => severity !== 'off' || !rules.includes(code),
  );
  return {
    ...configuration,
    severities: Object.fromEntries(severities),
    depth: depth ?? configuration.depth,
  };
}

/** The folder of the configuration, whose globs count from there; else the nearest that makes short paths. */
function baseFolder(folder: string, configurationFile: string | null, cwd: string): string {
  const configured = configurationFile === null ? null : dirname(configurationFile);
  if (configured !== null && isInside(folder, configured)) return configured;
  return isInside(folder, cwd) ? cwd : folder;
}
