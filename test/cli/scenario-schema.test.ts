import { readFileSync, writeFileSync } from 'node:fs';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import {
  builtInPrices,
  defaultMachine,
  EFFECT_FIELDS,
  EFFECT_KINDS,
  MACHINE_FIELDS,
  MULTIPLICITIES,
  type NumberField,
  PRICE_FIELDS,
  PRICE_NAMES,
  PRICES,
  plainWorkload,
  RUN_FIELDS,
  readScenario,
  SLOTS,
  WORKLOAD_FIELDS,
} from '../../src/core/simulation';
import { REPOSITORY } from '../support/repository';

const FILE = `${REPOSITORY}/schemas/pernet-lens-scenario.schema.json`;

const number = ({ min, max, unit, whole }: NumberField, more: object = {}) => ({
  type: whole ? 'integer' : 'number',
  minimum: min,
  maximum: max,
  ...(unit === '' ? {} : { description: unit }),
  ...more,
});
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const fields = (
  table: Readonly<Record<string, NumberField>>,
  defaults: Readonly<Record<string, unknown>> = {},
) =>
  Object.fromEntries(
    Object.entries(table).map(([name, range]) => [
      name,
      number(range, defaults[name] === undefined ? {} : { default: defaults[name] }),
    ]),
  );

/** The schema that follows from the tables by which scenario files are read. */
const schema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A scenario of the simulated dismantle',
  ...object({
    $schema: { type: 'string' },
    name: { type: 'string', minLength: 1 },
    workload: object({
      ...fields(WORKLOAD_FIELDS, { ...plainWorkload }),
      release: {
        enum: ['each', 'together'],
        default: 'each',
        description: 'A netns is released at once, or all are at the end',
      },
      conditional: {
        enum: ['taken', 'skipped'],
        default: 'taken',
        description: 'Whether effects under a condition happen',
      },
    }),
    machine: object({
      ...fields(MACHINE_FIELDS, { cpus: defaultMachine.cpus, hz: defaultMachine.hz }),
      prices: object(
        Object.fromEntries(
          PRICE_NAMES.map(name => [
            name,
            number(PRICE_FIELDS[name]!, {
              default: builtInPrices[name],
              description: `${PRICES[name].label}; ${PRICES[name].unit}. ${PRICES[name].source}`,
            }),
          ]),
        ),
      ),
    }),
    program: object({
      expedited: { type: 'boolean', description: 'cleanup_net() waits by synchronize_rcu_expedited()' },
      inNetCpu: {
        ...object(
          Object.fromEntries(
            EFFECT_KINDS.map(kind => [kind, { type: 'number', minimum: 0, maximum: 100_000 }]),
          ),
        ),
        description: 'Effects per netns, by kind, that the price netCpu has in it already',
      },
      ops: {
        type: 'array',
        items: object({
          id: { type: 'string', minLength: 1, description: 'Unique; the name where left out' },
          name: { type: 'string', minLength: 1 },
          cpuPerNet: { type: 'number', minimum: 0, maximum: 10, description: 's' },
          effects: {
            type: 'array',
            items: object(
              {
                kind: { enum: [...EFFECT_KINDS] },
                slot: { enum: [...SLOTS] },
                per: { enum: [...MULTIPLICITIES] },
                ...fields(EFFECT_FIELDS),
                conditional: { type: 'boolean' },
                underRtnl: { type: 'boolean' },
                expedited: { type: 'boolean' },
                blocks: { type: 'boolean' },
              },
              { required: ['kind', 'slot', 'per'] },
            ),
          },
        }),
      },
    }),
    ...fields(RUN_FIELDS, { jitter: 0.3, seed: 1 }),
  }),
});

test('the schema of scenario files is that of the reader', () => {
  const fresh = `${JSON.stringify(schema(), null, 2)}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(FILE, fresh);
  const says = 'UPDATE_DOCS=1 npx vitest run test/cli/scenario-schema.test.ts writes it anew';
  expect(JSON.parse(readFileSync(FILE, 'utf8')), says).toEqual(JSON.parse(fresh));
});

describe('schema and reader agree on', () => {
  const validate = new Ajv({ strict: false }).compile(schema());
  const op = (effect: object) => ({ program: { ops: [{ name: 'foo', effects: [effect] }] } });
  test.each([
    [{}, true],
    [
      { workload: { creators: 3, release: 'together' }, machine: { cpus: 2, prices: { netCpu: 1e-3 } } },
      true,
    ],
    [op({ kind: 'rtnl', slot: 'exit', per: 'net', times: 2 }), true],
    [op({ kind: 'grace-period', slot: 'exit', per: 'net', underRtnl: true, expedited: false }), true],
    [op({ kind: 'work-wait', slot: 'exit', per: 'net', blocks: true }), true],
    [{ program: { ops: [], inNetCpu: { 'work-wait': 14 } } }, true],
    [{ program: { ops: [], inNetCpu: { 'work-wait': -1 } } }, false],
    [{ program: { ops: [], inNetCpu: { work: 1 } } }, false],
    [op({ kind: 'rtnl', slot: 'exit' }), false],
    [op({ kind: 'lock', slot: 'exit', per: 'net' }), false],
    [{ machine: { cpus: 0 } }, false],
    [{ machine: { cpus: 1.5 } }, false],
    [{ workload: { creationCpu: -1 } }, false],
    [{ workload: { creationCpu: '1' } }, false],
    [{ seed: -1 }, false],
    [{ prices: {} }, false],
    [[], false],
  ])('%j: %s', (scenario, valid) => {
    expect(validate(scenario)).toBe(valid);
    expect(readScenario(scenario).kind).toBe(valid ? 'ok' : 'rejected');
  });
});
