import type { Row } from '../handlers';
import { BATCHES } from './batches';
import { HANDLERS } from './handlers';
import { HELPERS, SHARED_SECTIONS } from './helpers';
import { LOOPS } from './loops';
import { READING } from './reading';
import { RTNL_SLOTS } from './rtnl-slots';

/** What is refused: a handler for each reason that can be given. */
export const REFUSED: readonly Row[] = [
  ...HANDLERS,
  ...RTNL_SLOTS,
  ...BATCHES,
  ...HELPERS,
  ...SHARED_SECTIONS,
  ...READING,
  ...LOOPS,
];
