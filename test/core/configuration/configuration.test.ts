import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import schema from '../../../schemas/pernet-lens.schema.json';
import { DEFAULT_CONFIGURATION, readConfiguration } from '../../../src/core/configuration';
import { DEFAULT_SLOTS, EFFECT_KINDS, SLOT_CALLS } from '../../../src/core/kernel';
import { RULES } from '../../../src/core/rules';
import { SEVERITIES } from '../../../src/core/rules/rule';

/** Each problem as `line:column: message`. */
function problems(text: string): string[] {
  const reading = readConfiguration(text);
  if (reading.kind === 'read') throw new Error('was read without a problem');
  return reading.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe('the schema', () => {
  const { properties } = schema;

  test('is a valid draft-07 schema', () => {
    expect(new Ajv().validateSchema(schema)).toBe(true);
  });

  test('names the same defaults as the code', () => {
    const defaults = Object.fromEntries(
      Object.entries(properties).flatMap(([key, property]) =>
        'default' in property ? [[key, property.default]] : [],
      ),
    );
    expect(defaults).toEqual({ ...DEFAULT_CONFIGURATION, slots: DEFAULT_SLOTS });
  });

  test('knows the kinds, slots and severities of the code', () => {
    expect(properties.primitives.items.properties.kind.enum).toEqual([...EFFECT_KINDS]);
    expect(properties.slots.items.enum).toEqual(Object.keys(SLOT_CALLS));
    expect(schema.definitions.severity.enum).toEqual([...SEVERITIES, 'off']);
  });

  test('knows every rule, in the order of the list', () => {
    expect(Object.keys(properties.severities.properties)).toEqual(RULES.map(({ code }) => code));
  });

  test('describes every key and refuses all others, at every level', () => {
    const lacking: string[] = [];
    const visit = (at: string, node: object): void => {
      for (const [key, value] of Object.entries(node)) {
        if (typeof value === 'object' && value !== null) visit(`${at}/${key}`, value);
      }
      if ('properties' in node && !at.endsWith('/properties')) {
        if (!('additionalProperties' in node) || node.additionalProperties !== false)
          lacking.push(`${at} is open`);
        for (const [key, value] of Object.entries(node.properties as object)) {
          const explained = 'description' in value || at.endsWith('/severities');
          if (!explained) lacking.push(`${at}/${key} has no description`);
        }
      }
    };
    visit('', schema);
    expect(lacking).toEqual([]);
  });
});

describe('reading', () => {
  test('an empty object is all defaults', () => {
    expect(readConfiguration('{}')).toEqual({ kind: 'read', configuration: DEFAULT_CONFIGURATION });
  });

  test('comments, trailing commas and a byte order mark are fine', () => {
    const text = `\uFEFF{
      // netdev likes to hear of it
      "severities": { "exit-takes-rtnl": "error", },
      /* ours */ "depth": 4,
      "$schema": "./schema.json",
    }`;
    expect(readConfiguration(text)).toEqual({
      kind: 'read',
      configuration: { ...DEFAULT_CONFIGURATION, severities: { 'exit-takes-rtnl': 'error' }, depth: 4 },
    });
  });

  test('every key is taken over', () => {
    const configuration = {
      severities: { 'exit-without-batch': 'off' },
      primitives: [{ name: 'quux_sync', kind: 'grace-period', mayFail: true }],
      locks: [{ lock: 'quux_lock', unlock: 'quux_unlock', name: 'quux_mutex' }],
      exclude: ['drivers/staging'],
      slots: ['exit', 'exit_batch', 'exit_rtnl'],
      depth: 9,
      indirectEdges: [{ struct: 'quux_ops', member: 'destroy' }],
    };
    expect(readConfiguration(JSON.stringify(configuration))).toEqual({ kind: 'read', configuration });
  });
});

describe('a broken file says where and what', () => {
  test.each([
    ['text that is no JSON', 'depth = 4', ['1:1: not JSON: invalid symbol']],
    ['a missing comma', '{\n  "depth": 4\n  "slots": []\n}', ['3:3: not JSON: comma expected']],
    ['an empty file', '', ['1:1: not JSON: value expected']],
    ['a list', '[]', ['1:1: the configuration must be an object {…}, not []']],
    ['an unknown key', '{ "dept": 4 }', ['1:3: unknown key "dept"; did you mean `depth`?']],
    [
      'an unknown key that is near nothing',
      '{ "compiler": "gcc" }',
      [
        '1:3: unknown key "compiler"; allowed: severities, primitives, locks, exclude, slots, depth, indirectEdges',
      ],
    ],
    [
      'an unknown rule',
      '{\n "severities": {\n  "exit-takes-rtn": "off"\n }\n}',
      ['3:3: unknown rule "severities.exit-takes-rtn"; did you mean `exit-takes-rtnl`?'],
    ],
    [
      'an unknown severity',
      '{ "severities": { "exit-takes-rtnl": "info" } }',
      [
        '1:38: "severities.exit-takes-rtnl" must be one of error, warning, information, off, not "info"; did you mean `information`?',
      ],
    ],
    ['a depth out of range', '{ "depth": 0 }', ['1:12: "depth" must be 1 or more, not 0']],
    ['a depth that is text', '{ "depth": "4" }', ['1:12: "depth" must be a whole number, not "4"']],
    [
      'a primitive without a kind',
      '{ "primitives": [{ "name": "f" }] }',
      ['1:18: "primitives[0]" lacks the key "kind"'],
    ],
    [
      'a primitive that is no name',
      '{ "primitives": [{ "name": "f()", "kind": "rtnl" }] }',
      ['1:28: "primitives[0].name" must be a C identifier, not "f()"'],
    ],
    [
      'a negated glob',
      '{ "exclude": ["!net"] }',
      ['1:15: "exclude[0]" must be a glob; patterns that begin with ! are not supported'],
    ],
    ['no slots', '{ "slots": [] }', ['1:12: "slots" must not be empty']],
    ['a slot named twice', '{ "slots": ["exit", "exit"] }', ['1:12: "slots" names an entry twice']],
    [
      'two problems, in the order of the file',
      '{ "slots": ["exit"], "depth": 99, "x": 1 }',
      [
        '1:31: "depth" must be 32 or less, not 99',
        '1:35: unknown key "x"; allowed: severities, primitives, locks, exclude, slots, depth, indirectEdges',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
