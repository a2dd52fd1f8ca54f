import type { BatchCost, Run } from '../core/simulation';
import type { SimulationReport } from '../report/simulation';
import type { SimulationSetting, SimulationStart } from '../shared';
import type { Pair, Sensitivities } from './work';

/** Everything that the page shows of one question. */
export interface View {
  readonly start: SimulationStart;
  readonly setting: SimulationSetting;
  /** Refactorings are being asked what they offer; what is shown until then is assumed. */
  readonly isAsking: boolean;
  readonly report: SimulationReport;
  readonly costs: Pair<BatchCost>;
  /** Null while it is not computed yet. */
  readonly sensitivity: Sensitivities | null;
  readonly pinned: readonly { readonly label: string; readonly runs: Pair<Run> }[];
}

/** A part of the page that can show any view. */
export interface Part {
  readonly element: HTMLElement;
  readonly show: (view: View) => void;
}

export interface Side {
  readonly name: 'before' | 'after';
  readonly run: Run;
}

/** The runs of a view: one, or before and after. */
export const sidesOf = ({ report: { before, after } }: View): readonly Side[] => [
  { name: 'before', run: before.run },
  ...(after ? [{ name: 'after', run: after.run } as const] : []),
];

/** What the first run is called: `before` only if there is an after. */
export const sideLabel = (name: Side['name'], sides: readonly Side[]): string =>
  sides.length > 1 ? name : 'as it is';
