/** The reproduction table: every published experiment against the model, failures included. */
import { batchDestructionRows, dummyRows, vlanRows } from './devices-2009';
import { ipvsRows } from './ipvs';
import { netMutexRows, tunnelRows } from './net-mutex';
import type { Row } from './row';
import { conntrackRows, ehashRows } from './tables';
import { unshare10Rows } from './unshare10-rows';

export { pageWith } from './page';
export { outcomeOf, type Row } from './row';
export { searchSets } from './search';

/** Some seconds of computing. Founding experiments first, then those held out. */
export const reproductionRows = (): Row[] => [
  ...unshare10Rows(),
  ...dummyRows(),
  ...vlanRows(),
  ...conntrackRows(),
  ...ipvsRows(),
  ...ehashRows(),
  ...tunnelRows(),
  ...netMutexRows(),
  ...batchDestructionRows(),
];
