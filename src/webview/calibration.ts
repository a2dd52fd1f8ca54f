/** Brings in what calibrate.sh printed. */
import { type Calibration, readCalibration } from '../core/simulation';
import { button, h } from './dom';

const PROBLEMS_SHOWN = 3;

/** A button that asks for a file, and says what is wrong with it. */
export function calibrationImport(
  current: Calibration | null,
  use: (calibration: Calibration | null) => void,
): HTMLElement {
  const problems = h('p', { class: 'error', role: 'alert' });
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    hidden: true,
    'aria-label': 'Calibration file',
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    void chosen?.text().then(text => {
      const read = readText(text);
      if (typeof read === 'string') problems.textContent = `${chosen.name}: ${read}`;
      else use(read);
    });
  });
  const words = current
    ? `Calibrated: prices measured on Linux ${current.kernel}, ${current.cpus} CPUs, HZ ${current.hz}.${current.busy ? ' That machine was busy: measure again when it is idle.' : ''}`
    : 'Built-in prices: from published figures and measurements on other machines.';
  return h(
    'div',
    { class: 'calibration' },
    h('p', { class: 'note' }, words),
    button('Import calibration…', () => file.click(), {
      title: 'The output of calibrate/calibrate.sh, run by you on your machine',
    }),
    current ? button('Forget it', () => use(null), { class: 'quiet' }) : null,
    file,
    problems,
  );
}

function readText(text: string): Calibration | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'it is not JSON. Give the output of calibrate.sh';
  }
  const read = readCalibration(json);
  if (read.kind === 'ok') return read.value;
  return read.problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ message }) => message)
    .join('; ');
}
