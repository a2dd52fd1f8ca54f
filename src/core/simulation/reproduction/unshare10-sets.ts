import type { AcceptedSet } from './search';
export const ACCEPTED_SETS: readonly AcceptedSet[] = [];
