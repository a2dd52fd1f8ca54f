/** A row of the reproduction table: what was published, what the model says, and how the two relate. */
import type { Band } from '../replicate';

/**
 * `calibrated`: a free parameter was set to meet this figure, so it proves nothing; `inferred`: a count was read off
 * it; `predicted`: nothing was fitted to it.
 */
export type Role = 'calibrated' | 'inferred' | 'predicted';

export interface Row {
  readonly experiment: string;
  readonly quantity: string;
  readonly unit: string;
  readonly role: Role;
  readonly reported: number;
  readonly simulated: number;
  /** 5 to 95 % where the model gives a distribution. */
  readonly band?: Band;
  readonly remark?: string;
}

/** Relative error of the simulation. */
export const errorOf = ({ reported, simulated }: Row): number => simulated / reported - 1;

/** A prediction holds within 10 %, is rough within 25 % and fails beyond. */
const HOLDS = 0.1;
const ROUGH = 0.25;

export type Outcome = 'calibrated' | 'inferred' | 'holds' | 'rough' | 'inside the band' | 'FAILS';

/** What a row says about the model. */
export function outcomeOf(row: Row): Outcome {
  if (row.role !== 'predicted') return row.role;
  const error = Math.abs(errorOf(row));
  if (error <= ROUGH) return error <= HOLDS ? 'holds' : 'rough';
  const { band, reported } = row;
  return band && reported >= band.p5 && reported <= band.p95 ? 'inside the band' : 'FAILS';
}

/** Rows of one experiment, its id filled in. */
export const rowsOf = (experiment: string, rows: readonly Omit<Row, 'experiment'>[]): Row[] =>
  rows.map(row => ({ experiment, ...row }));
