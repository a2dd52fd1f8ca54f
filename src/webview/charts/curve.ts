/** One of the curves of a chart, in the numbers of the chart. */
export interface Curve {
  readonly label: string;
  readonly role: 'before' | 'after' | 'pinned';
  readonly values: readonly (number | null)[];
  /** Points without a line between them. */
  readonly dots?: boolean;
  /** A band around the curve. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
}
