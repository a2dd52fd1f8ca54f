import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import {
  type Configuration,
  DEFAULT_CONFIGURATION,
  type Problem,
  readConfiguration,
} from '../core/configuration';
import { reason } from './files';

/** The name of the configuration file. */
export const CONFIG_FILE = '.pernet-lens.json';

export type LoadedConfiguration =
  | {
      readonly kind: 'read' /** Absolute; null: none was found. */;
      readonly file: string | null;
      readonly configuration: Configuration;
    }
  | {
      readonly kind: 'refused' /** One line for each problem: `file:line:column: what is wrong`. */;
      readonly message: string;
      /** Absolute. */
      readonly file: string;
      /** Where in the file; none where it could not be read at all. */
      readonly problems: readonly Problem[];
    };

/**
 * The configuration for a folder: from the nearest `.pernet-lens.json` in it or above, no further up than the root of
 * its kernel tree. For a folder outside of the tree (an out-of-tree module) the tree's own file comes last.
 * @param folder absolute
 */
export function loadConfiguration(folder: string, treeRoot: string | null): LoadedConfiguration {
  const file = nearestFile(folder, treeRoot);
  return file === null
    ? { kind: 'read', file, configuration: DEFAULT_CONFIGURATION }
    : readConfigurationFile(file);
}

/** Reads one configuration file, which must exist. */
export function readConfigurationFile(file: string): LoadedConfiguration {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const message = `cannot read the configuration ${file}: ${reason(error)}`;
    return { kind: 'refused', message, file, problems: [] };
  }
  const reading = readConfiguration(text);
  if (reading.kind === 'read') return { ...reading, file };
  const problems = reading.problems.map(
    ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
  );
  return { kind: 'refused', message: problems.join('\n'), file, problems: reading.problems };
}

function nearestFile(start: string, treeRoot: string | null): string | null {
  const inside =
    treeRoot !== null && `${start}${sep}`.startsWith(treeRoot.endsWith(sep) ? treeRoot : `${treeRoot}${sep}`);
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (existsSync(file)) return file;
    if ((inside && folder === treeRoot) || folder === dirname(folder)) break;
  }
  const last = treeRoot === null || inside ? null : join(treeRoot, CONFIG_FILE);
  return last !== null && existsSync(last) ? last : null;
}
