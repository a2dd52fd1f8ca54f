/** Sets by hand how often the ops that are looked at pay what: each row a choice, with a way back. */
import {
  type ByHand,
  type Choice,
  chosenOps,
  OFTEN,
  type Row,
  rowsOf,
  rowWords,
  SETTABLE,
  setRows,
  type TreeProgram,
} from '../core/dismantle';
import type { Op } from '../core/simulation';
import { button, h, newId } from './dom';

export interface ByHandControl {
  readonly element: HTMLElement;
  readonly show: (choice: Choice) => void;
}

const NOTE =
  'How often each would be paid, whatever writes it. No refactoring stands behind it: results say "assumed by hand". What is not changed stays as the code is.';

const NOTHING =
  'None of these ops takes RTNL, waits or walks once per netns. Preview a single one, above, to set what it pays.';

/** @param set takes all that is set since */
export function byHandControl(tree: TreeProgram | null, set: (byHand: ByHand) => void): ByHandControl {
  let now: ByHand = {};
  let shown = '';
  let ops: readonly OpControl[] = [];
  const list = h('div', { class: 'hand-ops' });
  const reset = button('Reset multiplicities', () => {
    set({});
    // a button that is disabled loses the focus
    list.querySelector<HTMLElement>('summary, select')?.focus();
  });
  const element = h(
    'fieldset',
    { class: 'by-hand', hidden: true },
    h('legend', {}, 'Multiplicities by hand'),
    h('p', { class: 'note' }, NOTE),
    list,
    reset,
  );
  const change = (id: string, own: ByHand[string]): void => {
    const { [id]: _, ...others } = now;
    set(Object.keys(own).length === 0 ? others : { ...others, [id]: own });
  };
  return {
    element,
    show: choice => {
      now = choice.byHand ?? {};
      const some = tree ? chosenOps(tree, choice) : [];
      const key = JSON.stringify(some.map(({ id, effects }) => [id, effects]));
      // made anew only where there is something else to set: the focus stays where it is
      if (key !== shown) {
        shown = key;
        ops = some
          .filter(op => rowsOf(op).length > 0)
          .map(op => opControl(op, some.length === 1 || now[op.id] !== undefined, own => change(op.id, own)));
        list.replaceChildren(
          ...(ops.length > 0 ? ops.map(each => each.element) : [h('p', { class: 'note' }, NOTHING)]),
        );
      }
      for (const each of ops) each.show(now[each.id] ?? {});
      reset.disabled = !some.some(op => setRows(op, now[op.id]).length > 0);
    },
  };
}

interface OpControl {
  readonly id: string;
  readonly element: HTMLElement;
  readonly show: (own: ByHand[string]) => void;
}

/** @param open its rows are shown from the beginning */
function opControl(op: Op, open: boolean, change: (own: ByHand[string]) => void): OpControl {
  let own: ByHand[string] = {};
  const rows = rowsOf(op).map(row =>
    rowControl(op, row, value => {
      const { [row.key]: _, ...others } = own;
      change(value === null ? others : { ...others, [row.key]: value });
    }),
  );
  const summary = h('summary', { title: op.id }, op.name);
  const element = h('details', { open }, summary, ...rows.map(row => row.element));
  return {
    id: op.id,
    element,
    show: next => {
      own = next;
      const count = setRows(op, own).length;
      summary.textContent = count === 0 ? op.name : `${op.name}: ${count} changed`;
      for (const row of rows) row.show(own);
    },
  };
}

function rowControl(op: Op, row: Row, change: (value: ByHand[string][string] | null) => void) {
  const { key, per } = row;
  const id = newId('hand');
  const words = rowWords(row);
  const offered = per === 'entry' ? (['entry', ...SETTABLE] as const) : SETTABLE;
  const choice = h(
    'select',
    { id, 'aria-label': `${words} of ${op.name}` },
    ...offered.map(value => h('option', { value }, value === per ? `${OFTEN[value]} (as is)` : OFTEN[value])),
  );
  choice.addEventListener('change', () => {
    const value = SETTABLE.find(one => one === choice.value);
    change(value === undefined || value === per ? null : value);
  });
  const undo = button(
    '•',
    () => {
      change(null);
      choice.focus();
    },
    { class: 'undo', title: 'Back to the code', 'aria-label': `Reset ${words} of ${op.name}` },
  );
  return {
    element: h('div', { class: 'field choice hand' }, h('label', { for: id }, words), undo, choice),
    show: (own: ByHand[string]) => {
      const value = own[key] ?? per;
      if (choice.value !== value) choice.value = value;
      undo.hidden = value === per;
    },
  };
}
