import fc from 'fast-check';
import { EFFECT_KINDS } from '../../src/core/kernel/effect-kinds';
import { SLOT_CALLS, type SlotName } from '../../src/core/kernel/slots';
import type { Effect, ExitPath, Hop, Note, Ops, Range } from '../../src/core/project/effects';
import { type Finding, SEVERITIES } from '../../src/core/rules/rule';
import type { ScanReport, ScanStats } from '../../src/report';
import { context } from './examples';

/** Any string a workspace can bring, odd ones often. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a,b:c%d', '::error::', 'two\nlines\r\n', '\u001b[31m', '\u2028', '\ud800', '[x](y) {0}'),
);

const identifier = fc.oneof(fc.stringMatching(/^[a-z_][a-z0-9_]{0,12}$/), anyText);
const file = fc.oneof(fc.stringMatching(/^[a-z]{1,6}(\/[a-z_]{1,6}){0,2}\.[ch]$/), anyText);
const line = fc.integer({ min: 1, max: 100_000 });
const count = fc.nat(100_000);
const slot = fc.constantFrom(...(Object.keys(SLOT_CALLS) as SlotName[]));
const confidence = fc.constantFrom('high' as const, 'medium' as const, 'low' as const);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 4 });

const range: fc.Arbitrary<Range> = fc
  .record({ line, column: line, moreLines: fc.nat(3), moreColumns: fc.nat(50) })
  .map(({ line, column, moreLines, moreColumns }) => ({
    start: { line, column },
    end: { line: line + moreLines, column: column + moreColumns },
  }));

const hop: fc.Arbitrary<Hop> = fc.record({ function: identifier, file, line });

const effect: fc.Arbitrary<Effect> = fc.record({
  kind: fc.constantFrom(...EFFECT_KINDS),
  primitive: identifier,
  lock: orNull(anyText),
  lockOwner: orNull(fc.constantFrom('global' as const, 'net' as const, 'unknown' as const)),
  per: fc.constantFrom('batch' as const, 'net' as const, 'device' as const, 'entry' as const),
  depth: fc.integer({ min: 1, max: 8 }),
  conditional: fc.boolean(),
  via: fc.constantFrom('direct' as const, 'callback' as const, 'indirect' as const),
  confidence,
  path: few(hop),
  bytes: orNull(count),
});

const exitPath: fc.Arbitrary<ExitPath> = fc.record({
  slot,
  handler: identifier,
  range,
  definition: orNull(fc.record({ file, line })),
  effects: few(effect),
});

const ops: fc.Arbitrary<Ops> = fc.record({
  file,
  line,
  name: identifier,
  members: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), anyText, { maxKeys: 4, noNullPrototype: true }),
  registeredBy: orNull(identifier),
  exitPaths: few(exitPath),
});

export const anyFinding: fc.Arbitrary<Finding> = fc.record({
  code: fc.oneof(
    fc.constantFrom(...context.rules.map(rule => rule.code)),
    fc.stringMatching(/^[a-z]+(-[a-z]+){0,3}$/),
  ),
  severity: fc.constantFrom(...SEVERITIES),
  confidence,
  message: anyText.filter(text => text !== ''),
  file: file.filter(text => text !== ''),
  range,
  ops: orNull(identifier),
  slot: orNull(slot),
  handler: orNull(identifier),
  path: few(hop),
  primitive: orNull(identifier),
  lock: orNull(identifier),
  fixes: few(fc.constantFrom('wrap-and-hoist', 'move-to-batch')),
});

const note: fc.Arbitrary<Note> = fc.record({ file: orNull(file), line: orNull(line), message: anyText });

const stats: fc.Arbitrary<ScanStats> = fc.record(
  {
    filesScanned: count,
    filesIndexed: count,
    functionsReached: count,
    suppressed: fc.nat(3),
    partial: fc.boolean(),
    timing: fc.constant({ index: 12.5, effects: 3 }),
  },
  { requiredKeys: ['filesScanned', 'filesIndexed', 'functionsReached', 'suppressed', 'partial'] },
);

export const anyReport: fc.Arbitrary<ScanReport> = fc.record({
  schema: fc.constant(1 as const),
  tool: fc.record({ name: fc.constant('pernet-lens' as const), version: fc.constant('0.1.0') }),
  tree: fc.record({
    root: anyText.map(name => `/${name}`),
    slots: fc.uniqueArray(slot),
    source: fc.constantFrom('tree' as const, 'configuration' as const, 'default' as const),
  }),
  ops: few(ops),
  findings: few(anyFinding),
  notes: few(note),
  stats,
});
