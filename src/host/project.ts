import { repository } from '../../package.json';

/** Where the project lives. */
export const HOMEPAGE = repository.url.replace(/\.git$/, '');

export const ISSUES = `${HOMEPAGE}/issues`;

/** The page about a rule, for a browser. */
export const docsUrl = (code: string): string => `${HOMEPAGE}/blob/main/docs/rules/${code}.md`;
