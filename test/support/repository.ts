import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The root of this repository. */
export const REPOSITORY = join(import.meta.dirname, '../..');

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache']);

/** Files of the repository below a folder, relative to its root, sorted; without what is installed or built. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(REPOSITORY, folder), { withFileTypes: true })
    .flatMap(entry => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

export const textOf = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');

/** One import statement, as the formatter writes it: it begins a line and ends with a semicolon. */
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gm;

/** What a module imports, types included; those of the repository as paths from its root, as they are written. */
export function importsOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(IMPORT)].map(([, from, bare, dynamic]) => {
    const name = (from ?? bare ?? dynamic)!;
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name;
  });
}
