/** The exact run: asked for, watched and stopped by the user. */
import { seconds } from '../report/simulation';
import { button, h } from './dom';

export interface ExactRun {
  readonly element: HTMLElement;
  /** @param time seconds that an exact run would take; @param done the result shown is one */
  readonly show: (time: number, done: boolean) => void;
  /** 0 to 1, null where nothing runs. */
  readonly progress: (share: number | null) => void;
}

/** Longer runs are not offered, seconds. */
const TOO_LONG = 1800;

export function exactRun(onRun: () => void, onStop: () => void): ExactRun {
  const run = button('Run exact', onRun, { class: 'primary' });
  const stop = button('Cancel', onStop, { hidden: true });
  const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'exact run' });
  const words = h('output', { class: 'note' });
  return {
    element: h('div', { class: 'exact-run' }, run, stop, bar, words),
    show: (time, done) => {
      run.disabled = time > TOO_LONG;
      words.textContent = done
        ? 'Shown: the exact run, every lock and wait an event.'
        : `Shown: the fluid approximation. Exact: about ${time < 1 ? 'a second' : seconds(time)}${time > TOO_LONG ? ', too long for here: make the load smaller' : ''}.`;
    },
    progress: share => {
      bar.hidden = share === null;
      stop.hidden = share === null;
      run.hidden = share !== null;
      if (share !== null) {
        bar.value = share;
        words.textContent = `${Math.round(100 * share)} % of both runs`;
      }
    },
  };
}
