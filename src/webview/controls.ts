/** What can be set: preset, ops, refactoring, and parameters in groups with their units. */
import {
  BY_HAND,
  CHOSEN,
  LOADED,
  type Loaded,
  TARGETS,
  type Target,
  targetsOf,
  USES,
  type Use,
} from '../core/dismantle';
import type { Calibration, Scenario } from '../core/simulation';
import type { SimulationSetting, SimulationStart } from '../shared';
import { byHandControl } from './by-hand';
import { calibrationImport } from './calibration';
import { button, h, newId } from './dom';
import {
  fromSlider,
  type Group,
  PARAMETERS,
  type Parameter,
  parameterValue,
  SLIDER_STEPS,
  toSlider,
  whyNot,
} from './parameters';
import { firstSetting, loadedCounts, presetsOf } from './setting';

export interface Controls {
  readonly element: HTMLElement;
  /** Shows a setting. @param base the load without changes; null where nothing is dismantled */
  readonly show: (setting: SimulationSetting, base: Scenario | null) => void;
}

const TARGET_WORDS: Readonly<Record<Target, string>> = {
  best: 'the slot that fits each',
  offered: 'as refactorings write it',
  exit_batch: '.exit_batch',
  exit_rtnl: '.exit_rtnl',
  exit_batch_rtnl: '.exit_batch_rtnl',
};

const GROUPS: readonly { readonly group: Group; readonly title: string; readonly open: boolean }[] = [
  { group: 'workload', title: 'Workload', open: true },
  { group: 'machine', title: 'Machine', open: true },
  { group: 'prices', title: 'Prices', open: false },
];

export function controls(
  start: SimulationStart,
  current: () => SimulationSetting,
  change: (setting: SimulationSetting) => void,
  recalibrate: (calibration: Calibration | null) => void,
): Controls {
  const set = (part: Partial<SimulationSetting>) => change({ ...current(), ...part });
  const changed = (path: string, value: number | string | null) => {
    const { [path]: _, ...others } = current().changes;
    set({ changes: value === null ? others : { ...others, [path]: value } });
  };
  const choose = (part: Partial<NonNullable<SimulationSetting['choice']>>) => {
    const { choice } = current();
    if (choice) set({ choice: { ...choice, ...part } });
  };

  const preset = select(
    'Preset',
    presetsOf(start).map(({ id, title }) => [id, title]),
    id => set({ preset: id, changes: {}, seed: null }),
  );
  const subject = select(
    'Preview',
    [
      ['', 'all that pay per netns'],
      ...[...(start.tree?.ops ?? [])]
        .filter(({ op }) => op.effects.some(({ slot }) => slot !== 'init'))
        .sort((a, b) => a.op.name.localeCompare(b.op.name))
        .map(({ op, source }): [string, string] => [op.id, `${op.name} (${source.file})`]),
    ],
    id => choose({ subject: id === '' ? [] : [id] }),
  );
  const target = select(
    'Move to',
    [
      ['', start.after ? `nothing: against ${start.after.name}` : 'nothing: as it is'],
      ...(start.tree ? targetsOf(start.tree) : TARGETS).map((one): [string, string] => [
        one,
        TARGET_WORDS[one],
      ]),
      [BY_HAND, 'multiplicities by hand'],
    ],
    one => choose({ target: CHOSEN.find(name => name === one) ?? null }),
  );
  const byHand = byHandControl(start.tree, set => choose({ byHand: set }));
  const loaded = select(
    'Loaded ops',
    LOADED.map(one => [one, one]),
    one => choose({ loaded: one as Loaded }),
  );
  const use = select(
    'Other ops',
    USES.map(one => [one, one === 'empty' ? 'find an empty netns' : 'find entries, conditions met']),
    one => choose({ use: one as Use }),
  );
  const release = select(
    'Release',
    [
      ['each', 'each netns at once'],
      ['together', 'all together at the end'],
    ],
    value => changed('workload.release', value),
  );
  const conditional = select(
    'Conditions',
    [
      ['taken', 'hold'],
      ['skipped', 'do not hold'],
    ],
    value => changed('workload.conditional', value),
  );
  const vary = select(
    'Bands',
    [
      ['seeds', 'chance: other seeds'],
      ['prices', 'and prices, from all that was seen'],
    ],
    value => changed('page.vary', value === 'seeds' ? null : value),
  );
  const treeOnly = h('div', {}, subject.element, target.element, byHand.element, loaded.element, use.element);

  const fields = PARAMETERS.map(parameter => field(parameter, changed));
  const groups = GROUPS.map(({ group, title, open }) => {
    const own = fields.filter(({ parameter }) => parameter.group === group).map(({ element }) => element);
    return h(
      'details',
      { open },
      h('summary', {}, title),
      ...own,
      ...(group === 'workload' ? [release.element, conditional.element] : []),
      group === 'prices' ? vary.element : null,
      group === 'prices' ? calibrationImport(start.calibration, recalibrate) : null,
    );
  });
  let shownSeed = '1';
  let shownChoice: SimulationSetting['choice'] = null;
  const seedId = newId('seed');
  const seed = h('input', { type: 'number', id: seedId, min: 0, max: 2 ** 32 - 1, step: 1 });
  seed.addEventListener('change', () => {
    const value = Number(seed.value);
    if (seed.value !== '' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) set({ seed: value });
    else seed.value = shownSeed;
  });
  const reset = button('Reset', () => {
    const first = firstSetting(start);
    change({ ...first, preset: current().preset });
  });
  return {
    element: h(
      'div',
      { class: 'controls' },
      preset.element,
      treeOnly,
      ...groups,
      h('div', { class: 'field seed' }, h('label', { for: seedId }, 'Seed'), seed, reset),
    ),
    show: (setting, base) => {
      const { choice, changes } = setting;
      preset.show(setting.preset);
      const ofTree = choice !== null && setting.preset === 'tree';
      treeOnly.hidden = !ofTree;
      for (const group of groups) group.hidden = base === null;
      if (choice && choice !== shownChoice) {
        shownChoice = choice;
        subject.show(choice.subject.length === 1 ? choice.subject[0]! : '');
        target.show(choice.target ?? '');
        byHand.element.hidden = choice.target !== BY_HAND;
        if (choice.target === BY_HAND) byHand.show(choice);
        const counts = loadedCounts(start, setting);
        loaded.relabel({
          stack: `core network stack: ${counts.stack}`,
          all: `all, every module: ${counts.all}`,
          only: choice.subject.length > 0 ? 'only the previewed' : `all: ${counts.only}`,
        });
        loaded.show(choice.loaded);
        use.show(choice.use);
      }
      if (base) {
        release.show(String(changes['workload.release'] ?? base.workload.release));
        vary.show(String(changes['page.vary'] ?? 'seeds'));
        conditional.show(String(changes['workload.conditional'] ?? base.workload.conditional));
        for (const each of fields) each.show(base, changes);
      }
      shownSeed = String(setting.seed ?? base?.seed ?? 1);
      if (document.activeElement !== seed) seed.value = shownSeed;
    },
  };
}

