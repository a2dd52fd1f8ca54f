import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where caches are kept unless the user says otherwise: never in the tree.
 * Source: XDG Base Directory Specification; a relative $XDG_CACHE_HOME is to be ignored.
 */
export function defaultCacheDir(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME, HOME } = env;
  const caches =
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME || homedir(), '.cache');
  return join(caches, 'pernet-lens');
}
