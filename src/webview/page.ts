/** The page: from what is set to what is shown, through the worker. */
import { bothOffered, type Offered, type Question, toBeAsked } from '../core/dismantle';
import { type Run, VARIED } from '../core/simulation';
import { digits, loadWords, type SimulationReport } from '../report/simulation';
import type { SimulationSetting, SimulationStart, SimulationState } from '../shared';
import { backlogChart } from './charts/backlog';
import { batchTimeChart } from './charts/batch-time';
import { growthChart } from './charts/growth';
import { lookupChart } from './charts/lookup';
import { memoryChart } from './charts/memory';
import { opsChart } from './charts/ops';
import { rtnlChart } from './charts/rtnl';
import { sensitivityChart } from './charts/sensitivity';
import { controls } from './controls';
import { h } from './dom';
import { exactRun } from './exact';
import { countsTable, head } from './head';
import type { Host } from './host';
import { inViewFirst } from './in-view';
import { openLaboratory } from './laboratory';
import { parameterValue } from './parameters';
import { pinnedTable } from './pinned';
import { reportOf } from './report';
import { type Asked, askedBy, firstSetting, MOST_PINNED, rememberedQuestion, runTime } from './setting';
import { watchTheme } from './theme';
import type { Part, View } from './view';
import type { Answer, Pair } from './work';
import { openHand } from './worker-client';

const REPLICATIONS = 20;
/** Quiet time before what takes longer is computed, milliseconds. */
const PAUSE = 250;
/** A change whose runs take longer than this waits until nothing is dragged any more, seconds. */
const LIVE_LIMIT = 1;
/** How long a newer question waits for the answer to an older one, milliseconds. */
const PATIENCE = 1500;

/** A question whose runs are there. While a slider moves it may be older than what is set. */
interface Computed {
  readonly id: number;
  readonly report: SimulationReport;
  readonly costs: View['costs'];
}

/** What was computed for the setting of now. */
interface Results {
  computed: Computed | null;
  bands: Extract<Answer, { kind: 'bands' }>['bands'] | null;
  sensitivity: View['sensitivity'];
  pinned: readonly Pair<Run>[];
}

/**
 * @param reopen called for a page from another start, with the same setting
 * @returns ends it: another page may take its place
 */
