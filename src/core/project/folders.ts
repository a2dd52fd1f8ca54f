/**
 * A part of a tree that is read as a whole: everything below a folder (`net/core`; `` is the whole tree), or only the
 * files directly in it (`drivers/net/*`).
 */
export type Scope = string;

export const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** The files of one folder, without those of its subfolders. */
export const directlyIn = (folder: string): Scope => `${folder}/*`;

const isDirect = (scope: Scope): boolean => scope.endsWith('/*');

/** The folder that a scope speaks of. */
export const folderOfScope = (scope: Scope): string => (isDirect(scope) ? scope.slice(0, -2) : scope);

export const isIn = (file: string, scope: Scope): boolean =>
  scope === '' || (isDirect(scope) ? folderOf(file) === scope.slice(0, -2) : file.startsWith(`${scope}/`));

/** The scopes that hold all of `scope`: `net/ipv4` → itself, `net` and the whole tree. */
export function coveringScopes(scope: Scope): Scope[] {
  const scopes = isDirect(scope) ? [scope] : [];
  let folder = folderOfScope(scope);
  scopes.push(folder);
  while (folder !== '') {
    folder = folderOf(folder);
    scopes.push(folder);
  }
  return scopes;
}

/** A driver's own files lie below a folder this deep: `drivers/net/ethernet/mellanox/mlx5`. */
const DRIVER_DEPTH = 5;
const SHALLOWEST_DRIVER = 4;

/**
 * Where a file's callees are looked for first: its own driver's folder with all below, or, for a folder that many share
 * (`drivers/net`), the files beside it.
 */
export function nearScope(file: string): Scope {
  const folder = folderOf(file);
  const parts = folder.split('/');
  return parts.length < SHALLOWEST_DRIVER ? directlyIn(folder) : parts.slice(0, DRIVER_DEPTH).join('/');
}
