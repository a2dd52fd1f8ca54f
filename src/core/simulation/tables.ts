/**
 * Creation with a table per netns or one shared, the founding cost of 2020. Time and memory of N sequential
 * creations; docs/simulation.md §5.
 */

export interface TableCreation {
  readonly nets: number;
  /** Seconds of one creation without the tables. */
  readonly creation: number;
  /** Bytes of one netns without the tables. */
  readonly netBytes: number;
  /** Bytes of the tables that every netns allocates for itself; 0 when shared. */
  readonly tableBytes: number;
  /** Price `allocation`, seconds per KiB. */
  readonly allocation: number;
}

const BYTES_PER_KIB = 1024;

export const tableCreation = ({ nets, creation, netBytes, tableBytes, allocation }: TableCreation) => ({
  /** Seconds. */
  time: nets * (creation + (tableBytes / BYTES_PER_KIB) * allocation),
  bytes: nets * (netBytes + tableBytes),
});