export function openPage(
  host: Host,
  from: SimulationStart,
  state: SimulationState | null,
  reopen: (start: SimulationStart, state: SimulationState) => void,
): () => void {
  let start = from;
  /** Ops that refactorings are being asked about. */
  let asking: readonly string[] = [];
  let setting: SimulationSetting = state ?? firstSetting(start);
  let pins: SimulationState['pinned'] = state?.pinned ?? [];
  const questionOfTree = rememberedQuestion();
  let asked: Asked = askedBy(start, setting, questionOfTree);
  /** What refactorings have been thought of for: the tree with what is known of them, and the choice. */
  let thoughtOf: readonly unknown[] = [];
  let results: Results = { computed: null, bands: null, sensitivity: null, pinned: [] };
  let id = 0;
  /** What the laboratory has been asked last. */
  let given: Question | null = null;
  let busy = false;
  let waiting = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let impatience: ReturnType<typeof setTimeout> | undefined;

  const laboratory = openLaboratory(openHand, answered);
  const panel = controls(
    start,
    () => setting,
    change,
    calibration => {
      const next = { ...start, calibration };
      reopen(next, { ...stateOfNow(), start: next });
    },
  );
  const top = head(host, pin);
  const exact = exactRun(runExact, () => {
    laboratory.give({ kind: 'stop' });
    exact.progress(null);
    ask();
  });
  const backlog = backlogChart(host);
  const batchTime = batchTimeChart(host);
  const memory = memoryChart(host);
  const lookup = lookupChart(host);
  const parts: readonly Part[] = [
    top,
    countsTable(),
    backlog,
    growthChart(host),
    rtnlChart(host),
    opsChart(host),
    batchTime,
    memory,
    sensitivityChart(host),
    pinnedTable(unpin),
  ];
  const [, ...charts] = parts;
  const failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  const content = h('div', { class: 'charts' }, ...charts.map(({ element }) => element));
  const empty = start.tree
    ? null
    : h(
        'p',
        { class: 'empty' },
        'No kernel tree is open, so these are presets. Open a folder with C sources of a kernel or a module, scan it, and its own ops are simulated here.',
      );
  const narrow = matchMedia('(max-width: 700px)');
  const fold = h(
    'details',
    { class: 'parameters', open: !narrow.matches },
    h('summary', {}, 'Parameters'),
    panel.element,
    exact.element,
  );
  narrow.addEventListener('change', () => {
    fold.open = !narrow.matches;
  });
  document.body.replaceChildren(
    h('main', {}, top.element, empty, failure, h('div', { class: 'columns' }, fold, content, lookup.element)),
  );
  const showParts = inViewFirst(parts);
  const stopWatching = watchTheme(() => {
    for (const chart of [backlog, batchTime, memory, lookup]) chart.redraw();
  });
  host.onOffered(offered);
  ask();
  return () => {
    host.onOffered(() => {});
    clearTimeout(pause);
    clearTimeout(impatience);
    stopWatching();
    laboratory.close();
  };

  /** What refactorings offer for the ops of now, where nobody has asked them yet. */
  function askRefactorings(): void {
    const { tree } = start;
    if (!host.askRefactorings || !tree || setting.preset !== 'tree' || !setting.choice) return;
    if (thoughtOf[0] === tree && thoughtOf[1] === setting.choice) return;
    thoughtOf = asking.length > 0 ? [] : [tree, setting.choice];
    const ids = toBeAsked(tree, setting.choice).filter(id => !asking.includes(id));
    if (ids.length === 0 || asking.length > 0) return;
    asking = ids;
    host.askRefactorings(ids);
  }

  function offered(answer: Offered | null, why: string): void {
    const { tree } = start;
    if (!tree) return;
    const refused = Object.fromEntries(asking.map(id => [id, `refactorings could not be asked: ${why}`]));
    const more = answer ?? { asked: asking, only: null, edits: [], refused };
    asking = [];
    start = { ...start, tree: { ...tree, offered: bothOffered(tree.offered, more) } };
    ask();
  }

  function change(next: SimulationSetting): void {
    setting = next;
    ask();
  }

  function stateOfNow(): SimulationState {
    return { format: 1, start, ...setting, pinned: pins };
  }

  function keep(): void {
    host.keep(stateOfNow());
  }

  /** Asks the worker what the setting of now leads to; one question at a time, the newest next. */
  function ask(): void {
    id += 1;
    exact.progress(null);
    asked = askedBy(start, setting, questionOfTree);
    askRefactorings();
    panel.show(setting, asked.kind === 'dismantle' ? asked.base : null);
    const isLookup = asked.kind === 'lookup';
    lookup.element.hidden = !isLookup;
    content.hidden = isLookup;
    exact.element.hidden = isLookup;
    top.element.hidden = isLookup;
    clearTimeout(pause);
    if (asked.kind === 'lookup') {
      lookup.show(asked.preset);
      keep();
      return;
    }
    results = { ...results, bands: null, computed: results.computed };
    const { question } = asked;
    if (busy) wait();
    else if (runTime(question, 'fluid') > LIVE_LIMIT) pause = setTimeout(askNow, PAUSE);
    else askNow();
  }

  /** For the answer to an older question, but not for long: nobody wants it any more. */
  function wait(): void {
    if (waiting) return;
    waiting = true;
    impatience = setTimeout(() => {
      if (!waiting) return;
      laboratory.restart();
      askNow();
    }, PATIENCE);
  }

  function askNow(): void {
    clearTimeout(impatience);
    if (asked.kind !== 'dismantle') return;
    given = asked.question;
    const { before, after } = given;
    busy = true;
    waiting = false;
    laboratory.give({ kind: 'live', id, scenarios: { before, after } });
  }

  function batch(): number {
    return asked.kind === 'dismantle' ? parameterValue('page.batch', asked.base, setting.changes) : 1;
  }

  function runExact(): void {
    if (asked.kind !== 'dismantle') return;
    given = asked.question;
    const { before, after } = given;
    clearTimeout(pause);
    // the exact run answers for the setting of now: whatever was still asked or waited for would only stop it
    clearTimeout(impatience);
    waiting = false;
    if (busy) laboratory.restart();
    busy = false;
    id += 1;
    exact.progress(0);
    laboratory.give({ kind: 'exact', id, scenarios: { before, after } });
  }

  function askLater(): void {
    if (asked.kind !== 'dismantle') return;
    const { before, after } = asked.question;
    const pinned = pins.flatMap(pinnedScenarios);
    const vary = VARIED.find(one => one === setting.changes['page.vary']) ?? 'seeds';
    const fixed = start.calibration?.measured ?? [];
    const scenarios = { before, after };
    laboratory.give({ kind: 'later', id, scenarios, replications: REPLICATIONS, vary, fixed, pinned });
  }

  function pinnedScenarios(pin: SimulationSetting) {
    const question = askedBy(start, pin);
    return question.kind === 'dismantle'
      ? [{ before: question.question.before, after: question.question.after }]
      : [];
  }

  function answered(answer: Answer): void {
    if (answer.kind === 'live') busy = false;
    if (answer.kind === 'live' && waiting) askNow();
    if (answer.kind === 'failed') {
      busy = false;
      failure.hidden = false;
      failure.textContent = `This could not be simulated: ${answer.message}`;
      exact.progress(null);
      return;
    }
    // an answer to an older question is better than none while a slider moves
    if (answer.id !== id && answer.kind !== 'live') return;
    failure.hidden = true;
    switch (answer.kind) {
      case 'progress':
        exact.progress(answer.share);
        return;
      case 'live':
      case 'exact':
        exact.progress(null);
        results = { ...results, computed: given && computedOf(answer, given) };
        if (answer.id === id) {
          clearTimeout(pause);
          pause = setTimeout(() => {
            keep();
            askLater();
          }, PAUSE);
        }
        break;
      case 'bands':
        results = { ...results, bands: answer.bands };
        break;
      case 'sensitivity':
        results = { ...results, sensitivity: answer };
        break;
      case 'pinned':
        results = { ...results, pinned: answer.runs };
        break;
    }
    show();
  }

  function computedOf(
    { id, ran }: Extract<Answer, { kind: 'live' | 'exact' }>,
    question: Question,
  ): Computed {
    const costs = { before: ran.before.cost, after: ran.after?.cost ?? null };
    return { id, report: reportOf(start.version, question, ran, batch()), costs };
  }

  function show(): void {
    const { computed, bands, sensitivity, pinned } = results;
    if (!computed || asked.kind !== 'dismantle') return;
    const { report, costs } = computed;
    const { before, after, question, engine } = report;
    const view: View = {
      start,
      setting,
      isAsking: asking.length > 0,
      report: {
        ...report,
        before: { ...before, bands: bands?.before ?? null },
        after: after && { ...after, bands: bands?.after ?? null },
      },
      costs,
      sensitivity,
      pinned: pins.flatMap(({ label }, index) => (pinned[index] ? [{ label, runs: pinned[index] }] : [])),
    };
    showParts(view);
    exact.show(runTime(question, 'events'), engine === 'events');
    document.body.dataset.shown = String(computed.id);
  }

  function pin(): void {
    if (asked.kind !== 'dismantle') return;
    const { question } = asked;
    const changes = Object.entries(setting.changes).map(
      ([path, value]) => `${path.split('.').at(-1)} ${typeof value === 'number' ? digits(value) : value}`,
    );
    const label = [question.title, loadWords(question.before), ...changes].join(', ');
    pins = [...pins, { ...setting, label }].slice(-MOST_PINNED);
    top.say(`Pinned; ${pins.length} of at most ${MOST_PINNED}.`);
    keep();
    askLater();
  }

  function unpin(index: number): void {
    pins = pins.filter((_, other) => other !== index);
    results = { ...results, pinned: results.pinned.filter((_, other) => other !== index) };
    keep();
    show();
  }
}
