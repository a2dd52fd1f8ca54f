import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultMachine, PRESETS, plainWorkload, type Scenario } from '../../src/core/simulation';
import {
  fromSlider,
  PARAMETERS,
  parameterValue,
  SLIDER_STEPS,
  toSlider,
  whyNot,
  withChanges,
} from '../../src/webview/parameters';
import { askedBy, firstSetting, presetsOf, readState } from '../../src/webview/setting';
import { START, TREE } from './page';

const scenario: Scenario = {
  name: 'test',
  workload: plainWorkload,
  machine: defaultMachine,
  program: { ops: [] },
  jitter: 0.3,
  seed: 1,
};
const start = { ...START, tree: TREE };

describe('parameters', () => {
  test.each(PARAMETERS)('$path: the built-in value is allowed and on the slider', parameter => {
    const value = parameterValue(parameter.path, scenario, {});
    expect(whyNot(parameter, value)).toBeNull();
    const back = fromSlider(parameter, toSlider(parameter, value));
    expect(Math.abs(back - value)).toBeLessThanOrEqual(
      Math.max(0.02 * value, parameter.range.whole ? 1 : 1e-12),
    );
  });

  test('every place of every slider is a value that is allowed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PARAMETERS),
        fc.integer({ min: 0, max: SLIDER_STEPS }),
        (parameter, place) => {
          expect(whyNot(parameter, fromSlider(parameter, place))).toBeNull();
        },
      ),
    );
  });

  test('a change reaches the scenario, whatever else is asked does not', () => {
    const changed = withChanges(scenario, {
      'workload.creators': 3,
      'machine.prices.netCpu': 1e-3,
      'page.batch': 5,
      'workload.nonsense': 1,
      'machine.prices': 1,
      '__proto__.polluted': 1,
    });
    expect(changed).toEqual({
      ...scenario,
      workload: { ...plainWorkload, creators: 3 },
      machine: { ...defaultMachine, prices: { ...defaultMachine.prices, netCpu: 1e-3 } },
    });
  });

  test('nonsense is refused with the range in the unit that is shown', () => {
    const cpu = PARAMETERS.find(({ path }) => path === 'workload.creationCpu')!;
    expect(whyNot(cpu, Number.NaN)).toBe('creation CPU: a number from 0.001 to 10,000 ms');
    expect(whyNot(cpu, -1)).not.toBeNull();
  });
});

describe('settings', () => {
  test('with a tree: all that pay per netns, moved to the slot that fits', () => {
    const setting = firstSetting(start);
    expect(setting).toMatchObject({
      preset: 'tree',
      choice: { loaded: 'all', use: 'empty', subject: [], target: 'best' },
    });
    const asked = askedBy(start, setting);
    expect(asked).toMatchObject({
      kind: 'dismantle',
      question: { title: 'quux: 2 ops moved to the slot that fits' },
    });
  });

  test('without one: the first published experiment, before and after', () => {
    expect(presetsOf(START).map(({ id }) => id)).not.toContain('tree');
    const asked = askedBy(START, firstSetting(START));
    expect(asked.kind === 'dismantle' && asked.question.after).toBeTruthy();
  });

  test('changes and seed reach both sides', () => {
    const setting = { ...firstSetting(START), preset: 'ipvs', changes: { 'workload.creators': 7 }, seed: 5 };
    const asked = askedBy(START, setting);
    if (asked.kind !== 'dismantle') throw new Error('ipvs dismantles');
    for (const side of [asked.question.before, asked.question.after!])
      expect(side).toMatchObject({ seed: 5, workload: { creators: 7 } });
  });

  test('a preset brings its own seed', () => {
    const asked = askedBy(START, { ...firstSetting(START), preset: 'unshare10' });
    const published = PRESETS.find(({ id }) => id === 'unshare10');
    if (asked.kind !== 'dismantle' || published?.kind !== 'dismantle')
      throw new Error('unshare10 dismantles');
    expect(asked.question.before).toEqual(published.before({ ops: [] }));
  });

  test('a scenario file with another to compare with', () => {
    const after = { ...scenario, name: 'other', program: { ops: [{ id: 'a', name: 'a', effects: [] }] } };
    const own = { ...START, preset: 'scenario', before: scenario, after };
    expect(askedBy(own, firstSetting(own))).toMatchObject({
      question: { title: 'test against other', changed: ['a'] },
    });
  });
});

describe('a kept state', () => {
  const kept = { format: 1, start, ...firstSetting(start), pinned: [] };

  test('comes back as it was', () => {
    expect(readState(structuredClone(kept))).toEqual(kept);
  });

  test('has what was set by hand, as far as the ops still pay it', () => {
    const [quux, corge] = TREE.ops.map(({ op }) => op.id) as [string, string];
    const byHand = { [quux]: { 'exit rtnl net': 'batch' }, [corge]: { 'exit rtnl net': 'never' } } as const;
    const set = { ...kept, choice: { ...kept.choice!, target: 'by-hand', byHand } };
    expect(readState(structuredClone(set))).toEqual(set);
    const nonsense = {
      ...byHand[quux],
      'exit rcu-barrier net': 'twice',
      'exit grace-period net': 'batch',
    };
    expect(
      readState({
        ...set,
        choice: { ...set.choice, byHand: { [quux]: nonsense, [corge]: null, 'gone.c:gone': byHand[quux] } },
      })?.choice?.byHand,
    ).toEqual({ [quux]: byHand[quux] });
  });

  test('loses what makes no sense any more', () => {
    const state = readState({
      ...kept,
      preset: 'gone',
      choice: { loaded: 'some', use: 'empty', subject: ['gone.c:gone'], target: 'nowhere' },
      changes: { 'workload.creators': 1e9, 'machine.cpus': 4, nonsense: 1, 'workload.release': 'together' },
      seed: -1,
    });
    expect(state).toMatchObject({
      preset: 'tree',
      choice: { loaded: 'all', subject: [], target: null },
      changes: { 'machine.cpus': 4, 'workload.release': 'together' },
      seed: null,
    });
  });

  test.each([null, undefined, 3, 'x', {}, { format: 2 }, { format: 1 }])('%j is none', json => {
    expect(readState(json)).toBeNull();
  });
});