interface Select {
  readonly element: HTMLElement;
  readonly show: (value: string) => void;
  readonly relabel: (labels: Readonly<Record<string, string>>) => void;
}

function select(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  onChange: (value: string) => void,
): Select {
  const id = newId('select');
  const element = h('select', { id }, ...options.map(([value, words]) => h('option', { value }, words)));
  element.addEventListener('change', () => onChange(element.value));
  return {
    element: h('div', { class: 'field choice' }, h('label', { for: id }, label), element),
    show: value => {
      if (element.value !== value) element.value = value;
    },
    relabel: labels => {
      for (const option of element.options) option.textContent = labels[option.value] ?? option.textContent;
    },
  };
}

interface Field {
  readonly parameter: Parameter;
  readonly element: HTMLElement;
  readonly show: (base: Scenario, changes: SimulationSetting['changes']) => void;
}

/** A slider, a number and a way back. */
function field(parameter: Parameter, changed: (path: string, value: number | null) => void): Field {
  const { path, label, unit, factor, about, range } = parameter;
  const id = newId('number');
  const errorId = newId('error');
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: SLIDER_STEPS,
    'aria-label': `${label}${unit === '' ? '' : `, ${unit}`}`,
  });
  const number = h('input', {
    type: 'number',
    id,
    step: range.whole ? 1 : 'any',
    'aria-describedby': errorId,
  });
  const error = h('p', { class: 'error', id: errorId });
  const undo = button('•', () => changed(path, null), {
    class: 'undo',
    title: 'Back to the preset',
    'aria-label': `Reset ${label}`,
  });
  const take = (value: number, typed: boolean) => {
    const why = whyNot(parameter, value);
    error.textContent = why ?? '';
    number.setAttribute('aria-invalid', String(why !== null));
    if (why !== null) return;
    if (!typed) number.value = shownNumber(value, factor);
    else slider.value = String(toSlider(parameter, value));
    changed(path, value);
  };
  slider.addEventListener('input', () => take(fromSlider(parameter, Number(slider.value)), false));
  number.addEventListener('input', () =>
    take(number.value === '' ? Number.NaN : Number(number.value) / factor, true),
  );
  return {
    parameter,
    element: h(
      'div',
      { class: 'field', title: about },
      h('label', { for: id }, label),
      undo,
      slider,
      number,
      h('span', { class: 'unit' }, unit),
      error,
    ),
    show: (base, changes) => {
      const value = parameterValue(path, base, changes);
      undo.hidden = changes[path] === undefined;
      if (document.activeElement !== number) {
        number.value = shownNumber(value, factor);
        number.setAttribute('aria-invalid', 'false');
        error.textContent = '';
      }
      if (document.activeElement !== slider) slider.value = String(toSlider(parameter, value));
    },
  };
}

const shownNumber = (value: number, factor: number): string =>
  String(Number((value * factor).toPrecision(6)));
