import { version } from '../../package.json';

/** The version of pernet-lens, for reports and the cache. */
export const VERSION: string = version;
